import type { HandlerTable } from '../../platform/handlers.js';
import { sqlTime } from '../../platform/jobs/job-store.js';
import type { SlotContext } from '../../platform/slot.js';
import type { SlotTransaction } from '../../platform/transaction.js';
import { planTestClass } from '../../platform/tests/test-plan.js';
import { coverageReport, type CoverageReport } from '../../platform/tests/coverage-report.js';
import type { Coverage, TestClassResult } from '../../platform/tests/test-runner.js';
import { ApiError } from '../../platform/api-error.js';
import { suiteClasses } from './test-suites.js';
import { recordCoverage, sumUpCoverage } from './coverage-rows.js';
import { requestedClasses, type PlannedClass, type PlannedRun, type TestRunRequest } from './test-runs.js';

type QueueItem = PlannedClass & { readonly queueItemId: string };

export const toolingOperations: HandlerTable = {
  /** Text of a debug log: of the user's own, or of all for those who may see all data. */
  'log-body': (context: SlotContext, { id }: { id: string }): string =>
    context.transaction({}, (tx) => {
      const row = tx.db.query(
        'SELECT b.body, l.loguserid FROM apexlog l JOIN meta.apex_log_body b ON b.id = l.id WHERE left(l.id, 15) = $1',
        [id.slice(0, 15)]
      ).rows[0];
      if (!row || (row[1] !== tx.user.id && !tx.rights.systemPermission('ViewAllData'))) {
        throw new ApiError(404, 'NOT_FOUND', 'The requested resource does not exist');
      }
      return String(row[0]);
    }),
  'test-run-start': (context: SlotContext, request: TestRunRequest): PlannedRun =>
    context.transaction({}, (tx) => startRun(tx, request)),
  'test-class-done': (
    context: SlotContext,
    payload: { runId: string; item: QueueItem; result: TestClassResult }
  ): void => context.transaction({}, (tx) => recordClass(tx, payload.runId, payload.item, payload.result)),
  'test-run-done': (
    context: SlotContext,
    { runId, coverage }: { runId: string; coverage: Coverage | null }
  ): CoverageReport =>
    context.transaction({}, (tx) => {
      setRunStatus(tx, runId, 'Completed');
      if (coverage) sumUpCoverage(tx, Object.keys(coverage));
      return coverageReport(coverage ?? {}, tx.slot.image);
    }),
  'test-run-failed': (context: SlotContext, payload: { runId: string; message: string }): void =>
    context.transaction({}, (tx) => {
      setRunStatus(tx, payload.runId, 'Failed');
      tx.db.query(
        "UPDATE apextestqueueitem SET status = 'Failed', extendedstatus = $2 WHERE parentjobid = $1 AND status <> 'Completed'",
        [payload.runId, payload.message.slice(0, 1000)]
      );
    })
};

function startRun(tx: SlotTransaction, request: TestRunRequest): PlannedRun {
  const classes = plannedClasses(tx, request);
  if (classes.length === 0)
    throw new ApiError(400, 'INVALID_INPUT', 'There are no test classes that match the request.');
  const runId = tx.newId('707');
  const now = sqlTime(tx.now());
  const methods = classes.reduce((count, item) => count + methodCount(tx, item), 0);
  tx.db.query(
    `INSERT INTO asyncapexjob (id, createddate, createdbyid, jobtype, status, jobitemsprocessed, totaljobitems, numberoferrors)
     VALUES ($1, $2::timestamp, $3, 'TestRequest', 'Processing', 0, $4::int, 0)`,
    [runId, now, tx.user.id, classes.length]
  );
  tx.db.query(
    `INSERT INTO apextestrunresult (id, isdeleted, createddate, createdbyid, lastmodifieddate, lastmodifiedbyid, systemmodstamp, asyncapexjobid, userid, starttime, status, classesenqueued, classescompleted, methodsenqueued, methodscompleted, methodsfailed, testtime, isalltests, source)
     VALUES ($1, false, $2::timestamp, $3, $2::timestamp, $3, $2::timestamp, $4, $3, $2::timestamp, 'Processing', $5::int, 0, $6::int, 0, 0, 0, false, 'Tooling')`,
    [tx.newId('05m'), now, tx.user.id, runId, classes.length, methods]
  );
  const items = classes.map((item) => ({ ...item, queueItemId: tx.newId('709') }));
  for (const item of items) {
    tx.db.query(
      `INSERT INTO apextestqueueitem (id, createddate, createdbyid, apexclassid, status, parentjobid, shouldskipcodecoverage)
       VALUES ($1, $2::timestamp, $3, $4, 'Queued', $5, false)`,
      [item.queueItemId, now, tx.user.id, item.classId, runId]
    );
  }
  return { runId, items, setupEpoch: tx.slot.epoch };
}

function plannedClasses(tx: SlotTransaction, request: TestRunRequest): PlannedClass[] {
  const requested = request.suiteNames ? suiteClasses(tx.db, request.suiteNames) : requestedClasses(request);
  if (requested === null) {
    const all: PlannedClass[] = [];
    for (const type of tx.code.classes()) {
      if (planTestClass(type))
        all.push({ className: type.type.name, classId: classId(tx, type.type.name), methods: null });
    }
    return all;
  }
  return requested.map(({ name, id, methods }) => {
    const className = name ?? tx.slot.image.className(id ?? '');
    const type = className === null ? null : tx.code.type(className);
    if (!type)
      throw new ApiError(
        400,
        'INVALID_INPUT',
        `This class name's value is invalid: ${name ?? id ?? ''}. Provide the name of an Apex class.`
      );
    if (!planTestClass(type, methods))
      throw new ApiError(400, 'INVALID_INPUT', `The class ${type.type.name} has no such test methods.`);
    return { className: type.type.name, classId: classId(tx, type.type.name), methods };
  });
}

const classId = (tx: SlotTransaction, name: string): string => tx.slot.image.classId(name) ?? '';

function methodCount(tx: SlotTransaction, item: PlannedClass): number {
  const type = tx.code.type(item.className);
  return (type && planTestClass(type, item.methods)?.methods.length) ?? 0;
}

function recordClass(tx: SlotTransaction, runId: string, item: QueueItem, result: TestClassResult): void {
  recordCoverage(tx, item.classId, result);
  const now = sqlTime(tx.now());
  for (const method of result.methods) {
    tx.db.query(
      `INSERT INTO apextestresult (id, systemmodstamp, testtimestamp, outcome, apexclassid, methodname, message, stacktrace, asyncapexjobid, queueitemid, runtime, istestsetup)
       VALUES ($1, $2::timestamp, $2::timestamp, $3, $4, $5, $6, $7, $8, $9, $10::int, false)`,
      [
        tx.newId('07M'),
        now,
        method.outcome,
        item.classId,
        method.methodName,
        method.message?.slice(0, 4000) ?? null,
        method.stackTrace?.slice(0, 4000) ?? null,
        runId,
        item.queueItemId,
        Math.round(method.durationMs)
      ]
    );
  }
  const failed = result.methods.filter((method) => method.outcome === 'Fail').length;
  const duration = Math.round(result.methods.reduce((sum, method) => sum + method.durationMs, 0));
  const passed = result.methods.filter((method) => method.outcome === 'Pass').length;
  tx.db.query("UPDATE apextestqueueitem SET status = 'Completed', extendedstatus = $2 WHERE id = $1", [
    item.queueItemId,
    `(${passed}/${result.methods.length})`
  ]);
  tx.db.query(
    `UPDATE apextestrunresult SET classescompleted = classescompleted + 1, methodscompleted = methodscompleted + $2::int,
       methodsfailed = methodsfailed + $3::int, testtime = testtime + $4::int WHERE asyncapexjobid = $1`,
    [runId, result.methods.length, failed, duration]
  );
  tx.db.query(
    'UPDATE asyncapexjob SET jobitemsprocessed = jobitemsprocessed + 1, numberoferrors = numberoferrors + $2::int WHERE id = $1',
    [runId, failed]
  );
}

function setRunStatus(tx: SlotTransaction, runId: string, status: 'Completed' | 'Failed'): void {
  const now = sqlTime(tx.now());
  tx.db.query('UPDATE asyncapexjob SET status = $2, completeddate = $3::timestamp WHERE id = $1', [runId, status, now]);
  tx.db.query('UPDATE apextestrunresult SET status = $2, endtime = $3::timestamp WHERE asyncapexjobid = $1', [
    runId,
    status,
    now
  ]);
}
