import { EVENT_STATES } from '@retrysafe/contracts';
import { checkCommandsDone } from '../checkers/commands.js';
import {
  checkAttemptsBounded,
  checkDispatchesEnd,
  checkOneRemoteEffect,
  checkSameKeyOnEveryAttempt,
  checkSituationArose
} from '../checkers/dispatches.js';
import { checkAcknowledgedEventsSettled, type EventState } from '../checkers/entities.js';
import type { Finding } from '../checkers/finding.js';
import { remoteAttemptsOf } from '../checkers/remoteAttempts.js';
import {
  checkConflictsRefused,
  checkEffectsAreTheWinners,
  checkEveryKeySettled,
  checkOneFirstPerKey
} from '../checkers/outcomes.js';
import { ANSWER, stepOfMix, type Mix } from '../downstream/behaviour.js';
import { PASS, type Fault } from '../faults/fault.js';
import { FaultProxy } from '../faults/proxy.js';
import { isCompletion, type Entry } from '../history/entry.js';
import type { OrgFault } from '../org/localHooks.js';
import { sizeOf } from '../run/profile.js';
import type { Random } from '../run/random.js';
import { CommandClient } from '../workload/commandClient.js';
import { runLimited } from '../workload/concurrency.js';
import { EventClient } from '../workload/eventClient.js';
import { expectedOrders, observeOrders, withAmount, type Order, type OrderState } from '../workload/orders.js';
import { observeOutbox, settleDispatches, type OutboxState } from '../workload/outbox.js';
import { commonPrefixOf, newPaidOrders, type PaidOrder } from '../workload/paidOrders.js';
import { observePayments } from '../workload/payments.js';
import { Remote } from '../workload/remote.js';
import { MOST_ATTEMPTS } from './dispatchScenario.js';
import { defineScenario, type Stage } from './scenario.js';

interface Plan {
  readonly prefix: string;
  readonly paidOrders: readonly PaidOrder[];
  /** Every command with its duplicates, and conflicts with some of them, in the order in which they are sent. */
  readonly commands: readonly Order[];
  /** Positions of payments, each several times, in the order in which their events are delivered. */
  readonly deliveries: readonly (readonly number[])[];
  /** What happens to the first requests with each key. */
  readonly commandFaults: ReadonlyMap<string, readonly Fault[]>;
  /** What happens to each delivery. */
  readonly deliveryFaults: readonly Fault[];
  readonly orgFaults: readonly OrgFault[];
  readonly mix: Mix;
}

interface State extends OutboxState, Pick<OrderState, 'effects' | 'ledger'> {
  readonly events: readonly EventState[];
}

const DELIVERY = 20;
const DELIVERIES = 2;
const SENT_AT_ONCE = 16;

/**
 * Commands, conflicts, events and dispatches at the same time, while the network loses and repeats messages, the org meets
 * locks and loses workers, and the remote fails. All by the seed.
 */
export const everythingAtOnce = defineScenario<Plan, State>({
  name: 'everything-at-once',
  proves: 'With every kind of fault at once, each order is created, paid and fulfilled once, and nothing is lost.',
  needs: ['faults', 'remote'],

  plan: ({ random, sizes, prefix }) => {
    const paidOrders = newPaidOrders(prefix, sizeOf(sizes, 'orders', 30), random);
    const orders = paidOrders.map(({ order }) => order);
    const duplicates = orders.flatMap((order) => Array.from({ length: random.integer(0, 3) }, () => order));
    // Of less, so that the order is paid whichever content wins.
    const conflicts = orders
      .filter(() => random.integer(1, 4) === 1)
      .map((order) => withAmount(order, order.amount - 1));
    const positions = random.shuffle(Array.from({ length: DELIVERIES }, () => [...orders.keys()]).flat());
    const deliveries = Array.from({ length: Math.ceil(positions.length / DELIVERY) }, (_, part) => [
      // One request holds an event once.
      ...new Set(positions.slice(part * DELIVERY, (part + 1) * DELIVERY))
    ]);
    return {
      prefix,
      paidOrders,
      // The true content comes first, so that every order is created as its payment expects.
      commands: [...random.shuffle(orders), ...random.shuffle([...duplicates, ...conflicts])],
      deliveries,
      commandFaults: new Map(orders.map(({ key }) => [key, [wireFault(random), wireFault(random)]])),
      deliveryFaults: deliveries.map(() => wireFault(random)),
      orgFaults: orgFaults(random),
      mix: failingMix(
        paidOrders.map(({ dispatchKey }) => dispatchKey),
        random
      )
    };
  },

  async drive(plan, stage) {
    await Remote.during(stage, commonPrefixOf(plan.paidOrders), async (remote) => {
      await remote.service.change({ mix: plan.mix });
      stage.progress(`${plan.commands.length} commands, ${plan.deliveries.length} deliveries, faults everywhere`);
      const strikes = await remote.org.during(plan.orgFaults, () => sendEverything(plan, stage));
      plan.orgFaults.forEach(({ at, error = 'fail' }, index) =>
        stage.recorder.remark('org-fault', { at, error, strikes: strikes[index] ?? 0 })
      );
      stage.progress('the faults are over');
      await deliverRest(plan, stage);
      await settleDispatches({ paidOrders: plan.paidOrders }, stage, remote);
    });
  },

  async observe({ prefix, paidOrders }, stage) {
    const orders = await observeOrders(
      paidOrders.map(({ order }) => order),
      stage.admin
    );
    const outbox = await observeOutbox(paidOrders, stage);
    const { events } = await observePayments(prefix, stage.admin);
    return {
      ...outbox,
      effects: orders.effects,
      ledger: orders.ledger,
      events,
      duplicateEffects: orders.duplicateEffects + outbox.duplicateEffects
    };
  },

  check({ paidOrders, commands }, history, { effects, ledger, events, dispatches }) {
    const ofCommands = withoutAbandoned(historyOf(history, (operation) => operation === 'create-order'));
    const ofEvents = historyOf(history, (operation) => operation.startsWith('charge.'));
    const open: readonly string[] = EVENT_STATES.filter((state) => !state.terminal).map((state) => state.name);
    // An order whose event is still waited for is not paid; its dispatch cannot be there. The event has a finding of its own.
    const waiting = new Set(events.flatMap(({ key, status }) => (open.includes(status) ? [key] : [])));
    const expected = new Map(
      paidOrders.flatMap(({ dispatchKey, payment }) =>
        waiting.has(payment.key) ? [] : [[dispatchKey, 'Succeeded'] as const]
      )
    );
    return [
      ...checkSituationArose(history, ['answer']),
      ...checkFaultsMet(history),
      ...checkCommandsDone(ofCommands, effects, ledger),
      ...checkConflictsRefused(ofCommands),
      ...checkEffectsAreTheWinners(ofCommands, effects, expectedOrders(commands)),
      ...checkOneFirstPerKey(ofEvents),
      ...checkEveryKeySettled(ofEvents),
      ...checkAcknowledgedEventsSettled(ofEvents, events, ['Processed', 'Stale'], open),
      ...(ofEvents.length > 0 ? checkDispatchesEnd(history, dispatches, expected) : []),
      ...checkSameKeyOnEveryAttempt(history, dispatches),
      ...checkOneRemoteEffect(history),
      ...checkAttemptsBounded(history, MOST_ATTEMPTS)
    ];
  }
});

/** The one exception that may leave the service: two faults in one transaction hit the outcome and then the row's removal. */
const ABANDONED = /UNABLE_TO_LOCK_ROW[\s\S]*Class\.CommandLedger\.abandon/;

/**
 * A history in which the ledger's own way out is what it is for a client: an attempt of which nothing is known. A row that
 * can be neither finished nor removed leaves only the platform's rollback of everything; the same key is sent again.
 */
export function withoutAbandoned(history: readonly Entry[]): Entry[] {
  return history.filter((entry) => !(isCompletion(entry) && entry.status === 500 && ABANDONED.test(entry.body ?? '')));
}

/** The network and the remote did fail. */
export function checkFaultsMet(history: readonly Entry[]): Finding[] {
  const wire = history.some(
    (entry) => entry.kind === 'remark' && entry.subject === 'fault' && entry.detail.fault !== PASS.kind
  );
  const remote = remoteAttemptsOf(history).some(({ step }) => step !== 'answer');
  if (wire && remote) return [];
  const message = `Nothing failed ${wire ? 'at the remote' : 'on the wire'}; nothing is proved about that.`;
  return [{ checker: 'faults-met', kind: 'inconclusive', message, evidence: [] }];
}

/** Commands and events go their ways at the same time, through a network that loses and repeats. */
async function sendEverything(plan: Plan, stage: Stage): Promise<void> {
  const { org, caller, recorder, latency, signal } = stage;
  let delivery = 0;
  const proxy = await FaultProxy.start({
    upstream: org.admin.instanceUrl,
    plan: ({ key, occurrence }) =>
      key.startsWith('POST ')
        ? (plan.deliveryFaults[delivery++] ?? PASS)
        : (plan.commandFaults.get(key)?.[occurrence - 1] ?? PASS),
    onRequest: ({ key, occurrence, fault }) => recorder.remark('fault', { fault, occurrence }, key)
  });
  const shared = { session: caller, recorder, latency, origin: proxy.url, signal };
  const commands = new CommandClient({ ...shared, connections: SENT_AT_ONCE });
  const events = new EventClient({ ...shared, apiVersion: org.apiVersion, connections: 2 });
  try {
    await Promise.all([
      runLimited(
        SENT_AT_ONCE,
        plan.commands.map((command, index) => () => commands.settle(command, index))
      ),
      runLimited(
        2,
        plan.deliveries.map((positions, index) => () => events.deliver(paymentsAt(plan, positions), index))
      )
    ]);
  } finally {
    await commands.close();
    await events.close();
    await proxy.stop();
  }
}

/** The provider delivers until it is acknowledged, and the caller asks until it is answered. */
async function deliverRest(plan: Plan, stage: Stage): Promise<void> {
  const { org, caller, recorder, latency, signal } = stage;
  const shared = { session: caller, recorder, latency, signal };
  const commands = new CommandClient({ ...shared, connections: SENT_AT_ONCE });
  const events = new EventClient({ ...shared, apiVersion: org.apiVersion, connections: 1 });
  try {
    await runLimited(
      SENT_AT_ONCE,
      plan.paidOrders.map(
        ({ order }, index) =>
          () =>
            commands.settle(order, index)
      )
    );
    const all = [...plan.paidOrders.keys()];
    for (let from = 0; from < all.length; from += 200) {
      await events.deliver(paymentsAt(plan, all.slice(from, from + 200)), 0, DELIVERIES + 1);
    }
  } finally {
    await commands.close();
    await events.close();
  }
}

function paymentsAt({ paidOrders }: Plan, positions: readonly number[]): PaidOrder['payment'][] {
  return positions.map((position) => paidOrders[position]!.payment);
}

/** A mix in which somebody's first attempt fails: with few orders, all of them could be lucky. */
export function failingMix(keys: readonly string[], random: Random): Mix {
  let mix: Mix;
  do mix = { seed: random.integer(0, 1_000_000), failPercent: 30 };
  while (keys.length > 0 && keys.every((key) => stepOfMix(mix, key, 1) === ANSWER));
  return mix;
}

function wireFault(random: Random): Fault {
  return random.pick<Fault>([
    PASS,
    PASS,
    PASS,
    { kind: 'drop-response' },
    { kind: 'cut-mid-body' },
    { kind: 'drop-request' },
    { kind: 'delay', ms: random.integer(5, 50) },
    { kind: 'duplicate' }
  ]);
}

/** Locks that commands meet, and workers of both directions that are stopped in the middle. */
function orgFaults(random: Random): OrgFault[] {
  const seed = random.integer(0, 1_000_000);
  const some = { seed, times: null } as const;
  const lock = { do: 'fail', error: 'lock', ...some } as const;
  const stopped = { do: 'fail', error: 'limit', ...some } as const;
  return [
    { ...lock, at: 'statement', when: { statement: 'insert', object: 'order__c' }, probability: 0.1 },
    { ...lock, at: 'statement', when: { statement: 'lock', object: 'integration_request__c' }, probability: 0.05 },
    { ...stopped, at: 'job', when: { className: 'DispatchSendJob' }, probability: 0.2 },
    { ...stopped, at: 'job', when: { className: 'DispatchClaimJob' }, probability: 0.2 }
  ];
}

/** The attempts of some operations, and all remarks. */
function historyOf(history: readonly Entry[], isWanted: (operation: string) => boolean): Entry[] {
  const wanted = new Set(
    history.flatMap((entry) => (entry.kind === 'invoke' && isWanted(entry.operation) ? [entry.index] : []))
  );
  return history.filter((entry) =>
    entry.kind === 'remark' ? true : wanted.has(entry.kind === 'invoke' ? entry.index : entry.invoke)
  );
}
