import { currentTransaction, type RuntimeClass } from '../../apex/runtime/transaction.js';
import type { FormulaRecord } from '../../formula/index.js';
import { recordView } from '../../formula/index.js';
import type { FieldDefinition, FieldType, ObjectDefinition, OrgSchema } from '../../schema/definitions.js';
import { defineField } from '../../schema/field.js';
import { defineObject, NO_TABLE } from '../../schema/object.js';
import { isUserInstance, type UserInstance } from '../../values/object.js';
import { PlatformError } from '../../values/platform-error.js';
import { SObjectRecord } from '../../values/record.js';
import { SOBJECT, type ApexType } from '../../values/type.js';

/** Field types that Apex types stand for in a formula over a class. */
const FIELD_TYPES: Readonly<Record<string, FieldType>> = {
  boolean: 'boolean',
  integer: 'int',
  long: 'long',
  double: 'double',
  decimal: 'double',
  string: 'string',
  id: 'id',
  date: 'date',
  datetime: 'datetime',
  time: 'time'
};

/**
 * A class of the org as if it were an object: its fields of primitive types are fields, those that hold records (or other
 * instances) are parents. https://developer.salesforce.com/docs/atlas.en-us.apexref.meta/apexref/apex_namespace_formulaeval.htm
 */
export function classAsObject(runtime: RuntimeClass): ObjectDefinition {
  const fields = runtime.fields.map((field) => fieldOf(field.name, field.type)).filter((field) => field !== null);
  return defineObject({
    name: runtime.type.name,
    label: runtime.type.name,
    kind: 'custom',
    keyPrefix: '',
    custom: true,
    fields: Object.fromEntries(fields.map((field) => [field.name.toLowerCase(), field])),
    ...NO_TABLE
  });
}

function fieldOf(name: string, type: ApexType): FieldDefinition | null {
  if (type.kind === 'primitive') return definition(name, FIELD_TYPES[type.key] ?? 'string', null);
  return type.kind === 'sobject' && type !== SOBJECT ? definition(name, 'reference', type.name) : null;
}

function definition(name: string, type: FieldType, referenceTo: string | null): FieldDefinition {
  return defineField({
    name,
    label: name,
    type,
    custom: true,
    length: 255,
    precision: 18,
    referenceTo: referenceTo === null ? [] : [referenceTo],
    relationshipName: referenceTo === null ? null : name,
    createable: false,
    updateable: false,
    permissionable: false
  });
}

/** What a formula reads: a record, or an instance of a class. @throws PlatformError for anything else. */
export function formulaView(subject: unknown): FormulaRecord {
  if (subject instanceof SObjectRecord) return recordView(subject);
  if (isUserInstance(subject)) return instanceView(subject);
  throw new PlatformError('System.FormulaEvaluationException', 'A formula is evaluated on a record or on an instance');
}

function instanceView(instance: UserInstance): FormulaRecord {
  const read = (name: string): unknown => {
    const field = instance.$class.fields.find((candidate) => candidate.name.toLowerCase() === name);
    if (!field) return null;
    const members = instance as unknown as Record<string, unknown>;
    const getter = field.hasAccessors ? members[`$get_${field.jsName}`] : undefined;
    return (typeof getter === 'function' ? (getter.call(instance) as unknown) : members[field.jsName]) ?? null;
  };
  return {
    isNew: false,
    prior: null,
    get: read,
    parent: (name) => {
      const parent = read(name);
      return parent === null ? null : formulaView(parent);
    }
  };
}

/** The org's schema with one more object, which may be no object of the org. */
export function withObject(schema: OrgSchema, object: ObjectDefinition): OrgSchema {
  if (schema.object(object.name) === object) return schema;
  const isIt = (name: string): boolean => name.toLowerCase() === object.name.toLowerCase();
  return {
    version: schema.version,
    object: (name) => (isIt(name) ? object : schema.object(name)),
    objects: () => schema.objects(),
    field: (name, field) => (isIt(name) ? (object.fields[field.toLowerCase()] ?? null) : schema.field(name, field)),
    childRelationships: (parent) => schema.childRelationships(parent),
    objectByKeyPrefix: (prefix) => schema.objectByKeyPrefix(prefix)
  };
}

/** The object or class that a type names; null when formulas cannot be written for it. */
export function formulaObject(type: ApexType): ObjectDefinition | null {
  const { schema, code } = currentTransaction();
  if (type.kind === 'sobject') return schema.object(type.name);
  const runtime = type.kind === 'user' ? code.type(type.name) : null;
  return runtime && classAsObject(runtime);
}
