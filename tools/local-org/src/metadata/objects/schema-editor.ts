import type {
  FieldDefinition,
  ObjectDefinition,
  ObjectKind,
  OrgSchema,
  PicklistValue
} from '../../schema/definitions.js';
import { ownerField, RECORD_TYPE_FIELD } from '../../schema/field.js';
import { nextKeyPrefix } from '../../schema/key-prefixes.js';
import { createOrgSchema } from '../../schema/org-schema.js';
import { shareObject } from './related-objects.js';

/** A schema being changed by a deploy. The original stays as it was. */
export class SchemaEditor {
  private readonly objects = new Map<string, ObjectDefinition>();
  /** Prefixes given out by this deploy, to be kept for ever when it commits. */
  readonly newPrefixes = new Map<string, string>();
  /** Auto-number fields of this deploy that do not start at 1: `object.field` → first value. */
  readonly sequenceStarts = new Map<string, number>();

  constructor(
    private readonly original: OrgSchema,
    private readonly usedPrefixes: Set<string>
  ) {
    for (const object of original.objects()) this.objects.set(object.name.toLowerCase(), object);
  }

  object(name: string): ObjectDefinition | null {
    return this.objects.get(name.toLowerCase()) ?? null;
  }

  field(object: string, field: string): FieldDefinition | null {
    return this.object(object)?.fields[field.toLowerCase()] ?? null;
  }

  put(object: ObjectDefinition): void {
    this.objects.set(object.name.toLowerCase(), object);
  }

  /** Deletes an object and what hangs on it: its sharing table, lookups to it stay and are found by validation. */
  remove(name: string): void {
    this.objects.delete(name.toLowerCase());
    this.objects.delete(name.toLowerCase().replace(/__c$/, '__share'));
  }

  edit(name: string, change: (object: ObjectDefinition) => ObjectDefinition): void {
    const object = this.object(name);
    if (!object) throw new Error(`the schema has no object ${name}`);
    this.put(change(object));
  }

  putField(object: string, field: FieldDefinition): void {
    this.edit(object, (before) => ({ ...before, fields: { ...before.fields, [field.name.toLowerCase()]: field } }));
  }

  removeField(object: string, field: string): void {
    this.edit(object, (before) => {
      const fields = { ...before.fields };
      delete fields[field.toLowerCase()];
      // A geolocation's parts go with it.
      const stem = field.toLowerCase().replace(/__c$/, '');
      delete fields[`${stem}__latitude__s`];
      delete fields[`${stem}__longitude__s`];
      return { ...before, fields };
    });
  }

  /** Gives every field of a value set its new values. */
  setPicklist(object: string, field: string, values: readonly PicklistValue[]): void {
    const current = this.field(object, field);
    if (current) this.putField(object, { ...current, picklist: values });
  }

  keyPrefix(kind: ObjectKind, name: string): string {
    const prefix = nextKeyPrefix(kind, this.usedPrefixes);
    this.usedPrefixes.add(prefix);
    this.newPrefixes.set(prefix, name);
    return prefix;
  }

  /**
   * Derives what follows from the whole: owners, record type fields, sharing tables, types of roll-ups. Objects that a
   * deploy did not touch stay the same JavaScript objects, so that data definition finds nothing to do for them.
   */
  finish(): OrgSchema {
    for (const object of [...this.objects.values()]) {
      if (object === this.original.object(object.name)) continue;
      if (object.kind === 'custom') this.put(withOwner(object));
    }
    for (const object of [...this.objects.values()]) {
      if (object !== this.original.object(object.name) || object.kind === 'custom')
        this.put(this.withRollupTypes(withRecordType(object)));
      if (object.kind === 'custom') this.syncShare(object);
    }
    return createOrgSchema(this.original.version + 1, this.objects.values());
  }

  /** Objects that are new or changed. */
  *changed(): Iterable<ObjectDefinition> {
    for (const object of this.objects.values()) if (object !== this.original.object(object.name)) yield object;
  }

  /** Names of objects that are gone. */
  *removed(): Iterable<string> {
    for (const object of this.original.objects()) if (!this.objects.has(object.name.toLowerCase())) yield object.name;
  }

  private syncShare(object: ObjectDefinition): void {
    const name = object.name.replace(/__c$/, '__Share');
    const isPrivate = object.sharingModel === 'Private' || object.sharingModel === 'Read';
    const known = this.object(name);
    if (isPrivate) {
      const share = shareObject(object, known?.keyPrefix ?? this.keyPrefix('custom', name));
      if (!known || !sameCauses(known, share)) this.put(share);
    }
    if (!isPrivate && known) this.objects.delete(name.toLowerCase());
  }

  /** A sum, minimum or maximum has the type of the field it summarises. */
  private withRollupTypes(object: ObjectDefinition): ObjectDefinition {
    let fields = object.fields;
    for (const [key, field] of Object.entries(object.fields)) {
      const rollup = field.rollup;
      if (!rollup) continue;
      const source = rollup.childField === null ? null : this.field(rollup.childObject, rollup.childField);
      const type = rollup.operation === 'count' || !source ? 'double' : source.type;
      const scale = rollup.operation === 'count' || !source ? 0 : source.scale;
      const precision = type === 'date' || type === 'datetime' ? 0 : 18;
      if (field.type === type && field.scale === scale && field.precision === precision) continue;
      fields = { ...fields, [key]: { ...field, type, scale, precision } };
    }
    return fields === object.fields ? object : { ...object, fields };
  }
}

const sameCauses = (one: ObjectDefinition, other: ObjectDefinition): boolean =>
  JSON.stringify(one.fields.rowcause?.picklist) === JSON.stringify(other.fields.rowcause?.picklist);

/** Details have no owner of their own; their access is their master's. */
function withOwner(object: ObjectDefinition): ObjectDefinition {
  const isDetail = Object.values(object.fields).some((field) => field.masterDetail);
  const hasOwner = object.fields.ownerid !== undefined;
  if (isDetail && hasOwner) {
    const fields = { ...object.fields };
    delete fields.ownerid;
    return { ...object, fields, sharingModel: 'ControlledByParent' };
  }
  if (isDetail)
    return object.sharingModel === 'ControlledByParent' ? object : { ...object, sharingModel: 'ControlledByParent' };
  if (hasOwner) return object;
  const { id, ...rest } = object.fields;
  const fields: Record<string, FieldDefinition> = { ...(id ? { id } : {}), ownerid: ownerField(), ...rest };
  return { ...object, fields };
}

function withRecordType(object: ObjectDefinition): ObjectDefinition {
  if (object.kind !== 'custom' || object.recordTypes.length === 0 || object.fields.recordtypeid) return object;
  return { ...object, fields: { ...object.fields, recordtypeid: RECORD_TYPE_FIELD } };
}
