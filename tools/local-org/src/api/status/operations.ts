import type { HandlerTable } from '../../platform/handlers.js';
import type { SlotContext } from '../../platform/slot.js';
import type { SlotTransaction } from '../../platform/transaction.js';
import type { JsonRow } from '../rest/json-codec.js';
import { answerQuery } from '../rest/query-operation.js';

/** What the status page shows of the rows of an org. */
export interface StatusRows {
  readonly components: readonly { readonly type: string; readonly count: number }[];
  /** AsyncApexJob, the newest first. */
  readonly jobs: readonly JsonRow[];
  /** CronTrigger. */
  readonly scheduled: readonly JsonRow[];
  /** ApexLog, the newest first. */
  readonly logs: readonly JsonRow[];
  /** Names by 18-character user id, of those that were asked for. */
  readonly users: Readonly<Record<string, string>>;
}

const JOBS =
  'SELECT Id, JobType, ApexClass.Name, MethodName, Status, ExtendedStatus, CreatedDate FROM AsyncApexJob ' +
  'ORDER BY CreatedDate DESC LIMIT 20';
const SCHEDULED =
  'SELECT Id, CronJobDetail.Name, State, NextFireTime FROM CronTrigger ORDER BY NextFireTime NULLS LAST LIMIT 50';
const LOGS =
  'SELECT Id, Operation, Status, StartTime, DurationMilliseconds, LogLength, LogUser.Name FROM ApexLog ' +
  'ORDER BY StartTime DESC LIMIT 30';

export const statusOperations: HandlerTable = {
  'status-rows': (context: SlotContext, { userIds }: { userIds: readonly string[] }): StatusRows =>
    context.transaction({}, (tx) => ({
      components: componentCounts(tx),
      jobs: rowsOf(tx, JOBS),
      scheduled: rowsOf(tx, SCHEDULED),
      logs: rowsOf(tx, LOGS),
      users: namesOf(tx, userIds)
    }))
};

function rowsOf(tx: SlotTransaction, soql: string): readonly JsonRow[] {
  const request = { soql, version: 'v66.0', resource: 'query', allRows: false, columns: false, batchSize: 2000 };
  const { reply } = answerQuery(tx, request);
  return 'records' in reply ? reply.records : [];
}

function componentCounts(tx: SlotTransaction): StatusRows['components'] {
  const { rows } = tx.db.query('SELECT type, count(*) FROM meta.component GROUP BY type ORDER BY 2 DESC, 1', []);
  return rows.map(([type, count]) => ({ type: String(type), count: Number(count) }));
}

function namesOf(tx: SlotTransaction, userIds: readonly string[]): Record<string, string> {
  const { rows } = tx.db.query('SELECT id, name FROM "user" WHERE id = ANY($1)', [userIds]);
  return Object.fromEntries(rows.map(([id, name]) => [String(id), String(name)]));
}
