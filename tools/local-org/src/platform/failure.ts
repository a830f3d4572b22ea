import { toApexException } from '../apex/runtime/exception.js';
import { NotSupportedError } from '../values/platform-error.js';
import { ApiError } from './api-error.js';
import type { OperationFailure } from './operation.js';

/** What a client may see of an error, whatever threw it. */
export function failureOf(error: unknown): OperationFailure {
  const stack = error instanceof Error ? (error.stack ?? null) : null;
  if (error instanceof ApiError) {
    const { status, errorCode, message, fields } = error;
    return { kind: 'api', status, errorCode, message, fields, stack: null };
  }
  if (error instanceof NotSupportedError) {
    const { message } = error;
    return { kind: 'not-supported', status: 400, errorCode: 'NOT_SUPPORTED', message, fields: [], stack };
  }
  const exception = toApexException(error);
  if (exception) {
    const detail = exception.detail as { errorCode?: string } | null | undefined;
    if (exception.typeName() === 'System.SecurityException') {
      const message = exception.getMessage();
      return { kind: 'api', status: 403, errorCode: 'INSUFFICIENT_ACCESS_OR_READONLY', message, fields: [], stack };
    }
    const query = exception.typeName() === 'System.QueryException';
    const code = detail?.errorCode ?? (query ? 'MALFORMED_QUERY' : 'UNKNOWN_EXCEPTION');
    return { kind: 'api', status: 400, errorCode: code, message: exception.getMessage(), fields: [], stack };
  }
  const message = error instanceof Error ? error.message : String(error);
  return {
    kind: 'internal',
    status: 500,
    errorCode: 'UNKNOWN_EXCEPTION',
    message: `internal error of the local org: ${message}`,
    fields: [],
    stack
  };
}
