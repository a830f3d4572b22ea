import { setTimeout as sleep } from 'node:timers/promises';
import { TERMINAL_DISPATCH_STATES, countDuplicateRemoteEffects, type DispatchRow } from '../checkers/dispatches.js';

import type { ReplayRow } from '../checkers/replays.js';
import { digest } from '../history/digest.js';
import { apexString, runAnonymous } from '../org/anonymousApex.js';
import type { RestClient, SObjectRow } from '../org/restClient.js';
import { readReplays } from './replays.js';
import type { Observation, Stage } from '../scenarios/scenario.js';
import { commonPrefixOf, type PaidOrder } from './paidOrders.js';
import type { Remote } from './remote.js';

/** Subject of the remarks that tell how long a dispatch waits for its next attempt; the key is that of the dispatch. */
export const WAITS = 'waits';

/** The final state that belongs to some dispatches. */
export interface OutboxState extends Observation {
  readonly dispatches: readonly DispatchRow[];
  readonly replays: readonly ReplayRow[];
}

/** The job that a deployment may have started, see the class DispatchSweeperJob. */
const SWEEPER = 'Retrysafe dispatch sweeper';

/** What to wait for. */
export interface SettlingDispatches {
  readonly paidOrders: readonly PaidOrder[];
  /** Gives up after so much real time; the checker then sees dispatches that are still open. */
  readonly limitMs?: number;
}

const LIMIT_MS = 60_000;
/** How long the circuit of an endpoint may stay open after failures: longer than the sample's pause. */
const CIRCUIT_PAUSE_MS = 61_000;
const PAUSE_MS = 50;

/**
 * Runs a task while the org's own sweeper of dispatches stands still: time may pass, and what is due stays where it is. Does
 * nothing more where no deployment has started the sweeper.
 */
export async function whileNobodySweeps(admin: RestClient, task: () => Promise<void>): Promise<void> {
  const runs = await admin.query(`SELECT Id FROM CronTrigger WHERE CronJobDetail.Name = '${SWEEPER}'`);
  if (runs.length === 0) return task();
  await runAnonymous(admin, 'DispatchSweeperJob.stop();');
  try {
    await task();
  } finally {
    await runAnonymous(admin, 'DispatchSweeperJob.start();');
  }
}

/**
 * Lets the org send until every dispatch has come to an end: whenever nothing is left to do now, time is moved on to the
 * next thing that is due. Dispatches that are not there yet may wait for events that came before their orders and are
 * tried again later; then time is moved on to that.
 */
export async function settleDispatches(
  { paidOrders, limitMs = LIMIT_MS }: SettlingDispatches,
  { admin, signal, recorder }: Stage,
  remote: Remote
): Promise<void> {
  const deadline = Date.now() + limitMs;
  const waiting = new Map<string, string>();
  let before = '';
  while (!signal.aborted && Date.now() < deadline) {
    await remote.org.drain(limitMs);
    await remote.transcribe();
    const rows = await readRows(paidOrders, admin);
    const open = rows.filter((row) => !TERMINAL_DISPATCH_STATES.includes(String(row.Status__c)));
    if (rows.length >= paidOrders.length && open.length === 0) return;
    for (const row of open) {
      const until = String(row.Next_Attempt_At__c);
      const key = String(row.Idempotency_Key__c);
      if (row.Status__c !== 'Retry Scheduled' || waiting.get(key) === until) continue;
      waiting.set(key, until);
      const waitMs = Date.parse(until) - Date.parse(String(row.Last_Attempt_At__c));
      recorder.remark(
        WAITS,
        { waitMs, attempts: Number(row.Attempts__c), status: Number(row.Last_Status_Code__c) },
        key
      );
    }
    const now = await remote.org.now();
    const dueAt = Math.min(...open.map(dueTimeOf));
    const state = JSON.stringify(rows);
    if (rows.length < paidOrders.length) {
      const eventsDueAt = await nextEventAt(paidOrders, admin);
      if (eventsDueAt === undefined) await sleep(PAUSE_MS, undefined, { signal }).catch(() => undefined);
      else if (eventsDueAt > now) await remote.pass(eventsDueAt - now + 1);
      await sweepEvents(admin);
    } else if (dueAt > now) await remote.pass(dueAt - now + 1);
    // Due and yet not sent: the circuit of the endpoint is open.
    else if (state === before) await remote.pass(CIRCUIT_PAUSE_MS);
    before = state;
    await sweep(admin);
  }
}

/** Has everything sent that is due, as the scheduled sweeper does. */
export async function sweep(admin: RestClient): Promise<void> {
  await runAnonymous(admin, 'DispatchSweeperJob.sweep();');
}

/** Has events processed whose next attempt is due, as the scheduled sweeper of the inbox does. */
async function sweepEvents(admin: RestClient): Promise<void> {
  await runAnonymous(admin, 'InboundSweeperJob.sweep();');
}

/** When the first of the events that wait for another attempt is due; milliseconds since 1970. */
async function nextEventAt(paidOrders: readonly PaidOrder[], admin: RestClient): Promise<number | undefined> {
  const [row] = await admin.query(
    `SELECT Next_Attempt_At__c FROM Inbound_Event__c WHERE Event_Key__c LIKE '${commonPrefixOf(paidOrders)}ch%' AND Status__c = 'Retry Scheduled' ORDER BY Next_Attempt_At__c LIMIT 1`
  );
  return row === undefined ? undefined : Date.parse(String(row.Next_Attempt_At__c));
}

/** Replays dispatches as an operator: the user of `admin`, who has the permission sets of one. */
export async function replayDispatches(keys: readonly string[], reason: string, admin: RestClient): Promise<void> {
  await runAnonymous(
    admin,
    `Set<String> keys = new Set<String>{ ${keys.map(apexString).join(', ')} };
Map<Id, Outbound_Dispatch__c> rows = new Map<Id, Outbound_Dispatch__c>(
  [SELECT Id FROM Outbound_Dispatch__c WHERE Idempotency_Key__c IN :keys]
);
ReplayResult result = DispatchReplay.byIds(rows.keySet(), ${apexString(reason)});
System.assertEquals(keys.size(), result.queued.size(), String.valueOf(result.refused));`
  );
}

/** Reads the dispatches of some orders and the replays of them. */
export async function observeOutbox(
  paidOrders: readonly PaidOrder[],
  { admin, recorder }: Stage
): Promise<OutboxState> {
  const rows = await readRows(paidOrders, admin);
  return {
    dispatches: rows.map(toDispatch),
    replays: await readReplays(likeOf(paidOrders), admin),
    duplicateEffects: countDuplicateRemoteEffects(recorder.entries())
  };
}

/** Reads dispatches. @param condition on their keys, such as `LIKE 'a%'` */
export async function readDispatches(condition: string, admin: RestClient): Promise<DispatchRow[]> {
  return (await rowsWith(condition, admin)).map(toDispatch);
}

function readRows(paidOrders: readonly PaidOrder[], admin: RestClient): Promise<SObjectRow[]> {
  return rowsWith(likeOf(paidOrders), admin);
}

function rowsWith(condition: string, admin: RestClient): Promise<SObjectRow[]> {
  return admin.query(
    `SELECT Id, Idempotency_Key__c, Entity_Id__c, Status__c, Attempts__c, Last_Category__c, Last_Status_Code__c, Last_Attempt_At__c, Next_Attempt_At__c, Lease_Expires_At__c, Remote_Id__c, Correlation_Id__c, Request_Body__c FROM Outbound_Dispatch__c WHERE Idempotency_Key__c ${condition} ORDER BY Id`
  );
}

/** Prefixes hold no wildcard of SOQL. */
function likeOf(paidOrders: readonly PaidOrder[]): string {
  return `LIKE 'fulfil:${commonPrefixOf(paidOrders)}%'`;
}

function dueTimeOf(row: SObjectRow): number {
  const time = row.Status__c === 'In Flight' ? row.Lease_Expires_At__c : row.Next_Attempt_At__c;
  return typeof time === 'string' ? Date.parse(time) : Number.NEGATIVE_INFINITY;
}

function toDispatch(row: SObjectRow): DispatchRow {
  const text = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);
  return {
    id: String(row.Id),
    key: String(row.Idempotency_Key__c),
    entity: String(row.Entity_Id__c),
    status: String(row.Status__c),
    attempts: Number(row.Attempts__c),
    lastCategory: text(row.Last_Category__c),
    remoteId: text(row.Remote_Id__c),
    correlationId: text(row.Correlation_Id__c),
    payloadDigest: digest(String(row.Request_Body__c ?? ''))
  };
}
