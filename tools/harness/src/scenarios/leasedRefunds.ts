import { countDuplicateEffects, type Effect } from '../checkers/effects.js';
import { tenantOf } from '../org/callers.js';
import { CommandClient } from '../workload/commandClient.js';
import { LEASE_SEEN, LeaseWorkers, type LeaseState } from '../workload/leaseWorkers.js';
import { createPayments, observeRefunds, type Refund } from '../workload/refunds.js';
import type { Observation, Stage } from './scenario.js';

/** What scenarios have in common that decide themselves what the workers of accepted refunds do. */
export interface LeasedRefunds {
  /** Begins the keys of the refunds. */
  readonly prefix: string;
  readonly refunds: readonly Refund[];
}

export interface LeasedRefundsState extends Observation {
  readonly effects: readonly Effect[];
  readonly leases: readonly LeaseState[];
}

/** Accepted refunds, with who works on them and who asks for them. */
export interface RefundWork {
  readonly workers: LeaseWorkers;
  readonly client: CommandClient;
  /** Writes into the history what the ledger says about each lease now. */
  look(when: string): Promise<void>;
  /** The caller sends each command once more. */
  askAgain(): Promise<void>;
}

/** Has refunds accepted, without a worker, and runs a task with them. */
export async function withAcceptedRefunds(
  { prefix, refunds }: LeasedRefunds,
  { admin, caller, concurrency, latency, recorder, signal }: Stage,
  task: (work: RefundWork) => Promise<void>
): Promise<void> {
  const workers = new LeaseWorkers(prefix, admin);
  const client = new CommandClient({ session: caller, recorder, latency, connections: concurrency, signal });
  const look = async (when: string): Promise<void> => {
    for (const { key, ...state } of await workers.leases()) recorder.remark(LEASE_SEEN, { when, ...state }, key);
  };
  const askAgain = async (): Promise<void> => {
    await Promise.all(refunds.map((refund, index) => client.attempt(refund, index + 1)));
  };
  try {
    await createPayments(refunds, admin);
    await workers.accept(refunds, await tenantOf(caller, admin));
    await task({ workers, client, look, askAgain });
  } finally {
    await client.close();
  }
}

export async function observeLeasedRefunds(
  { prefix, refunds }: LeasedRefunds,
  { admin }: Stage
): Promise<LeasedRefundsState> {
  const effects = await observeRefunds(refunds, admin);
  const leases = await new LeaseWorkers(prefix, admin).leases();
  return { effects, leases, duplicateEffects: countDuplicateEffects(effects) };
}

export function keysOf({ refunds }: LeasedRefunds): string[] {
  return refunds.map(({ key }) => key);
}
