import type { RowResult } from '../salesforce/collections.js';

export type Verdict =
  | { readonly kind: 'delivered' }
  /** May pass by itself. */
  | { readonly kind: 'transient'; readonly code: string }
  /** The row will never be taken. */
  | { readonly kind: 'permanent'; readonly code: string; readonly fields: readonly string[] }
  /** Concerns every row: rights, space. A person has to act, the rows are fine. */
  | { readonly kind: 'hold'; readonly code: string };

/** Status codes (SOAP API Developer Guide, "StatusCode") that say something about the row itself. */
const PERMANENT = new Set([
  'STRING_TOO_LONG',
  'REQUIRED_FIELD_MISSING',
  'INVALID_OR_NULL_FOR_RESTRICTED_PICKLIST',
  'FIELD_CUSTOM_VALIDATION_EXCEPTION',
  'FIELD_INTEGRITY_EXCEPTION',
  'FIELD_FILTER_VALIDATION_EXCEPTION',
  'NUMBER_OUTSIDE_VALID_RANGE',
  'INVALID_TYPE_ON_FIELD_IN_RECORD',
  'JSON_PARSER_ERROR',
  'MALFORMED_ID',
  'DUPLICATES_DETECTED'
]);

const HOLD = new Set([
  'INSUFFICIENT_ACCESS_OR_READONLY',
  'INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY',
  'INVALID_FIELD_FOR_INSERT_UPDATE',
  'INVALID_FIELD',
  'INVALID_TYPE',
  'STORAGE_LIMIT_EXCEEDED',
  'API_DISABLED_FOR_ORG'
]);

/**
 * What the org's answer for one row means. DUPLICATE_VALUE means delivered: the inbox has the event, from an earlier
 * attempt whose answer was lost. A code that is not known may pass: attempts are limited.
 * Also a trigger that fails (CANNOT_INSERT_UPDATE_ACTIVATE_ENTITY) takes all rows of a call with it: each comes back at a
 * time of its own, so that the innocent ones meet the culprit no more.
 */
export function classify(result: RowResult): Verdict {
  if (result.success) return { kind: 'delivered' };
  const [error] = result.errors;
  if (error === undefined) return { kind: 'transient', code: 'UNKNOWN_EXCEPTION' };
  const { statusCode: code, fields } = error;
  if (code === 'DUPLICATE_VALUE') return { kind: 'delivered' };
  if (PERMANENT.has(code)) return { kind: 'permanent', code, fields };
  return HOLD.has(code) ? { kind: 'hold', code } : { kind: 'transient', code };
}
