import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { RECEIVER_LEFT } from '../checkers/deliveries.js';
import { verdictOf, type Finding } from '../checkers/finding.js';
import type { Attempt } from '../downstream/store.js';
import { LatencyRecorder } from '../measure/latency.js';
import { runAnonymous } from '../org/anonymousApex.js';
import type { OrgFault } from '../org/localHooks.js';
import type { ReceiverProcess } from '../receiver/process.js';
import type { Progress } from '../run/progress.js';
import type { SfdxProject } from '../run/project.js';
import { randomFor, type Random } from '../run/random.js';
import { checkWebhooks, openStates } from '../scenarios/webhookScenario.js';
import { runLimited } from '../workload/concurrency.js';
import { DeliveryClient, storedKey } from '../workload/deliveryClient.js';
import type { InboundEvent } from '../workload/eventClient.js';
import { newPayment, observePayments, SETTLED_PAYMENT, type Payment } from '../workload/payments.js';
import type { ProofResult } from './command.js';
import { Workbench } from './workbench.js';

export interface InboundProofOptions {
  readonly project: SfdxProject;
  readonly kills: number;
  readonly paymentsPerKill: number;
  readonly seed: number;
}

/** Where a kill strikes: at a place that the org names, or some time after so many deliveries of its round. */
export type KillPoint =
  | { readonly kind: 'place'; readonly fault: OrgFault }
  | { readonly kind: 'moment'; readonly deliveries: number; readonly milliseconds: number };

const PREFIX = 'inb';
const CONNECTIONS = 8;
/** One in so many events is delivered a second time. */
const AGAIN_EVERY = 5;
/** Longer than a batch takes from the first delivery to the end of its job. */
const LATEST_MOMENT_MS = 1_500;
/** How long a kill that waits for its place may wait; then the process is killed wherever it is. */
const STRIKE_LIMIT_MS = 8_000;
const SETTLE_LIMIT_MS = 300_000;

/** Places of the way in at which the process of the org dies, as the org names them. */
const PLACES: readonly OrgFault[] = [
  { at: 'request', do: 'crash', when: { kind: 'collection' } },
  { at: 'statement', do: 'crash', when: { statement: 'insert', object: 'inbound_event__c' } },
  { at: 'before-commit', do: 'crash', when: { kind: 'collection' } },
  { at: 'after-commit', do: 'crash', when: { kind: 'collection' } },
  { at: 'response', do: 'crash', when: { path: '*/composite/sobjects' } },
  { at: 'job', do: 'crash', when: { className: 'InboundProcessorJob' } },
  { at: 'statement', do: 'crash', when: { statement: 'lock', object: 'payment__c' } },
  { at: 'statement', do: 'crash', when: { statement: 'insert', object: 'receipt__c' } },
  { at: 'statement', do: 'crash', when: { statement: 'update', object: 'inbound_event__c' } },
  { at: 'before-commit', do: 'crash', when: { className: 'InboundProcessorJob' } },
  { at: 'after-commit', do: 'crash', when: { className: 'InboundProcessorJob' } }
];

/**
 * The process of the org is killed at seeded points while events come in, and goes on with its data. The receiver, the provider
 * and the service that sends receipts live on; nothing but time helps the org.
 */
export async function proveInboundKills(
  { project, kills, paymentsPerKill, seed }: InboundProofOptions,
  progress: Progress,
  signal: AbortSignal
): Promise<ProofResult> {
  const random = randomFor(seed, 'inbound-kills');
  const payments = Array.from({ length: kills * paymentsPerKill }, (_, number) => newPayment(PREFIX, number));
  const rounds = inRounds(deliveriesOf(payments, random), kills);
  const points = killPoints(kills, rounds[0]?.length ?? 0, random);
  progress.step('preparing an org', 0);
  const bench = await Workbench.open(project, PREFIX, signal);
  let receiver: ReceiverProcess | undefined;
  try {
    await runAnonymous(bench.admin, 'InboundSweeperJob.start();');
    receiver = await bench.startReceiver();
    progress.done('an org, a receiver and a service for receipts run');
    const start = performance.now();
    const burst = new Burst(bench, receiver, signal);
    let struck = 0;
    for (const [round, point] of points.entries()) {
      if (signal.aborted) break;
      const text = `kill ${round + 1} of ${kills}: ${describe(point)}`;
      progress.step(text, round / kills);
      if (await burst.survive(rounds[round]!, point)) struck += 1;
      progress.done(text);
    }
    progress.step('waiting for the end', 1);
    const ended = await burst.end(SETTLE_LIMIT_MS);
    progress.done(ended ? 'everything has ended' : 'something has not ended');
    const seconds = Math.round((performance.now() - start) / 100) / 10;
    return await judge(bench, payments, { seconds, kills, struck, deliveries: burst.deliveries });
  } finally {
    await receiver?.stop();
    await bench.close();
  }
}

/** Deliveries to the receiver that go on while the org dies and comes back. */
class Burst {
  deliveries = 0;
  readonly #provider: DeliveryClient;

  constructor(
    private readonly bench: Workbench,
    private readonly receiver: ReceiverProcess,
    private readonly signal: AbortSignal
  ) {
    const { recorder } = bench;
    const latency = new LatencyRecorder();
    this.#provider = new DeliveryClient({ origin: receiver.url, recorder, latency, connections: CONNECTIONS, signal });
  }

  /** Delivers a round while the org is killed and started again. @returns whether it died where it should */
  async survive(events: readonly InboundEvent[], point: KillPoint): Promise<boolean> {
    const { org, hooks } = this.bench;
    if (point.kind === 'place') await hooks.arm(point.fault);
    const from = this.deliveries;
    const delivering = runLimited(
      CONNECTIONS,
      events.map((event) => async () => {
        await this.#provider.deliver(event);
        this.deliveries += 1;
      })
    );
    if (point.kind === 'moment') {
      while (this.deliveries - from < point.deliveries && !this.signal.aborted) await sleep(2);
      await sleep(point.milliseconds);
    }
    const struck = point.kind === 'moment' || (await org.diesWithin(STRIKE_LIMIT_MS));
    await org.kill();
    await delivering;
    await this.bench.restart();
    return struck;
  }

  /** Waits for the receiver to be empty and the org to have nothing to do. @returns false when that took too long */
  async end(limitMs: number): Promise<boolean> {
    const { bench, receiver, signal } = this;
    await this.#provider.close();
    const forwarded = await receiver.waitUntilForwarded(limitMs, signal);
    const open = openStates().map((state) => `'${state}'`);
    const settled = await bench.settle(
      limitMs,
      `SELECT Id FROM Inbound_Event__c WHERE Status__c IN (${open.join(', ')}) LIMIT 1`
    );
    const waiting = await receiver.metric('receiver_waiting_events');
    const deadLetters = await receiver.metric('receiver_dead_letters');
    bench.recorder.remark(RECEIVER_LEFT, { waiting, deadLetters });
    return forwarded && settled;
  }
}

interface Facts {
  readonly seconds: number;
  readonly kills: number;
  readonly struck: number;
  readonly deliveries: number;
}

async function judge(bench: Workbench, payments: readonly Payment[], facts: Facts): Promise<ProofResult> {
  const { seconds, kills, struck, deliveries } = facts;
  const state = await observePayments(PREFIX, bench.admin, storedKey(PREFIX));
  const attempts = (await bench.remote.service.attempts()).filter(({ kind }) => kind === 'receipts');
  const findings = [
    ...checkWebhooks(payments, bench.recorder.entries(), state, SETTLED_PAYMENT),
    ...checkReceiptsSent(payments, attempts)
  ];
  return {
    name: 'kills',
    verdict: verdictOf(findings),
    seconds,
    numbers: {
      kills,
      atTheirPoint: struck,
      payments: payments.length,
      deliveries,
      events: state.events.length,
      records: state.payments.length,
      duplicateEffects: state.duplicateEffects,
      receiptsSent: attempts.filter(({ created }) => created).length
    },
    findings
  };
}

/** The service that sends receipts was asked for each, and sent it once. */
export function checkReceiptsSent(payments: readonly Payment[], attempts: readonly Attempt[]): Finding[] {
  const sent = new Map<string, number>();
  for (const { entity, created } of attempts) {
    if (created === true) sent.set(entity, (sent.get(entity) ?? 0) + 1);
  }
  return payments
    .filter(({ chargeId }) => sent.get(chargeId) !== 1)
    .map(({ chargeId }) => ({
      checker: 'receipts-sent',
      kind: 'violation',
      key: chargeId,
      message: `${sent.get(chargeId) ?? 0} receipts were sent, not 1.`,
      evidence: []
    }));
}

/** All events in any order, some of them twice. */
function deliveriesOf(payments: readonly Payment[], random: Random): InboundEvent[] {
  const events = payments.flatMap((payment) => payment.events);
  const again = events.filter(() => random.integer(1, AGAIN_EVERY) === 1);
  return random.shuffle([...events, ...again]);
}

function inRounds(events: readonly InboundEvent[], rounds: number): InboundEvent[][] {
  const size = Math.ceil(events.length / rounds);
  return Array.from({ length: rounds }, (_, round) => events.slice(round * size, (round + 1) * size));
}

/**
 * Places and moments in turn, in an order that the seed decides.
 *
 * @param deliveries of a round
 */
export function killPoints(kills: number, deliveries: number, random: Random): KillPoint[] {
  const places = random.shuffle(PLACES);
  const points = Array.from({ length: kills }, (_, index): KillPoint => {
    const place = places[(index >> 1) % places.length]!;
    return index % 2 === 1
      ? { kind: 'place', fault: place }
      : {
          kind: 'moment',
          deliveries: random.integer(0, Math.floor(deliveries * 0.9)),
          milliseconds: random.integer(0, LATEST_MOMENT_MS)
        };
  });
  return random.shuffle(points);
}

function describe(point: KillPoint): string {
  if (point.kind === 'moment') return `${point.milliseconds} ms after delivery ${point.deliveries}`;
  return [point.fault.at, ...Object.values(point.fault.when ?? {})].join(' ');
}
