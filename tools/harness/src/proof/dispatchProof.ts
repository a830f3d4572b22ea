import { performance } from 'node:perf_hooks';
import {
  checkAttemptsBounded,
  checkDispatchesEnd,
  checkOneRemoteEffect,
  checkRetriesSpread,
  checkSameKeyOnEveryAttempt,
  checkSituationArose,
  mostRetriesWithin,
  TERMINAL_DISPATCH_STATES
} from '../checkers/dispatches.js';
import { verdictOf, type Finding } from '../checkers/finding.js';
import { groupByKey, remoteAttemptsOf } from '../checkers/remoteAttempts.js';
import { MIXED_FAILURES } from '../downstream/behaviour.js';
import type { OrgFault } from '../org/localHooks.js';
import type { Progress } from '../run/progress.js';
import type { SfdxProject } from '../run/project.js';
import { randomFor, type Random } from '../run/random.js';
import { MOST_ATTEMPTS } from '../scenarios/dispatchScenario.js';
import { readDispatches } from '../workload/outbox.js';
import type { ProofResult } from './command.js';
import { Workbench } from './workbench.js';

export interface DispatchProofOptions {
  readonly project: SfdxProject;
  readonly dispatches: number;
  readonly failPercent: number;
  readonly kills: number;
  readonly dispatchesPerKill: number;
  readonly seed: number;
}

const WINDOW_MS = 2000;
const MOST_SHARE = 0.25;
const SETTLE_LIMIT_MS = 600_000;
/** How long a kill that waits for its place may wait; then the process is killed wherever it is. */
const STRIKE_LIMIT_MS = 5000;
/** The signal that a place sends takes a moment to end the process. */
const DYING_MS = 500;

/** Places at which the process of the org dies, as the org names them. */
const PLACES: readonly OrgFault[] = [
  { at: 'before-commit', do: 'crash', when: { className: 'DispatchClaimJob' } },
  { at: 'after-commit', do: 'crash', when: { className: 'DispatchClaimJob' } },
  { at: 'job', do: 'crash', when: { className: 'DispatchSendJob' } },
  { at: 'callout', do: 'crash' },
  { at: 'callout-answer', do: 'crash' },
  {
    at: 'statement',
    do: 'crash',
    when: { className: 'DispatchSendJob', statement: 'update', object: 'outbound_dispatch__c' }
  },
  { at: 'before-commit', do: 'crash', when: { className: 'DispatchSendJob' } },
  { at: 'after-commit', do: 'crash', when: { className: 'DispatchSendJob' } },
  { at: 'job', do: 'crash', when: { className: 'DispatchSweeperJob' } },
  { at: 'before-commit', do: 'crash', when: { kind: 'collection', object: 'Payment__c' } },
  { at: 'after-commit', do: 'crash', when: { kind: 'collection', object: 'Payment__c' } },
  { at: 'statement', do: 'crash', when: { statement: 'insert', object: 'outbound_dispatch__c' } }
];

/** Many dispatches through a remote that fails often, in all ways. */
export async function proveMixedFailures(
  { project, dispatches, failPercent, seed }: DispatchProofOptions,
  progress: Progress,
  signal: AbortSignal
): Promise<ProofResult> {
  progress.step('mixed failures: preparing an org');
  const bench = await Workbench.open(project, 'mix', signal);
  try {
    await bench.remote.service.change({ mix: { seed, failPercent } });
    const start = performance.now();
    progress.step(`mixed failures: ${dispatches} dispatches, ${failPercent} % of the attempts fail`);
    await bench.createPaidOrders(0, dispatches);
    await bench.settle(SETTLE_LIMIT_MS);
    return await judge('mixed failures', bench, start, dispatches, true);
  } finally {
    await bench.close();
  }
}

/** The process of the org is killed at seeded places, again and again, and goes on with its data. */
export async function proveKills(
  { project, kills, dispatchesPerKill, seed }: DispatchProofOptions,
  progress: Progress,
  signal: AbortSignal
): Promise<ProofResult> {
  progress.step('kills: preparing an org');
  const bench = await Workbench.open(project, 'kill', signal);
  const random = randomFor(seed, 'kills');
  const places = placesFor(kills, dispatchesPerKill, random);
  try {
    await bench.remote.service.change({ mix: { seed, failPercent: 10 } });
    const start = performance.now();
    let struck = 0;
    for (const [round, place] of places.entries()) {
      if (signal.aborted) break;
      const where = [place.at, ...Object.values(place.when ?? {})].join(' ');
      progress.step(`kill ${round + 1} of ${kills}: ${where}`);
      await bench.hooks.arm(place);
      const first = round * dispatchesPerKill;
      const isOver = new AbortController();
      const working = bench
        .createPaidOrders(first, first + dispatchesPerKill)
        .then(() => bench.settle(STRIKE_LIMIT_MS))
        // The org dies in the middle of whatever it was asked.
        .catch(() => false)
        .finally(() => isOver.abort());
      await working;
      if (await bench.org.diesWithin(DYING_MS)) struck += 1;
      else await bench.org.kill();
      progress.done(`kill ${round + 1} of ${kills}: ${where}`);
      await bench.restart();
      await bench.settle(SETTLE_LIMIT_MS);
    }
    const result = await judge('kills', bench, start, undefined, false);
    return { ...result, numbers: { kills: places.length, atTheirPlace: struck, ...result.numbers } };
  } finally {
    await bench.close();
  }
}

function placesFor(kills: number, dispatches: number, random: Random): OrgFault[] {
  const order = random.shuffle(PLACES);
  return Array.from({ length: kills }, (_, index) => {
    const place = order[index % order.length]!;
    return place.at.startsWith('callout') ? { ...place, skip: random.integer(0, Math.max(dispatches - 2, 0)) } : place;
  });
}

async function judge(
  name: string,
  bench: Workbench,
  start: number,
  asked: number | undefined,
  mixed: boolean
): Promise<ProofResult> {
  const seconds = (performance.now() - start) / 1000;
  await bench.remote.transcribe();
  const history = bench.recorder.entries();
  const dispatches = await readDispatches(`LIKE 'fulfil:${bench.prefix}-%'`, bench.admin);
  const paid = await bench.paidOrderNumbers();
  const expected = new Map(paid.map((number) => [`fulfil:${number}`, 'Succeeded']));
  const attempts = remoteAttemptsOf(history);
  const findings: Finding[] = [
    ...checkSituationArose(history, mixed ? MIXED_FAILURES.map((step) => step.do) : []),
    ...(asked === undefined || paid.length === asked ? [] : [notAsked(paid.length, asked)]),
    ...checkDispatchesEnd(history, dispatches, expected),
    ...checkSameKeyOnEveryAttempt(history, dispatches),
    ...checkOneRemoteEffect(history),
    ...checkAttemptsBounded(history, MOST_ATTEMPTS),
    ...(mixed ? checkRetriesSpread(history, WINDOW_MS, MOST_SHARE) : [])
  ];
  const perKey = [...groupByKey(attempts).values()].map((own) => own.length);
  const retries = attempts.filter(({ occurrence }) => occurrence > 1).length;
  return {
    name,
    verdict: verdictOf(findings),
    seconds: Math.round(seconds * 10) / 10,
    numbers: {
      paidOrders: paid.length,
      dispatches: dispatches.length,
      succeeded: dispatches.filter(({ status }) => status === 'Succeeded').length,
      open: dispatches.filter(({ status }) => !TERMINAL_DISPATCH_STATES.includes(status)).length,
      effects: attempts.filter(({ created }) => created).length,
      attempts: attempts.length,
      retries,
      mostAttemptsOfOne: Math.max(0, ...perKey),
      mostRetriesInTwoSeconds: mostRetriesWithin(history, WINDOW_MS).length
    },
    findings
  };
}

function notAsked(paid: number, asked: number): Finding {
  const message = `Only ${paid} of ${asked} orders are paid; the rest was never asked for.`;
  return { checker: 'asked', kind: 'inconclusive', message, evidence: [] };
}
