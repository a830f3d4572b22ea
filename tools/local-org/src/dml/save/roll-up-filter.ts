import type { OrgSchema, RollupDefinition } from '../../schema/definitions.js';
import { isIdentifier, isText } from '../../soql/analysis/functions.js';
import { NotSupportedError } from '../../values/platform-error.js';

type Filter = RollupDefinition['filters'][number];

const COMPARE: Readonly<Record<string, string>> = {
  equals: 'IN',
  notequal: 'NOT IN',
  lessthan: '<',
  greaterthan: '>',
  lessorequal: '<=',
  greaterorequal: '>=',
  includes: 'INCLUDES',
  excludes: 'EXCLUDES'
};

/** A filter of a roll-up summary field as a SOQL condition; values stand between commas. */
export function rollUpCondition(schema: OrgSchema, definition: RollupDefinition, filter: Filter): string {
  const field = schema.field(definition.childObject, filter.field.replace(`${definition.childObject}.`, ''));
  if (!field) throw new NotSupportedError(`a roll-up filter over ${filter.field}`);
  const quoted = isText(field.type) || isIdentifier(field.type);
  const values =
    filter.value === '' ? ['null'] : filter.value.split(/\s*,\s*/).map((value) => (quoted ? quote(value) : value));
  const operation = filter.operation.toLowerCase();
  const operator = COMPARE[operation];
  if (operator && /[A-Z]/.test(operator)) return `${field.name} ${operator} (${values.join(', ')})`;
  if (operator) return `${field.name} ${operator} ${values[0] as string}`;
  const pattern = { contains: ['%', '%'], notcontain: ['%', '%'], startswith: ['', '%'] }[operation];
  if (!pattern) throw new NotSupportedError(`the roll-up filter operation ${filter.operation}`);
  const wild = filter.value.replace(/[\\%_]/g, '\\$&');
  const like = `${field.name} LIKE ${`'${pattern[0]}${wild.replace(/'/g, "\\'")}${pattern[1]}'`}`;
  return operation === 'notcontain' ? `(NOT ${like})` : like;
}

const quote = (text: string): string => `'${text.replace(/[\\']/g, '\\$&')}'`;
