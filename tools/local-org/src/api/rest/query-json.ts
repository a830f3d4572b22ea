import type { OrgSchema } from '../../schema/definitions.js';
import type { SelectedColumn } from '../../soql/index.js';
import type { SObjectRecord } from '../../values/record.js';
import { BlobValue } from '../../values/index.js';
import { blobAddress, recordToJson, valueToJson, type JsonRow } from './json-codec.js';

/**
 * A row of a query as the REST API writes it: what SELECT names, in its order, and nothing besides; names as the schema
 * spells them.
 *
 * @param base `/services/data/v68.0`, for the `url` of each row.
 * @param inlineBlobs as SOAP has them: base64 in place of an address.
 */
export function queryRowToJson(
  record: SObjectRecord,
  columns: readonly SelectedColumn[],
  schema: OrgSchema,
  base: string,
  inlineBlobs = false
): JsonRow {
  const row: JsonRow = { attributes: attributes(record, base) };
  for (const column of columns) {
    switch (column.kind) {
      case 'field':
        putField(row, record, column.path, schema, base, inlineBlobs);
        break;
      case 'value':
        row[column.name] = valueToJson(record.fields.get(column.name.toLowerCase()));
        break;
      case 'typeof': {
        const parent = record.parents?.get(column.name.toLowerCase());
        row[column.name] = parent ? recordToJson(parent, schema, base) : null;
        break;
      }
      case 'children': {
        const children = (record.children?.get(column.name.toLowerCase())?.items ?? []) as SObjectRecord[];
        const records = children.map((child) => queryRowToJson(child, column.selected, schema, base, inlineBlobs));
        row[column.name] = records.length === 0 ? null : { totalSize: records.length, done: true, records };
      }
    }
  }
  return row;
}

/** Fields of one parent come together under its relationship. */
function putField(
  row: JsonRow,
  record: SObjectRecord,
  [name = '', ...rest]: readonly string[],
  schema: OrgSchema,
  base: string,
  inlineBlobs: boolean
): void {
  if (rest.length === 0) {
    const value = record.fields.get(name.toLowerCase());
    if (isComplex(value, record, name, schema)) row[name] = JSON.parse(value) as unknown;
    else if (value instanceof BlobValue && record.id && !inlineBlobs) row[name] = blobAddress(base, record, name);
    else row[name] = valueToJson(value);
    return;
  }
  const parent = record.parents?.get(name.toLowerCase());
  if (!parent) {
    row[name] = null;
    return;
  }
  const nested = (row[name] ??= { attributes: attributes(parent, base) }) as JsonRow;
  putField(nested, parent, rest, schema, base, inlineBlobs);
}

/** Complex values of the Tooling API are kept as JSON. */
function isComplex(value: unknown, record: SObjectRecord, name: string, schema: OrgSchema): value is string {
  return (
    typeof value === 'string' && value.startsWith('{') && schema.field(record.objectName, name)?.type === 'anyType'
  );
}

const attributes = (record: SObjectRecord, base: string): JsonRow => ({
  type: record.objectName,
  ...(record.objectName !== 'AggregateResult' && record.id
    ? { url: `${base}/sobjects/${record.objectName}/${record.id}` }
    : {})
});
