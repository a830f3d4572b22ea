import { currentTransaction } from '../../apex/runtime/transaction.js';
import { apexTypeOf } from '../../schema/apex-types.js';
import type { ObjectDefinition } from '../../schema/definitions.js';
import { ApexList } from '../../values/collections.js';
import { SObjectRecord } from '../../values/record.js';
import { SOBJECT, sobjectType, type ApexType } from '../../values/type.js';
import { jsonError } from './tokens.js';
import type { JsonNode } from './tree.js';
import { untypedValue } from './untyped.js';

type Reader = (node: JsonNode, type: ApexType, strict: boolean) => unknown;
type Entries = readonly (readonly [string, JsonNode])[];

/**
 * A record from the form JSON.serialize gives it. Classes pass over names that they do not have, sObjects do not, whether
 * the call is strict or not.
 * Source: salesforce.stackexchange.com, "JSON.deserialize not ignoring unknown properties" and "deserializeStrict method:
 * bug"; for lists and objects github.com/mattaddy/SObjectFabricator/issues/11.
 * @throws PlatformError System.JSONException
 */
export function readRecord(node: JsonNode, type: ApexType, read: Reader): SObjectRecord {
  if (node.kind !== 'object') throw jsonError(`Malformed JSON: Expected '{' at the beginning of object (${type.name})`);
  const named = objectName(node.entries);
  if (type.name === 'AggregateResult' || (type === SOBJECT && named === 'AggregateResult')) {
    return readAggregate(node.entries);
  }
  const object = currentTransaction().schema.object(type === SOBJECT ? (named ?? '') : type.name);
  if (!object) throw jsonError(`Invalid sobject type: ${named ?? type.name}`);
  const record = new SObjectRecord(object.name);
  for (const [name, value] of node.entries) readMember(record, object, name, value, read);
  return record;
}

/** Rows of aggregate queries have any names: tests fake them so. */
function readAggregate(entries: Entries): SObjectRecord {
  const record = new SObjectRecord('AggregateResult');
  const aliases = new Map<string, string>();
  for (const [name, value] of entries) {
    if (name === 'attributes') continue;
    aliases.set(name.toLowerCase(), name);
    record.fields.set(name.toLowerCase(), untypedValue(value));
  }
  record.aliases = aliases;
  record.queried = new Set(aliases.keys());
  return record;
}

function objectName(entries: Entries): string | null {
  const attributes = entries.find(([name]) => name === 'attributes')?.[1];
  const type = attributes?.kind === 'object' ? attributes.entries.find(([name]) => name === 'type')?.[1] : null;
  return type?.kind === 'string' ? type.text : null;
}

function readMember(record: SObjectRecord, object: ObjectDefinition, name: string, node: JsonNode, read: Reader): void {
  const key = name.toLowerCase();
  const field = object.fields[key];
  if (field) {
    record.fields.set(key, read(node, apexTypeOf(field), false));
    return;
  }
  const lookup = Object.values(object.fields).find((candidate) => candidate.relationshipName?.toLowerCase() === key);
  if (lookup) {
    record.parents ??= new Map();
    const parentType = lookup.referenceTo.length === 1 ? sobjectType(lookup.referenceTo[0]!) : SOBJECT;
    record.parents.set(key, node.kind === 'null' ? null : readRecord(node, parentType, read));
    return;
  }
  if (key === 'attributes') return;
  const child = currentTransaction()
    .schema.childRelationships(object.name)
    .find((candidate) => candidate.name?.toLowerCase() === key);
  if (!child) {
    throw jsonError(
      node.kind === 'object' || node.kind === 'array'
        ? `No field name specified on column for sobject of type ${object.name}`
        : `No such column '${name}' on sobject of type ${object.name}`
    );
  }
  if (node.kind === 'object') {
    const records = node.entries.find(([entry]) => entry === 'records')?.[1];
    const childType = sobjectType(child.childObject);
    record.children ??= new Map();
    record.children.set(
      key,
      new ApexList(
        childType,
        records?.kind === 'array' ? records.items.map((item) => readRecord(item, childType, read)) : []
      )
    );
  }
}
