import { checkBodiesInContract } from '../checkers/bodies.js';
import {
  checkAcknowledgedWorkIsThere,
  checkNoUnaskedEffects,
  checkOneEffectPerKey,
  countDuplicateEffects,
  type Effect
} from '../checkers/effects.js';
import type { Finding } from '../checkers/finding.js';
import { checkAnswersInContract, checkEveryKeySucceeds, checkOneOutcomePerKey } from '../checkers/outcomes.js';
import type { Entry } from '../history/entry.js';
import { sizeOf } from '../run/profile.js';
import { CommandClient } from '../workload/commandClient.js';
import { runLimited } from '../workload/concurrency.js';
import { LeaseWorkers, type LeaseState } from '../workload/leaseWorkers.js';
import { createPayments, newRefund, observeRefunds, PAYMENT_CENTS, type Refund } from '../workload/refunds.js';
import { defineScenario, type Observation, type Stage } from './scenario.js';

interface Plan {
  readonly prefix: string;
  readonly refunds: readonly Refund[];
  /** Attempts of the caller with each key once everything is over. */
  readonly duplicates: number;
}

interface State extends Observation {
  readonly effects: readonly Effect[];
  readonly leases: readonly LeaseState[];
}

/** Subject of the remarks that tell what a late worker left of a lease. */
const LEASE_SEEN = 'lease-seen';
const LATE_EPOCH = 1;
const CURRENT_EPOCH = 2;

/**
 * A worker claims commands and falls silent; their leases end and another worker claims them. Then the first one wakes
 * up: it tries to run what it holds no more, and its finalizer tries to report a failure, both before and after the
 * second worker has done the work.
 */
export const lateWorker = defineScenario<Plan, State>({
  name: 'late-worker',
  proves: 'A worker whose lease has been taken over changes nothing, however late it comes.',

  plan: ({ random, sizes, prefix }) => ({
    prefix,
    refunds: Array.from({ length: sizeOf(sizes, 'commands', 10) }, (_, number) =>
      newRefund(prefix, number, random.integer(100, PAYMENT_CENTS / 4))
    ),
    duplicates: sizeOf(sizes, 'duplicates', 3)
  }),

  async drive({ prefix, refunds, duplicates }, stage) {
    const { admin, caller, concurrency, latency, recorder, signal, progress } = stage;
    const workers = new LeaseWorkers(prefix, admin);
    const look = async (when: string): Promise<void> => {
      for (const { key, status, epoch, attempts } of await workers.leases()) {
        recorder.remark(LEASE_SEEN, { when, status, epoch, attempts }, key);
      }
    };
    progress(`${refunds.length} commands change hands`);
    await createPayments(refunds, admin);
    await workers.accept(refunds, await tenantOf(stage));
    await workers.claim();
    await workers.endLeases();
    await workers.claim();
    signal.throwIfAborted();
    progress('the late worker wakes up');
    await workers.run(LATE_EPOCH);
    await look('after the late worker ran');
    await workers.giveUp(LATE_EPOCH);
    await look('after the late worker gave up');
    await workers.run(CURRENT_EPOCH);
    await workers.run(LATE_EPOCH);
    await workers.giveUp(LATE_EPOCH);
    const client = new CommandClient({ session: caller, recorder, latency, connections: concurrency, signal });
    try {
      await runLimited(
        Math.min(concurrency, 8),
        refunds.flatMap((refund) =>
          Array.from({ length: duplicates }, (_, index) => () => client.settle(refund, index + 1))
        )
      );
    } finally {
      await client.close();
    }
  },

  async observe({ prefix, refunds }, { admin }) {
    const effects = await observeRefunds(refunds, admin);
    const leases = await new LeaseWorkers(prefix, admin).leases();
    return { effects, leases, duplicateEffects: countDuplicateEffects(effects) };
  },

  check({ refunds }, history, { effects, leases }) {
    return [
      ...checkLeaseHeld(refunds, history),
      ...checkDone(refunds, leases),
      ...checkOneEffectPerKey(history, effects),
      ...checkAcknowledgedWorkIsThere(history, effects),
      ...checkNoUnaskedEffects(history, effects),
      ...checkOneOutcomePerKey(history),
      ...checkEveryKeySucceeds(history),
      ...checkAnswersInContract(history),
      ...checkBodiesInContract(history)
    ];
  }
});

async function tenantOf({ admin, caller }: Stage): Promise<string> {
  const rows = await admin.query(
    `SELECT Tenant__c FROM Integration_Tenant__c WHERE SetupOwnerId IN (SELECT Id FROM User WHERE Username = '${caller.username}')`
  );
  return String(rows[0]?.Tenant__c);
}

/** The late worker left the claim of its successor as it was; and there was such a claim. */
export function checkLeaseHeld(refunds: readonly Refund[], history: readonly Entry[]): Finding[] {
  const findings: Finding[] = [];
  for (const { key } of refunds) {
    const seen = history.flatMap((entry) =>
      entry.kind === 'remark' && entry.subject === LEASE_SEEN && entry.key === key ? [entry] : []
    );
    const changed = seen.find(
      ({ detail }) =>
        detail.status !== 'Processing' || detail.epoch !== CURRENT_EPOCH || detail.attempts !== CURRENT_EPOCH
    );
    if (seen.length > 0 && changed === undefined) continue;
    findings.push({
      checker: 'lease-held',
      kind: changed === undefined ? 'inconclusive' : 'violation',
      key,
      message:
        changed === undefined
          ? 'Nobody looked at the lease while two workers believed to hold it.'
          : `A worker with epoch ${LATE_EPOCH} changed a command that epoch ${CURRENT_EPOCH} holds: ${String(changed.detail.when)} it is ${String(changed.detail.status)}, epoch ${String(changed.detail.epoch)}, attempt ${String(changed.detail.attempts)}.`,
      evidence: changed === undefined ? [] : [changed]
    });
  }
  return findings;
}

/** The worker that holds the claim did the work, and nobody after it. */
export function checkDone(refunds: readonly Refund[], leases: readonly LeaseState[]): Finding[] {
  const byKey = new Map(leases.map((lease) => [lease.key, lease]));
  return refunds.flatMap(({ key }): Finding[] => {
    const lease = byKey.get(key);
    if (lease?.status === 'Succeeded' && lease.epoch === CURRENT_EPOCH) return [];
    return [
      {
        checker: 'done',
        kind: 'violation',
        key,
        message: `The worker that holds the claim ran the command, but it is ${lease?.status ?? 'not in the ledger'}.`,
        evidence: []
      }
    ];
  });
}
