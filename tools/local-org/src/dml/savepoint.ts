import type { SyncConnection } from '../database/connection.js';

let counter = 0;

/** A point of the transaction to come back to. Its statements ride with their neighbours: it costs no hop. */
export class Savepoint {
  private readonly name = `dml_${(counter = (counter + 1) % 1_000_000)}`;

  constructor(private readonly db: SyncConnection) {
    db.defer(`SAVEPOINT ${this.name}`);
  }

  /** Undoes everything since; the point stays. Also ends the failed state after an error of PostgreSQL. */
  rollback(): void {
    this.db.defer(`ROLLBACK TO SAVEPOINT ${this.name}`);
  }

  /** Forgets the point and keeps what was done. */
  release(): void {
    this.db.defer(`RELEASE SAVEPOINT ${this.name}`);
  }
}
