import { setTimeout as sleep } from 'node:timers/promises';
import { terminalStates, COMMAND_STATES } from '@retrysafe/contracts';
import { checkCommandsDone } from '../checkers/commands.js';
import { countDuplicateEffects, type Effect } from '../checkers/effects.js';
import type { Finding } from '../checkers/finding.js';
import { entriesOf, operationsByKey, type Entry } from '../history/entry.js';
import { sizeOf } from '../run/profile.js';
import { CommandClient } from '../workload/commandClient.js';
import { runLimited } from '../workload/concurrency.js';
import { createPayments, newRefunds, observeRefunds, type Refund } from '../workload/refunds.js';
import { defineScenario, type Observation, type Stage } from './scenario.js';

interface Plan {
  readonly refunds: readonly Refund[];
  /** Attempts for each command at once, when it is new and again when it is done. */
  readonly crowd: number;
  readonly settleLimitMs: number;
}

interface State extends Observation {
  readonly effects: readonly Effect[];
}

/** Subject of the remarks that tell a state of a command as its status resource showed it; the key is the command's. */
const STATUS_SEEN = 'status-seen';

/** Callers send work that the org does later, ask for its status, and send it again before and after it is done. */
export const asynchronousOperation = defineScenario<Plan, State>({
  name: 'asynchronous-operation',
  proves: 'An accepted command is done once; its status leads to the outcome, which later duplicates get as well.',

  plan: ({ random, sizes, prefix }) => ({
    refunds: newRefunds(prefix, sizeOf(sizes, 'commands', 10), random),
    crowd: sizeOf(sizes, 'crowd', 4),
    settleLimitMs: sizeOf(sizes, 'settleLimitMs', 60_000)
  }),

  async drive({ refunds, crowd, settleLimitMs }, stage) {
    const { admin, caller, recorder, latency, concurrency, signal, progress } = stage;
    const connections = Math.max(concurrency, crowd);
    const client = new CommandClient({ session: caller, recorder, latency, connections, signal });
    const sendToAll = (first: number): Promise<void> =>
      runLimited(
        4,
        refunds.map((refund) => async () => {
          await Promise.all(Array.from({ length: crowd }, (_, index) => client.settle(refund, first + index)));
        })
      );
    try {
      await createPayments(refunds, admin);
      progress(`${refunds.length} commands, ${crowd} attempts at once`);
      await sendToAll(1);
      progress('waiting for their outcomes');
      const deadline = Date.now() + settleLimitMs;
      await runLimited(
        4,
        refunds.map((refund) => () => follow(refund, client, deadline, stage))
      );
      await sendToAll(1 + crowd);
    } finally {
      await client.close();
    }
  },

  async observe({ refunds }, { admin }) {
    const effects = await observeRefunds(refunds, admin);
    return { effects, duplicateEffects: countDuplicateEffects(effects) };
  },

  check: ({ refunds }, history, { effects }) => [
    ...checkCommandsDone(history, effects),
    ...checkFollowed(
      refunds.map(({ key }) => key),
      history
    )
  ]
});

/** Polls the status resource until the command is finished, and writes down every state that is new. */
async function follow(refund: Refund, client: CommandClient, deadline: number, { recorder, signal }: Stage) {
  const finished = new Set<string>(terminalStates(COMMAND_STATES));
  let last: string | undefined;
  for (let pause = 50; Date.now() < deadline && !signal.aborted; pause = Math.min(pause * 1.5, 500)) {
    const status = await client.status(refund);
    if (status !== undefined && status.state !== last) {
      last = status.state;
      const detail: Record<string, string> = { state: status.state };
      if (status.outcome !== undefined) detail.outcome = JSON.stringify(status.outcome.body);
      recorder.remark(STATUS_SEEN, detail, refund.key);
    }
    if (last !== undefined && finished.has(last)) return;
    await sleep(pause, undefined, { signal }).catch(() => undefined);
  }
}

/**
 * Each command was accepted first, then its status told of success, and duplicates that came later got that very outcome
 * as a replay.
 */
export function checkFollowed(keys: readonly string[], history: readonly Entry[]): Finding[] {
  const operations = operationsByKey(history);
  return keys.flatMap((key): Finding[] => {
    const own = operations.get(key) ?? [];
    const states = history.flatMap((entry) =>
      entry.kind === 'remark' && entry.subject === STATUS_SEEN && entry.key === key ? [entry.detail] : []
    );
    const end = states.find(({ state }) => state === 'Succeeded');
    const first = own.find(({ completion }) => completion?.kind === 'ok' && completion.replayed !== true);
    const late = own.filter(({ completion }) => completion?.code === 'COMPLETED');
    const finding = (kind: Finding['kind'], message: string, evidence: readonly Entry[]): Finding[] => [
      { checker: 'followed', kind, key, message, evidence }
    ];
    if (first === undefined || end === undefined || late.length === 0) {
      const last = states.at(-1)?.state ?? 'not known';
      return finding(
        'inconclusive',
        `The command was not followed to its end; its state is ${last}.`,
        entriesOf(own.slice(-1))
      );
    }
    if (first.completion?.code !== 'ACCEPTED') {
      return finding(
        'violation',
        'The first answer is not 202, though the operation is asynchronous.',
        entriesOf([first])
      );
    }
    const other = late.find(
      ({ completion }) => normal(completion?.body) !== end.outcome || completion?.replayed !== true
    );
    return other === undefined
      ? []
      : finding('violation', 'A duplicate got another outcome than the status resource shows.', entriesOf([other]));
  });
}

/** The status resource holds the outcome as JSON inside JSON, where 12.50 and 12.5 are one number. */
function normal(body: string | undefined): string {
  return JSON.stringify(JSON.parse(body ?? 'null'));
}
