import { element, escapeXml } from './envelope.js';

/** Rows of the REST API as the SOAP API writes them. */
type Json = Readonly<Record<string, unknown>>;

const SOBJECT = 'xmlns:sf="urn:sobject.partner.soap.sforce.com"';

interface Children {
  readonly done: boolean;
  readonly totalSize: number;
  readonly records: readonly Json[];
}

/** A page of a query as the element `result`. @param locator of the next page; null: it is the last. */
export function queryResultXml(records: readonly Json[], size: number, locator: string | null): string {
  return (
    '<result xsi:type="QueryResult">' +
    element('done', locator === null) +
    element('queryLocator', locator) +
    records.map((record) => recordXml('records', record)).join('') +
    element('size', size) +
    '</result>'
  );
}

/** @param name of the element. @param record a row, or null for one that is not there. */
export function recordXml(name: string, record: Json | null): string {
  if (record === null) return element(name, null);
  return `<${name} xsi:type="sf:sObject" ${SOBJECT}>${fieldsXml(record)}</${name}>`;
}

function fieldsXml({ attributes, ...fields }: Json): string {
  const { type = 'AggregateResult' } = (attributes ?? {}) as { type?: string };
  // Clients expect an Id in every record, filled or not.
  const id = Object.keys(fields).find((name) => name.toLowerCase() === 'id');
  const rest = Object.entries(fields).filter(([name]) => name !== id);
  return (
    element('sf:type', type) +
    element('sf:Id', id === undefined ? null : String(fields[id])) +
    rest.map(([name, value]) => valueXml(`sf:${name}`, value)).join('')
  );
}

function valueXml(name: string, value: unknown): string {
  if (value === null || value === undefined) return element(name, null);
  if (typeof value !== 'object') return `<${name}>${escapeXml(timeOf(value))}</${name}>`;
  if (isChildren(value)) {
    const records = value.records.map((record) => recordXml('records', record)).join('');
    const head = element('done', value.done) + element('queryLocator', null);
    return `<${name} xsi:type="QueryResult">${head}${records}${element('size', value.totalSize)}</${name}>`;
  }
  if ('attributes' in value) return `<${name} xsi:type="sf:sObject">${fieldsXml(value as Json)}</${name}>`;
  const parts = Object.entries(value).map(([key, part]) => valueXml(key, part));
  return `<${name}>${parts.join('')}</${name}>`;
}

const isChildren = (value: object): value is Children => Array.isArray((value as Partial<Children>).records);

/** XML writes the zone of a time as `Z`, JSON as `+0000`. */
const timeOf = (value: unknown): string =>
  String(value).replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3})\+0000$/, '$1Z');
