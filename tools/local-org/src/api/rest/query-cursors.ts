import { randomBytes } from 'node:crypto';
import { ApiError } from '../../platform/api-error.js';

/** Rows of a query beyond its first page: JSON texts of the lists of records, page by page. */
export interface QueryRest {
  readonly totalSize: number;
  /** Rows of a page but the last. */
  readonly pageSize: number;
  readonly pages: readonly string[];
}

interface Cursor extends QueryRest {
  readonly userId: string;
  readonly opened: number;
}

/** Source: salesforce_app_limits_cheatsheet, "Query cursors": ten a user. */
const MAX_CURSORS = 10;
/** The platform keeps a locator for two days; here memory is the limit. Milliseconds. */
const LIFETIME = 2 * 3600_000;

/** What `nextRecordsUrl` leads to: the result as it was when the query ran. */
export class QueryCursors {
  private readonly cursors = new Map<string, Cursor>();

  /** @returns the locator of the second page: id of the cursor and number of rows before the page. */
  open(rest: QueryRest, userId: string): string {
    const now = Date.now();
    for (const [id, cursor] of this.cursors) if (now - cursor.opened > LIFETIME) this.cursors.delete(id);
    const own = [...this.cursors].filter(([, cursor]) => cursor.userId === userId);
    for (const [id] of own.slice(0, own.length - MAX_CURSORS + 1)) this.cursors.delete(id);
    const id = `01g${randomBytes(12).toString('hex').slice(0, 15)}`;
    this.cursors.set(id, { ...rest, userId, opened: now });
    return `${id}-${rest.pageSize}`;
  }

  /**
   * The page as JSON text, as the query's own answer.
   *
   * @param base the address of the resource, `/services/data/v68.0/query`.
   * @throws ApiError INVALID_QUERY_LOCATOR for one that is unknown, too old, or another user's.
   */
  page(locator: string, userId: string, base: string): string {
    const [, id = '', start = ''] = /^(\w{18})-(\d+)$/.exec(locator) ?? [];
    const cursor = this.cursors.get(id);
    const index = cursor ? Number(start) / cursor.pageSize - 1 : -1;
    const records = cursor?.pages[index];
    if (!cursor || cursor.userId !== userId || records === undefined) {
      throw new ApiError(400, 'INVALID_QUERY_LOCATOR', 'invalid query locator');
    }
    const isLast = index === cursor.pages.length - 1;
    const next = isLast ? '' : `"nextRecordsUrl":"${base}/${id}-${Number(start) + cursor.pageSize}",`;
    return `{"totalSize":${cursor.totalSize},"done":${isLast},${next}"records":${records}}`;
  }
}
