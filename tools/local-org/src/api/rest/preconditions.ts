import { createHash } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import { ApiError } from '../../platform/api-error.js';

/**
 * Under which a request on a row is to be done.
 * Source: https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest/intro_rest_conditional_requests.htm
 */
export interface Preconditions {
  readonly ifMatch: string | null;
  readonly ifNoneMatch: string | null;
  readonly ifModifiedSince: string | null;
  readonly ifUnmodifiedSince: string | null;
}

/** What the conditions are held against. */
export interface RowState {
  /** null: rows of this object have none. */
  readonly etag: string | null;
  /** Milliseconds since 1970. */
  readonly modified: number;
}

/** @returns null when the request sets no condition. */
export function preconditionsOf(headers: IncomingHttpHeaders): Preconditions | null {
  const conditions = {
    ifMatch: headers['if-match'] ?? null,
    ifNoneMatch: headers['if-none-match'] ?? null,
    ifModifiedSince: headers['if-modified-since'] ?? null,
    ifUnmodifiedSince: headers['if-unmodified-since'] ?? null
  };
  return Object.values(conditions).some((value) => value !== null) ? conditions : null;
}

/** @param version another one after every change of the row. */
export const rowTag = (id: string, version: string): string =>
  `"${createHash('sha1').update(`${id} ${version}`).digest('base64')}"`;

/**
 * The status with which the request ends because a condition is not met; null: it is done.
 *
 * @throws ApiError 400 for a header that cannot be read, on a request that writes; on others it is overlooked.
 */
export function unmetStatus(conditions: Preconditions, state: RowState, reads: boolean): 304 | 412 | null {
  const { etag, modified } = state;
  if (conditions.ifMatch !== null && etag !== null && !names(conditions.ifMatch, etag, 'If-Match', reads)) return 412;
  const unmodifiedSince = seconds(conditions.ifUnmodifiedSince, 'If-Unmodified-Since', reads);
  if (unmodifiedSince !== null && Math.floor(modified / 1000) > unmodifiedSince) return 412;
  if (conditions.ifNoneMatch !== null && etag !== null) {
    if (names(conditions.ifNoneMatch, etag, 'If-None-Match', reads)) return reads ? 304 : 412;
    return null;
  }
  const modifiedSince = reads ? seconds(conditions.ifModifiedSince, 'If-Modified-Since', true) : null;
  return modifiedSince !== null && Math.floor(modified / 1000) <= modifiedSince ? 304 : null;
}

function names(list: string, etag: string, header: string, reads: boolean): boolean {
  if (list.trim() === '*') return true;
  const tags = list.match(/"[^"]*"/g);
  if (!tags && !reads) throw unreadable(header, list);
  return tags?.includes(etag) ?? false;
}

/** HTTP's times know no fractions. */
function seconds(text: string | null, header: string, reads: boolean): number | null {
  if (text === null) return null;
  const ms = Date.parse(text);
  if (!Number.isNaN(ms)) return Math.floor(ms / 1000);
  if (!reads) throw unreadable(header, text);
  return null;
}

const unreadable = (header: string, value: string): ApiError =>
  new ApiError(400, 'INVALID_REQUEST', `the header ${header} cannot be read: ${value}`);
