import pg from 'pg';
import type { RowLock, RowLockRequest } from '../api/host.js';
import type { DatabaseAddress } from '../database/cluster.js';
import { ApiError } from '../platform/api-error.js';

/** Locks on rows that a session of its own holds, as a transaction of somebody else would. */
export class RowLocks {
  private readonly held = new Map<string, () => Promise<void>>();
  private nextId = 1;

  constructor(private readonly address: DatabaseAddress) {}

  /**
   * Resolves when the lock is held; it is let go after the time, or by `release`.
   *
   * @throws ApiError when there is no such object, field or row, or others hold the row for more than ten seconds.
   */
  async hold(request: RowLockRequest): Promise<RowLock> {
    const client = new pg.Client({ ...this.address, application_name: 'local-org-lock' });
    client.on('error', () => undefined);
    await client.connect();
    try {
      await client.query("SET search_path = data, public; SET lock_timeout = '10s'; BEGIN");
      const table = pg.escapeIdentifier(request.object.toLowerCase());
      const column = pg.escapeIdentifier(request.field.toLowerCase());
      const { rows } = await client.query<{ id: string }>(
        `SELECT id FROM ${table} WHERE ${column}::text = $1 AND NOT isdeleted FOR UPDATE`,
        [request.value]
      );
      if (rows.length === 0)
        throw new ApiError(404, 'NOT_FOUND', `no ${request.object} has ${request.field} ${request.value}`);
      return this.keep(
        client,
        rows.map(({ id }) => id),
        request.milliseconds
      );
    } catch (error) {
      await client.end().catch(() => undefined);
      throw apiErrorOf(error, request);
    }
  }

  /** @returns false when nothing is held under the id. */
  async release(id: string): Promise<boolean> {
    const release = this.held.get(id);
    await release?.();
    return release !== undefined;
  }

  async releaseAll(): Promise<void> {
    await Promise.all([...this.held.values()].map((release) => release()));
  }

  private keep(client: pg.Client, recordIds: readonly string[], milliseconds: number): RowLock {
    const id = String(this.nextId++);
    const release = async (): Promise<void> => {
      clearTimeout(timer);
      this.held.delete(id);
      await client.end().catch(() => undefined);
    };
    const timer = setTimeout(() => void release(), milliseconds);
    this.held.set(id, release);
    return { id, recordIds, milliseconds };
  }
}

const UNDEFINED_TABLE = '42P01';
const UNDEFINED_COLUMN = '42703';
const LOCK_NOT_AVAILABLE = '55P03';

function apiErrorOf(error: unknown, { object, field }: RowLockRequest): unknown {
  switch ((error as { code?: string }).code) {
    case UNDEFINED_TABLE:
      return new ApiError(404, 'NOT_FOUND', `there is no object ${object}`);
    case UNDEFINED_COLUMN:
      return new ApiError(404, 'NOT_FOUND', `${object} has no field ${field}`);
    case LOCK_NOT_AVAILABLE:
      return new ApiError(409, 'UNABLE_TO_LOCK_ROW', `another transaction has held the ${object} for ten seconds`);
    default:
      return error;
  }
}
