import type { SyncConnection } from '../../database/connection.js';
import { formatId } from '../ids.js';

const BLOCK = 1000;

/**
 * Gives out ids of one connection. Numbers come from the org in blocks, so most ids cost nothing; a block taken by a
 * transaction that is rolled back is lost, as on the platform.
 */
export class IdAllocator {
  private next = 0;
  private end = 0;

  constructor(private readonly db: SyncConnection) {}

  /** A fresh 18-character id. */
  newId(keyPrefix: string): string {
    if (this.next >= this.end) {
      const block = Number(this.db.query(`SELECT nextval('meta.id_blocks')`).rows[0]?.[0]);
      this.next = block * BLOCK;
      this.end = this.next + BLOCK;
    }
    return formatId(keyPrefix, this.next++);
  }
}
