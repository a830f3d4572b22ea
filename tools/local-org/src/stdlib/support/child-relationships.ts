import { currentTransaction } from '../../apex/runtime/transaction.js';
import type { ChildRelationship as Relationship, ObjectDefinition } from '../../schema/definitions.js';
import { ApexList } from '../../values/collections.js';
import { stringHash } from '../../values/hash.js';
import { PlatformObject } from '../../values/object.js';
import { platformType } from '../../values/type.js';

const TYPE = platformType('Schema', 'ChildRelationship');

/** A Schema.ChildRelationship. */
export class ChildRelationship extends PlatformObject {
  constructor(readonly relationship: Relationship) {
    super();
  }

  override get apexType() {
    return TYPE;
  }

  /** Each describe makes new objects; the same relationship is equal. */
  override apexEquals(other: unknown): boolean {
    return other instanceof ChildRelationship && other.key === this.key;
  }

  override apexHash(): number {
    return stringHash(this.key);
  }

  private get key(): string {
    return `${this.relationship.childObject}.${this.relationship.field}`.toLowerCase();
  }

  get restrictedDelete(): boolean {
    const { childObject, field } = this.relationship;
    return currentTransaction().schema.field(childObject, field)?.onDelete === 'restrict';
  }
}

export const childRelationships = (object: ObjectDefinition): ApexList =>
  new ApexList(
    TYPE,
    currentTransaction()
      .schema.childRelationships(object.name)
      .map((relationship) => new ChildRelationship(relationship))
  );
