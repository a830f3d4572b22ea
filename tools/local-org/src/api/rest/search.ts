import { ApiError } from '../../platform/api-error.js';
import type { SlotContext } from '../../platform/slot.js';
import type { SlotTransaction } from '../../platform/transaction.js';
import { recordToJson } from './json-codec.js';
import { AS_USER } from './query-operation.js';

/** Source: api_rest, resources_search_parameterized. */
export interface ParameterizedSearch {
  readonly q: string;
  readonly objects: readonly {
    readonly name: string;
    readonly fields: readonly string[];
    readonly limit: number | null;
  }[];
  /** ALL, NAME, EMAIL, PHONE, SIDEBAR. */
  readonly scope: string;
  readonly limit: number | null;
  /** `v68.0`. */
  readonly version: string;
}

/** `/search?q=FIND …` */
export function searchOperation(context: SlotContext, payload: { sosl: string; version: string }): unknown {
  return context.transaction({}, (tx) => search(tx, payload.sosl, payload.version));
}

export function parameterizedSearch(context: SlotContext, payload: ParameterizedSearch): unknown {
  return context.transaction({}, (tx) => search(tx, soslOf(payload), payload.version));
}

function search(tx: SlotTransaction, sosl: string, version: string): unknown {
  const found = tx.search(sosl, [], AS_USER).flat();
  return { searchRecords: found.map((record) => recordToJson(record, tx.schema, `/services/data/${version}`)) };
}

const NAME = /^[A-Za-z]\w*$/;
const FIELD = /^[A-Za-z]\w*(?:\.[A-Za-z]\w*)*$/;

/** Only names get into the text; what is looked for is escaped, but for wildcards. */
function soslOf({ q, objects, scope, limit }: ParameterizedSearch): string {
  if (objects.length === 0) {
    throw new ApiError(400, 'NOT_SUPPORTED', 'not supported by the local org: a parameterized search without sobject');
  }
  const returning = objects.map(({ name, fields, limit: own }) => {
    check(name, NAME);
    for (const field of fields) check(field, FIELD);
    const list = fields.length > 0 ? fields : ['Id'];
    return `${name}(${list.join(', ')}${own === null ? '' : ` LIMIT ${own}`})`;
  });
  check(scope, NAME);
  const text = q.replace(/[\\&|!{}[\]()^~:"'+-]/g, '\\$&');
  const end = limit === null ? '' : ` LIMIT ${limit}`;
  return `FIND {${text}} IN ${scope.toUpperCase()} FIELDS RETURNING ${returning.join(', ')}${end}`;
}

function check(name: string, pattern: RegExp): void {
  if (!pattern.test(name)) throw new ApiError(400, 'INVALID_SEARCH', `not a name: ${name}`);
}
