import { deserializeValue } from '../../apex/runtime/serialize.js';
import type { TestGateway } from '../../apex/runtime/transaction.js';
import { PlatformError } from '../../values/platform-error.js';
import { TriggerContext } from '../../stdlib/EventBus/TriggerContext.js';
import type { SObjectRecord } from '../../values/record.js';
import { runTriggers } from '../events/deliver.js';
import type { PublishedEvent } from '../events/publish.js';
import type { TestJobs } from '../jobs/job-gateway.js';
import { runTestJob } from '../jobs/run-job.js';
import type { SlotTransaction } from '../transaction.js';

/** Test.startTest and Test.stopTest: a set of limits of its own, and asynchronous work run at the end (apex_testing_tools_start_stop_test). */
export class TestBlock implements TestGateway {
  private delivered = 0;
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

  /**
   * Jobs that were enqueued, in order; what they enqueue themselves runs too. What they schedule stays scheduled: a job that
   * schedules its next run would never end.
   */
  runJobs(): void {
    for (let jobs = this.jobs.take(); jobs.length > 0;) {
      for (const job of jobs) runTestJob(this.tx, job, this.jobs.rows);
      jobs = this.jobs.take().filter((job) => job.kind !== 'scheduled');
    }
  }

  /** What triggers publish themselves is delivered too. */
  deliverEvents(): void {
    for (let events = this.takeEvents(); events.length > 0; events = this.takeEvents()) {
      for (const [objectName, payloads] of byObject(events)) this.deliver(objectName, payloads);
    }
  }

  private takeEvents(): PublishedEvent[] {
    const { pending } = this.tx;
    const events = pending.flatMap((item) => ('event' in item ? [item.event] : []));
    pending.splice(0, pending.length, ...pending.filter((item) => !('event' in item)));
    return events;
  }

  /** Subscribers run as Automated Process. */
  private deliver(objectName: string, payloads: readonly string[]): void {
    const { tx } = this;
    const records = payloads.map((payload) => {
      const record = deserializeValue(payload) as SObjectRecord;
      record.fields.set('replayid', String(++this.delivered));
      return record;
    });
    const row = tx.db.query(`SELECT id FROM "user" WHERE usertype = 'AutomatedProcess' LIMIT 1`).rows[0];
    tx.asJob(String(row?.[0] ?? tx.user.id), 'EVENT_TRIGGER', 'synchronous', () =>
      runTriggers(tx, objectName, records, new TriggerContext(0, null))
    );
  }
}

function byObject(events: readonly PublishedEvent[]): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const { objectName, payload } of events) {
    const group = groups.get(objectName) ?? [];
    group.push(payload);
    groups.set(objectName, group);
  }
  return groups;
}
