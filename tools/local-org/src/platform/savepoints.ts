import type { SyncConnection } from '../database/connection.js';
import type { SavepointGateway } from '../apex/runtime/transaction.js';
import type { LimitName } from '../schema/execution.js';
import { PlatformError } from '../values/platform-error.js';

/** What a transaction has in hand beside rows: effects to be made known, and whether they forbid a callout. */
export interface PendingWork {
  readonly pending: number;
  /** Jobs that a test has enqueued. */
  readonly testJobs: number;
  readonly uncommittedWork: boolean;
}

/** A savepoint as Apex holds it: opaque. */
export class SavepointMark {
  state: 'set' | 'invalid' | 'released' = 'set';
  constructor(
    readonly name: string,
    readonly work: PendingWork
  ) {}
}

/**
 * Database.setSavepoint and friends (langCon_apex_transaction_control): rolling back invalidates younger savepoints and
 * forgets jobs and events since; each call costs one DML statement and, from API 60.0, no rows.
 */
export class Savepoints implements SavepointGateway {
  private readonly open: SavepointMark[] = [];
  private count = 0;

  constructor(
    private readonly db: SyncConnection,
    private readonly consume: (name: LimitName) => void,
    private readonly work: { mark: () => PendingWork; restore: (work: PendingWork) => void }
  ) {}

  set(): SavepointMark {
    this.consume('dmlStatements');
    const mark = new SavepointMark(`apex_${++this.count}`, this.work.mark());
    this.db.defer(`SAVEPOINT ${mark.name}`);
    this.open.push(mark);
    return mark;
  }

  rollback(savepoint: unknown): void {
    const mark = this.check(savepoint);
    if (mark.state === 'released') {
      throw new PlatformError('System.InvalidOperationException', 'Rollback to a released savepoint is not allowed');
    }
    this.consume('dmlStatements');
    this.db.defer(`ROLLBACK TO SAVEPOINT ${mark.name}`);
    this.work.restore(mark.work);
    for (const younger of this.open.splice(this.open.indexOf(mark) + 1)) younger.state = 'invalid';
  }

  release(savepoint: unknown): void {
    const mark = this.check(savepoint);
    if (mark.state === 'released') {
      throw new PlatformError('System.TypeException', 'The savepoint has already been released');
    }
    this.db.defer(`RELEASE SAVEPOINT ${mark.name}`);
    for (const released of this.open.splice(this.open.indexOf(mark))) released.state = 'released';
  }

  /** Unreleased savepoints forbid a callout. */
  get anyOpen(): boolean {
    return this.open.length > 0;
  }

  /** Test.startTest and stopTest release all (from API 60.0). */
  releaseAll(): void {
    const oldest = this.open[0];
    if (oldest) this.release(oldest);
  }

  private check(savepoint: unknown): SavepointMark {
    if (!(savepoint instanceof SavepointMark)) throw new Error('not a savepoint of this transaction');
    if (savepoint.state === 'invalid') {
      throw new PlatformError('System.TypeException', 'Invalid savepoint: it was rolled back with an older one');
    }
    return savepoint;
  }
}
