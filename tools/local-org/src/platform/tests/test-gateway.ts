import type { TestGateway } from '../../apex/runtime/transaction.js';
import { NotSupportedError, PlatformError } from '../../values/platform-error.js';
import type { TestJobs } from '../jobs/job-gateway.js';
import { runTestJob } from '../jobs/run-job.js';
import type { SlotTransaction } from '../transaction.js';

/** Test.startTest and Test.stopTest: a set of limits of its own, and asynchronous work run at the end (apex_testing_tools_start_stop_test). */
export class TestBlock implements TestGateway {
  private phase: 'before' | 'inside' | 'after' = 'before';

  constructor(
    private readonly tx: SlotTransaction,
    private readonly jobs: TestJobs
  ) {}

  startTest(): void {
    if (this.phase !== 'before') {
      throw new PlatformError('System.FinalException', 'Testing already started');
    }
    this.phase = 'inside';
    this.tx.savepoints.releaseAll();
    this.tx.limits.startTest();
    // DML before startTest does not forbid a mocked callout inside the block (apex_classes_restful_http_testing_dml).
    this.tx.uncommittedWork = false;
  }

  stopTest(): void {
    if (this.phase !== 'inside') throw new PlatformError('System.FinalException', 'Testing already stopped');
    this.phase = 'after';
    this.tx.savepoints.releaseAll();
    this.tx.limits.stopTest();
    this.runJobs();
    this.deliverEvents();
  }

  /** Jobs that were enqueued, in order; what they enqueue themselves runs too. */
  runJobs(): void {
    for (let jobs = this.jobs.take(); jobs.length > 0; jobs = this.jobs.take()) {
      for (const job of jobs) runTestJob(this.tx, job, this.jobs.rows);
    }
  }

  deliverEvents(): void {
    if (this.tx.pending.some((item) => 'event' in item))
      throw new NotSupportedError('delivery of platform events in tests');
  }
}
