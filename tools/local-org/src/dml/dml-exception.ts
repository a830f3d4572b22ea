import { PlatformError, type DmlErrorDetail } from '../values/platform-error.js';
import type { DmlRow } from './row.js';

export const titleCase = (operation: string): string => (operation[0] as string).toUpperCase() + operation.slice(1);

/** Code, text and fields, as messages and debug logs show an error. */
const errorText = (error: { statusCode: string; message: string; fields: readonly string[] }): string =>
  `${error.statusCode}, ${error.message}: [${error.fields.join(', ')}]`;

export function dmlException(operation: string, rows: readonly DmlRow[]): PlatformError {
  const failed = rows.filter((row) => row.failed);
  const first = failed[0] as DmlRow;
  const id = first.record.id === null ? '' : ` with id ${first.record.id}`;
  const detail: DmlErrorDetail = {
    rows: failed.map((row) => ({ index: row.index, id: row.record.id, errors: row.errors }))
  };
  const error = errorText(first.errors[0] as DmlRow['errors'][number]);
  return new PlatformError(
    'System.DmlException',
    `${titleCase(operation)} failed. First exception on row ${first.index}${id}; first error: ${error}`,
    detail
  );
}
