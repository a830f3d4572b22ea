import type { SlotTransaction } from '../../platform/transaction.js';
import { ApiError } from '../../platform/api-error.js';
import type { JsonRow } from './json-codec.js';
import { AS_USER } from './query-operation.js';

/** Most rows of an answer: api_rest, resources_recent_items. */
const MOST = 200;

/**
 * Rows that the user looked at last (api_rest, resources_recent_items), the latest first.
 *
 * @param object API name; null is all objects. @throws ApiError 400 for a limit that is no number.
 */
export function recentRows(
  tx: SlotTransaction,
  version: string,
  object: string | null,
  limit = String(MOST)
): JsonRow[] {
  if (!/^[1-9]\d*$/.test(limit)) throw new ApiError(400, 'INVALID_QUERY_LIMIT', 'limit must be a number above 0');
  const text = `SELECT Id, Name, Type FROM RecentlyViewed WHERE LastViewedDate != NULL${object === null ? '' : ' AND Type = :object'}
    ORDER BY LastViewedDate DESC LIMIT ${Math.min(MOST, Number(limit))}`;
  return tx.apiQuery(text, AS_USER, false, new Map([['object', object]])).records.map((record) => {
    const type = String(record.fields.get('type'));
    const url = `/services/data/${version}/sobjects/${type}/${String(record.id)}`;
    return { attributes: { type, url }, Id: record.id, Name: record.fields.get('name') ?? null };
  });
}
