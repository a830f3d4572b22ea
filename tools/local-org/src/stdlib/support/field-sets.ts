import { currentTransaction } from '../../apex/runtime/transaction.js';
import type { FieldDefinition, FieldSetDefinition, ObjectDefinition } from '../../schema/definitions.js';
import type { ApexMap } from '../../values/collections.js';
import { ApexList, FoldedMap } from '../../values/collections.js';
import { PlatformObject } from '../../values/object.js';
import { hashOf } from '../../values/hash.js';
import { platformType, STRING } from '../../values/type.js';

const FIELD_SET = platformType('Schema', 'FieldSet');
const MEMBER = platformType('Schema', 'FieldSetMember');

/** `describe.fieldSets`. */
export class SObjectFieldSets extends PlatformObject {
  constructor(readonly object: ObjectDefinition) {
    super();
  }

  override get apexType() {
    return platformType('Schema', 'SObjectTypeFieldSets');
  }

  map(): ApexMap {
    return new FoldedMap(
      STRING,
      FIELD_SET,
      this.object.fieldSets.map((set) => [set.name, new FieldSet(this.object, set)])
    );
  }
}

export class FieldSet extends PlatformObject {
  constructor(
    readonly object: ObjectDefinition,
    readonly set: FieldSetDefinition
  ) {
    super();
  }

  override get apexType() {
    return FIELD_SET;
  }

  members(): ApexList {
    return new ApexList(
      MEMBER,
      this.set.fields.map((member) => new FieldSetMember(this.object, member.path, member.required))
    );
  }
}

/** One field of a field set; its path may lead over parents (`Owner.Name`). */
export class FieldSetMember extends PlatformObject {
  constructor(
    readonly object: ObjectDefinition,
    readonly path: string,
    readonly required: boolean
  ) {
    super();
  }

  override get apexType() {
    return MEMBER;
  }

  /** The same field of the same object, whichever field set gave it. */
  override apexEquals(other: unknown): boolean {
    return (
      other instanceof FieldSetMember &&
      other.object.name === this.object.name &&
      other.path === this.path &&
      other.required === this.required
    );
  }

  override apexHash(): number {
    return hashOf(`${this.object.name}.${this.path}`);
  }

  /** The object the last step of the path belongs to, and the field there. */
  target(): { readonly object: string; readonly field: FieldDefinition | null } {
    const { schema } = currentTransaction();
    const steps = this.path.split('.');
    let object = this.object;
    for (const step of steps.slice(0, -1)) {
      const lookup = Object.values(object.fields).find(
        (field) => field.relationshipName?.toLowerCase() === step.toLowerCase()
      );
      const parent = lookup?.referenceTo[0] && schema.object(lookup.referenceTo[0]);
      if (!parent) return { object: object.name, field: null };
      object = parent;
    }
    return { object: object.name, field: schema.field(object.name, steps.at(-1)!) };
  }
}
