import fc from 'fast-check';
import { checkBodiesInContract } from '../checkers/bodies.js';
import { countDuplicateEffects, type Effect } from '../checkers/effects.js';
import type { Finding } from '../checkers/finding.js';
import { checkAnswersInContract } from '../checkers/outcomes.js';
import { FaultProxy } from '../faults/proxy.js';
import { PASS, type Fault } from '../faults/fault.js';
import { isCompletion, type Entry } from '../history/entry.js';
import { sizeOf } from '../run/profile.js';
import { MAX_SEED } from '../run/random.js';
import { LedgerModel } from '../schedules/model.js';
import {
  CONTENTS,
  describeSchedule,
  KEYS,
  schedules,
  type Schedule,
  type ScheduledAttempt
} from '../schedules/schedule.js';
import { CommandClient } from '../workload/commandClient.js';
import { newOrder, observeOrders, otherSpellings, withAmount, type Order } from '../workload/orders.js';
import { randomFor } from '../run/random.js';
import { defineScenario, type Observation, type Stage } from './scenario.js';

interface Plan {
  readonly prefix: string;
  /** Seed of the schedules. */
  readonly seed: number;
  /** How many schedules. */
  readonly count: number;
}

interface State extends Observation {
  readonly effects: readonly Effect[];
}

/** Subject of the remark that tells of a schedule which the model cannot explain. */
const COUNTEREXAMPLE = 'counterexample';
const PASSED = 'schedules-passed';
const MOST_SHRINKS = 80;

/**
 * Schedules nobody thought of: some keys, some contents, attempts together and one after the other, dropped, doubled,
 * delayed, overtaken. A model of the ledger follows what clients see; the first schedule that it cannot explain is
 * shrunk, by running smaller and smaller ones against the org, until nothing can be left out.
 */
export const randomSchedules = defineScenario<Plan, State>({
  name: 'random-schedules',
  proves: 'No schedule of attempts and faults leads the ledger to anything that its model does not allow.',

  plan: ({ random, sizes, prefix }) => ({
    prefix,
    seed: random.integer(0, MAX_SEED),
    count: sizeOf(sizes, 'schedules', 20)
  }),

  async drive({ prefix, seed, count }, stage) {
    const { caller, concurrency, latency, org, recorder, signal, progress } = stage;
    const faults = new Map<string, Fault>();
    const proxy = await FaultProxy.start({
      upstream: org.admin.instanceUrl,
      plan: ({ correlationId }) => faults.get(correlationId ?? '') ?? PASS,
      onRequest: ({ key, occurrence, fault }) => {
        if (fault !== 'pass') recorder.remark('fault', { fault, occurrence }, key);
      }
    });
    const connections = Math.max(concurrency, 8);
    const client = new CommandClient({ session: caller, recorder, latency, connections, origin: proxy.url, signal });
    let runs = 0;
    let failures = 0;
    try {
      const property = fc.asyncProperty(schedules, async (schedule) => {
        // Shrinking ends when nothing smaller fails; every attempt at it costs requests.
        if (signal.aborted || failures > MOST_SHRINKS) return;
        runs += 1;
        progress(failures === 0 ? `schedule ${runs} of ${count}` : `looking for the smallest schedule (${failures})`);
        const complaint = await runSchedule(schedule, `${prefix}-${runs}`, client, faults, stage);
        if (complaint === undefined) return;
        failures += 1;
        throw new Complaint(complaint, `${prefix}-${runs}`);
      });
      const result = await fc.check(property, { seed, numRuns: count });
      const [smallest] = result.counterexample ?? [];
      if (smallest === undefined) {
        recorder.remark(PASSED, { schedules: runs });
      } else if (result.errorInstance instanceof Complaint) {
        const { message, keyPrefix } = result.errorInstance;
        const detail = { message, schedule: describeSchedule(smallest), keyPrefix, shrinks: result.numShrinks, seed };
        recorder.remark(COUNTEREXAMPLE, detail);
      } else {
        throw result.errorInstance;
      }
    } finally {
      await client.close();
      await proxy.stop();
    }
  },

  async observe({ prefix }, { admin }) {
    const rows = await admin.query(
      `SELECT Id, External_Order_Id__c FROM Order__c WHERE External_Order_Id__c LIKE '${prefix}-%'`
    );
    const effects = rows.map((row) => ({ key: String(row.External_Order_Id__c), id: String(row.Id), fields: {} }));
    return { effects, duplicateEffects: countDuplicateEffects(effects) };
  },

  check: (_plan, history) => [
    ...checkExplained(history),
    ...checkAnswersInContract(history).filter(({ checker }) => checker !== 'every-key-settled'),
    ...checkBodiesInContract(history)
  ]
});

class Complaint extends Error {
  constructor(
    message: string,
    readonly keyPrefix: string
  ) {
    super(message);
  }
}

/** @returns what the model cannot explain, or undefined */
async function runSchedule(
  schedule: Schedule,
  prefix: string,
  client: CommandClient,
  faults: Map<string, Fault>,
  { admin }: Stage
): Promise<string | undefined> {
  const contents = contentsOf(prefix);
  const model = new LedgerModel();
  // In the end every key that was used is asked for once more, over an undisturbed wire.
  const used = [...new Set(schedule.waves.flat().map(({ key }) => key))];
  const last = used.map((key): ScheduledAttempt => ({ key, content: 0, spelling: 0, fault: PASS }));
  for (const [number, wave] of [...schedule.waves, last].entries()) {
    const answers = await Promise.all(
      wave.map(async ({ key, content, spelling, fault }, index) => {
        const correlationId = `${prefix}-${number}-${index}`;
        faults.set(correlationId, fault);
        const order = contents[key]![content]!;
        const spellings = otherSpellings(order);
        const command = spellings[spelling % spellings.length]!;
        const headers = { ...command.headers, 'X-Correlation-Id': correlationId };
        const { code, replayed, bodyDigest } = await client.attempt({ ...command, headers }, index, number + 1);
        return {
          replayed: replayed === true,
          ...(code === undefined ? {} : { code }),
          ...(bodyDigest === undefined ? {} : { bodyDigest })
        };
      })
    );
    const complaint = model.wave(wave, answers);
    if (complaint !== undefined) return `wave ${number + 1}, ${complaint}.`;
  }
  const complaint = model.finish(await effectsOf(contents, admin));
  return complaint === undefined ? undefined : `In the end, ${complaint}.`;
}

/** The orders of a schedule by key and content: the same order for different amounts. */
function contentsOf(prefix: string): Order[][] {
  const random = randomFor(0, prefix);
  return Array.from({ length: KEYS }, (_, key) => {
    const order = newOrder(prefix, key, random);
    return Array.from({ length: CONTENTS }, (__, content) => withAmount(order, order.amount + content));
  });
}

async function effectsOf(
  contents: readonly (readonly Order[])[],
  admin: Stage['admin']
): Promise<Map<number, number[]>> {
  const state = await observeOrders(
    contents.map((versions) => versions[0]!),
    admin
  );
  const effects = new Map<number, number[]>();
  for (const [key, versions] of contents.entries()) {
    const own = state.effects.filter((effect) => effect.key === versions[0]!.key);
    const found = own.map(({ fields }) => versions.findIndex(({ amount }) => amount / 100 === fields.Total_Amount__c));
    if (found.length > 0) effects.set(key, found);
  }
  return effects;
}

/** The model explained every schedule; otherwise the smallest one that it cannot explain, with what its clients saw. */
export function checkExplained(history: readonly Entry[]): Finding[] {
  const remarks = history.flatMap((entry) => (entry.kind === 'remark' ? [entry] : []));
  const found = remarks.find(({ subject }) => subject === COUNTEREXAMPLE);
  if (found !== undefined) {
    const { message, schedule, keyPrefix, shrinks } = found.detail;
    return [
      {
        checker: 'explained',
        kind: 'violation',
        message: `${String(message)} Smallest schedule, after ${String(shrinks)} steps: ${String(schedule)}.`,
        evidence: entriesWith(`${String(keyPrefix)}:`, history)
      }
    ];
  }
  const passed = remarks.find(({ subject }) => subject === PASSED);
  return Number(passed?.detail.schedules ?? 0) > 0
    ? []
    : [{ checker: 'explained', kind: 'inconclusive', message: 'No schedule was run to its end.', evidence: [] }];
}

function entriesWith(keyPrefix: string, history: readonly Entry[]): Entry[] {
  const invokes = new Set<number>();
  return history.filter((entry) => {
    if (entry.kind === 'invoke' && entry.key.startsWith(keyPrefix)) invokes.add(entry.index);
    return entry.kind === 'invoke' ? invokes.has(entry.index) : isCompletion(entry) && invokes.has(entry.invoke);
  });
}
