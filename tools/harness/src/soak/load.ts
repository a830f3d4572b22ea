import { setTimeout as sleep } from 'node:timers/promises';
import type { Recorder } from '../history/recorder.js';
import type { Completion } from '../history/entry.js';
import { LatencyRecorder } from '../measure/latency.js';
import type { RestClient } from '../org/restClient.js';
import type { Session } from '../org/session.js';
import type { Random } from '../run/random.js';
import { CommandClient, type Command } from '../workload/commandClient.js';
import { EventClient } from '../workload/eventClient.js';
import { newOrder } from '../workload/orders.js';
import { newPayment } from '../workload/payments.js';
import type { Tally } from './tally.js';

export interface LoadOptions {
  readonly caller: Session;
  readonly admin: RestClient;
  /** Begins all keys. */
  readonly prefix: string;
  readonly random: Random;
  readonly tally: Tally;
  /** Ends the load: what is under way is finished. */
  readonly ends: AbortSignal;
}

const COMMAND_WORKERS = 4;
const QUERY_WORKERS = 2;
/** One command in so many is an earlier one again. */
const REPEAT_EVERY = 4;
/** Commands that may be sent again. */
const REMEMBERED = 100;
/** Pauses between the requests of one worker. Milliseconds. */
const PAUSE = { command: 20, event: 500, query: 150 } as const;

/** Queries whose answers do not grow with the time. */
const QUERIES = [
  'SELECT Id, Name, Username FROM User ORDER BY Name LIMIT 20',
  'SELECT Id, Idempotency_Key__c, Status__c FROM Integration_Request__c ORDER BY CreatedDate DESC LIMIT 50',
  'SELECT External_Order_Id__c, (SELECT Id FROM Order_Lines__r) FROM Order__c ORDER BY CreatedDate DESC LIMIT 20',
  'SELECT Status__c, COUNT(Id) amount FROM Inbound_Event__c GROUP BY Status__c',
  'SELECT Id, Status, JobType, ApexClass.Name FROM AsyncApexJob ORDER BY CreatedDate DESC LIMIT 20'
];
const RESOURCES = ['limits', 'sobjects/Order__c/describe', 'sobjects'];

/** Sends commands, events and queries side by side until it is told to end. */
export async function runLoad(options: LoadOptions): Promise<void> {
  const { caller, admin, tally } = options;
  // Not the signal that ends the load: a request that is under way is answered.
  const shared = { session: caller, latency: new LatencyRecorder(), signal: new AbortController().signal };
  const commands = new CommandClient({ ...shared, recorder: forgetful(), connections: COMMAND_WORKERS });
  const stored = forgetful((end) => {
    tally.count('events');
    if (end.kind !== 'ok') tally.error('event', `${end.code ?? end.error ?? end.kind}`);
  });
  const events = new EventClient({ ...shared, recorder: stored, apiVersion: admin.apiVersion, connections: 1 });
  let orders = 0;
  const nextOrder = (): Command => newOrder(options.prefix, orders++, options.random);
  try {
    await Promise.all([
      ...Array.from({ length: COMMAND_WORKERS }, (_, client) => sendCommands(options, commands, client, nextOrder)),
      sendEvents(options, events),
      ...Array.from({ length: QUERY_WORKERS }, () => ask(options))
    ]);
  } finally {
    await commands.close();
    await events.close();
  }
}

async function sendCommands(
  { tally, random, ends }: LoadOptions,
  client: CommandClient,
  number: number,
  nextOrder: () => Command
): Promise<void> {
  const sent: Command[] = [];
  for (let i = 1; !ends.aborted; i += 1) {
    const again = i % REPEAT_EVERY === 0 && sent.length > 0;
    const command = again ? random.pick(sent) : nextOrder();
    const completion = await client.settle(command, number).catch((error: Error) => error);
    tally.count(again ? 'repeated commands' : 'commands');
    const problem = problemOf(completion, again);
    if (problem !== undefined) tally.error('command', problem);
    if (!again) sent.push(command);
    if (sent.length > REMEMBERED) sent.shift();
    await pause(PAUSE.command, ends);
  }
}

function problemOf(completion: Completion | Error, again: boolean): string | undefined {
  if (completion instanceof Error) return completion.message;
  if (completion.kind !== 'ok')
    return `${completion.status ?? 'no answer'} ${completion.code ?? completion.error ?? ''}`;
  return again && completion.replayed !== true ? 'a command that was sent again was not recognised' : undefined;
}

async function sendEvents({ prefix, ends }: LoadOptions, client: EventClient): Promise<void> {
  for (let number = 0; !ends.aborted; number += 1) {
    const { events } = newPayment(prefix, number);
    await client.deliver(events, 0);
    await pause(PAUSE.event, ends);
  }
}

async function ask({ tally, admin, random, ends }: LoadOptions): Promise<void> {
  for (let i = 0; !ends.aborted; i += 1) {
    try {
      if (i % 4 === 3) await admin.call('GET', `/services/data/v${admin.apiVersion}/${random.pick(RESOURCES)}`);
      else await admin.query(random.pick(QUERIES));
    } catch (error) {
      tally.error('query', (error as Error).message);
    }
    tally.count('queries');
    await pause(PAUSE.query, ends);
  }
}

/** @returns at once when the load ends */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);

/** The history of a soak would only be memory: nothing is kept. */
function forgetful(onEnd: (end: Completion) => void = () => undefined): Recorder {
  let index = 0;
  return {
    scenario: 'soak',
    invoke: () => index++,
    complete: (invoke, end) => {
      const { kind, status, code, replayed, error } = end;
      const completion: Completion = {
        kind,
        index: index++,
        at: 0,
        invoke,
        ...(status === undefined ? {} : { status }),
        ...(code === undefined ? {} : { code }),
        ...(replayed === undefined ? {} : { replayed }),
        ...(error === undefined ? {} : { error })
      };
      onEnd(completion);
      return completion;
    },
    remark: () => undefined,
    entries: () => []
  };
}
