import { PlatformError } from '../values/platform-error.js';

/** What is wrong with a query, as the platform words it. `offset` counts characters of the query text. */
export interface QueryProblem {
  readonly message: string;
  readonly offset: number;
}

/** Detail of a System.QueryException that the analysis of a query raised. */
export interface QueryErrorDetail {
  readonly offset: number;
  /** REST's errorCode: MALFORMED_QUERY, INVALID_FIELD, INVALID_TYPE … */
  readonly errorCode: string;
}

/** Raised while a query is parsed; carries where. */
export class QuerySyntaxError extends Error {
  constructor(
    message: string,
    readonly offset: number
  ) {
    super(message);
    this.name = 'QuerySyntaxError';
  }
}

/** @returns the exception that Apex code meets for the problem. */
export function queryException(problem: QueryProblem, errorCode = errorCodeOf(problem.message)): PlatformError {
  const detail: QueryErrorDetail = { offset: problem.offset, errorCode };
  return new PlatformError('System.QueryException', problem.message, detail);
}

function errorCodeOf(message: string): string {
  if (message.startsWith('No such column') || message.startsWith("Didn't understand relationship"))
    return 'INVALID_FIELD';
  if (message.startsWith('sObject type')) return 'INVALID_TYPE';
  return 'MALFORMED_QUERY';
}
