import type { FieldDefinition, FieldType } from '../../schema/definitions.js';
import { isIdentifier, isNumber, isText } from '../../soql/analysis/functions.js';
import { sqlText, timestampText, UnsuitableValue } from '../../soql/values/to-sql.js';
import { DatetimeValue } from '../../values/datetime.js';
import { Decimal } from '../../values/decimal.js';
import { DoubleValue } from '../../values/double.js';
import type { RowError } from '../../values/platform-error.js';

/** A value as it is saved: what triggers and queries see of it, and the text PostgreSQL reads. */
export interface SavedValue {
  readonly value: unknown;
  readonly text: string | null;
}

const NOTHING: SavedValue = { value: null, text: null };
const MAX_INT = 2_147_483_647n;

/**
 * What becomes of a value on its way into a field: text trimmed, '' null, numbers with the field's scale or more, times cut
 * to seconds; or why it is refused.
 */
export function saveValue(
  field: FieldDefinition,
  value: unknown,
  { mayCut = false }: { readonly mayCut?: boolean } = {}
): SavedValue | RowError {
  if (value === null || value === undefined) return field.type === 'boolean' ? { value: false, text: 'f' } : NOTHING;
  try {
    if (isText(field.type)) return saveText(field, sqlText(field.type, value), mayCut);
    if (isNumber(field.type)) return saveNumber(field, value);
    if (field.type === 'datetime') return saveDatetime(value);
    const text = sqlText(field.type, value);
    return { value: isIdentifier(field.type) ? text : value, text };
  } catch (error) {
    if (error instanceof UnsuitableValue) return unsuitable(field, value);
    throw error;
  }
}

function unsuitable(field: FieldDefinition, value: unknown): RowError {
  if (isIdentifier(field.type)) {
    return error('MALFORMED_ID', `${field.label}: id value of incorrect type: ${String(value)}`, field);
  }
  return error(
    'INVALID_TYPE_ON_FIELD_IN_RECORD',
    `${field.label}: value not of required type: ${String(value)}`,
    field
  );
}

function saveText(field: FieldDefinition, raw: string | null, mayCut: boolean): SavedValue | RowError {
  const whole = wellFormed(raw?.trim() ?? '');
  const text = mayCut && field.length > 0 ? whole.slice(0, field.length).trimEnd() : whole;
  if (text === '') return NOTHING;
  if (text.includes('\u0000')) {
    return error('INVALID_FIELD', `${field.label}: data value contains the character U+0000`, field);
  }
  if (field.length > 0 && text.length > field.length) {
    return error(
      'STRING_TOO_LONG',
      `${field.label}: data value too large: ${text} (max length=${field.length})`,
      field
    );
  }
  if (field.picklist && field.restrictedPicklist) return savePicklist(field, text);
  if (field.type === 'email' && !/^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)) {
    return error('INVALID_EMAIL_ADDRESS', `${field.label}: invalid email address: ${text}`, field);
  }
  // Of a user; loosely: it need not be an address that gets mail.
  if (field.name === 'Username' && !/^[^\s@]+@\S*[^\s@]$/.test(text)) {
    return error(
      'FIELD_INTEGRITY_EXCEPTION',
      'Username must be in the form of an email address (for example, john@acme.com): Username',
      field
    );
  }
  return { value: text, text };
}

/** Values are taken in any case and stored as defined. */
/** Half a surrogate pair is no character: UTF-8 cannot hold it. */
const wellFormed = (text: string): string =>
  text.replace(/[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g, '\ufffd');

function savePicklist(field: FieldDefinition, text: string): SavedValue | RowError {
  const known = new Map((field.picklist ?? []).map((entry) => [entry.value.toLowerCase(), entry]));
  const parts = field.type === 'multipicklist' ? text.split(';').map((part) => part.trim()) : [text];
  const stored: string[] = [];
  for (const part of parts) {
    const entry = known.get(part.toLowerCase());
    if (!entry?.isActive) {
      return error(
        'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST',
        `${field.label}: bad value for restricted picklist field: ${part}`,
        field
      );
    }
    stored.push(entry.value);
  }
  const value = stored.join(';');
  return { value, text: value };
}

function saveNumber(field: FieldDefinition, value: unknown): SavedValue | RowError {
  const text = sqlText(field.type, value) as string;
  const exact =
    value instanceof Decimal
      ? value
      : value instanceof DoubleValue || text.includes('e')
        ? Decimal.fromDouble(Number(text))
        : Decimal.parse(text);
  const rounded = exact.setScale(scaleToSave(field, exact), 'HALF_UP');
  const limit = field.type === 'int' ? MAX_INT : 10n ** BigInt(wholeDigits(field)) - 1n;
  const whole = rounded.abs().toBigInt();
  if (whole > limit) {
    return error(
      'NUMBER_OUTSIDE_VALID_RANGE',
      `${field.label}: value outside of valid range on numeric field: ${text}`,
      field
    );
  }
  const plain = rounded.toPlainString();
  if (field.type === 'int') return { value: Number(plain), text: plain };
  if (field.type === 'long') return { value: BigInt(plain), text: plain };
  return { value: rounded, text: plain };
}

/** Most digits after the point that the platform keeps. */
const MAX_SCALE = 24;

/**
 * Whole numbers are rounded. Others keep digits beyond the field's scale, which only pages round, and come back with at
 * least as many as it has. https://help.salesforce.com/s/articleView?id=000387302
 */
function scaleToSave(field: FieldDefinition, value: Decimal): number {
  if (field.type === 'int' || field.type === 'long') return 0;
  return Math.max(field.scale, Math.min(value.scale, MAX_SCALE));
}

function wholeDigits(field: FieldDefinition): number {
  const byType: Partial<Record<FieldType, number>> = { long: 18, int: 10 };
  return byType[field.type] ?? Math.max(field.precision - field.scale, 1);
}

function saveDatetime(value: unknown): SavedValue {
  const text = sqlText('datetime', value) as string;
  if (!(value instanceof DatetimeValue)) return { value, text };
  const seconds = new DatetimeValue(Math.floor(value.ms / 1000) * 1000);
  return { value: seconds, text: timestampText(seconds.ms) };
}

const error = (statusCode: string, message: string, field: FieldDefinition): RowError => ({
  statusCode,
  message,
  fields: [field.name]
});

export const isRowError = (result: SavedValue | RowError): result is RowError => 'statusCode' in result;
