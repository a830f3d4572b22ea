import { expect } from 'chai';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkCommandsDone } from '../../src/checkers/commands.js';
import { checkAcknowledgedWorkIsThere, checkNoUnaskedEffects } from '../../src/checkers/effects.js';
import { checkLedger } from '../../src/checkers/ledger.js';
import { checkEffectsAreTheWinners } from '../../src/checkers/outcomes.js';
import { RunHistory } from '../../src/history/recorder.js';
import { LatencyRecorder } from '../../src/measure/latency.js';
import { prepareCallers } from '../../src/org/callers.js';
import { LocalHooks } from '../../src/org/localHooks.js';
import { permissionSetsOf } from '../../src/org/permissionSets.js';
import { RestClient } from '../../src/org/restClient.js';
import type { Session } from '../../src/org/session.js';
import { OrgProcess } from '../../src/proof/orgProcess.js';
import { findProject } from '../../src/run/project.js';
import { newSeed, randomFor } from '../../src/run/random.js';
import { deploySource, loginWithAccessToken } from '../../src/sf/commands.js';
import { CommandClient } from '../../src/workload/commandClient.js';
import { expectedOrders, newOrder, observeOrders, type Order } from '../../src/workload/orders.js';
import { ROOT } from './support.js';

const API_VERSION = '68.0';
const ALIAS = 'killed';
const PREFIX = 'killed';
const CALLERS = 6;
/** Statements and answers after which the process dies, at most: within the first dozens of commands. */
const LATEST = { statement: 250, answer: 40 } as const;
const LIMIT_MS = 60_000;

/** Where each round ends: at a statement of any transaction, by the process itself; after an answer, from outside. */
const KILLS = ['statement', 'answer', 'statement'] as const;

describe('commands to an org that is killed', function () {
  this.timeout(300_000);
  const seed = Number(process.env.RETRYSAFE_SEED ?? newSeed());
  const { signal } = new AbortController();
  let folder: string;
  let org: OrgProcess;
  let username: string;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'retrysafe-killed-'));
    // Started by root, the database server runs as another user, who has to get through here.
    await chmod(folder, 0o755);
    org = new OrgProcess(join(folder, 'org'));
    await org.start();
    username = await prepare();
  });
  after(async () => {
    await org.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  });

  async function prepare(): Promise<string> {
    const project = findProject(ROOT);
    const sf = { cwd: ROOT, home: join(folder, 'home'), signal };
    const { url, accessToken, orgId } = org.access;
    await loginWithAccessToken({ instanceUrl: url, accessToken, alias: ALIAS }, sf);
    await deploySource(ALIAS, project.packageDirectories, sf);
    const target = {
      org: {
        kind: 'local' as const,
        isLocal: true,
        label: 'local org',
        orgId,
        apiVersion: API_VERSION,
        admin: administrator(),
        close: () => Promise.resolve()
      },
      alias: ALIAS,
      sf,
      startedInMs: null
    };
    return withAdmin(
      async (admin) => (await prepareCallers(target, admin, permissionSetsOf(project))).integration.username
    );
  }

  const administrator = (): Session => {
    const { url, accessToken, username: name } = org.access;
    return { instanceUrl: url, accessToken, username: name };
  };

  async function withAdmin<Result>(task: (admin: RestClient) => Promise<Result>): Promise<Result> {
    const admin = new RestClient(administrator(), API_VERSION);
    try {
      return await task(admin);
    } finally {
      await admin.close();
    }
  }

  /** Sessions of users other than the administrator end with the process. */
  const login = (): Promise<Session> =>
    withAdmin(async (admin) => {
      const path = '/local-org/v1/sessions';
      const { accessToken } = await admin.call<{ accessToken: string }>('POST', path, { username });
      return { instanceUrl: org.access.url, accessToken, username };
    });

  it(`has each that was answered and none by halves (RETRYSAFE_SEED=${seed})`, async () => {
    const random = randomFor(seed, 'killed-commands');
    const recorder = new RunHistory().recorder('killed-commands');
    const orders: Order[] = [];
    let answered = 0;

    async function connect(): Promise<CommandClient> {
      const latency = new LatencyRecorder();
      return new CommandClient({ session: await login(), recorder, latency, connections: CALLERS, signal });
    }

    /** New commands, one after the other, until the org is gone. */
    async function send(client: CommandClient, caller: number, onAnswer: () => void): Promise<void> {
      while (org.isRunning) {
        const order = newOrder(PREFIX, orders.length, random);
        orders.push(order);
        if ((await client.attempt(order, caller)).kind === 'ok') {
          answered += 1;
          onAnswer();
        } else await sleep(100);
      }
    }

    for (const [round, kill] of KILLS.entries()) {
      const client = await connect();
      let left = kill === 'answer' ? random.integer(1, LATEST.answer) : Infinity;
      const skip = random.integer(0, LATEST.statement);
      if (kill === 'statement') {
        await withAdmin((admin) => new LocalHooks(admin).arm({ at: 'statement', do: 'crash', skip }));
      }
      const onAnswer = (): void => {
        if (--left === 0) void org.kill();
      };
      await Promise.all(Array.from({ length: CALLERS }, (_, caller) => send(client, caller, onAnswer)));
      await client.close();
      expect(await org.diesWithin(LIMIT_MS), `round ${round} did not come to its kill`).to.equal(true);
      await org.start();

      const { effects, ledger } = await withAdmin((admin) => observeOrders(orders, admin));
      const history = recorder.entries();
      expect([
        ...checkAcknowledgedWorkIsThere(history, effects),
        ...checkNoUnaskedEffects(history, effects),
        ...checkEffectsAreTheWinners(history, effects, expectedOrders(orders)),
        ...checkLedger(history, ledger)
      ]).to.deep.equal([]);
      // Whatever is there is there as a whole: an order with its lines, and the row of its command.
      expect(effects.map(({ key }) => key).sort()).to.deep.equal(ledger.map(({ key }) => key).sort());
      expect(ledger.every(({ status }) => status === 'Succeeded')).to.equal(true);
      expect(effects.length).to.be.within(answered, orders.length);
    }

    const client = await connect();
    for (const [number, order] of orders.entries()) await client.settle(order, number);
    await client.close();
    const { effects, ledger } = await withAdmin((admin) => observeOrders(orders, admin));
    expect(checkCommandsDone(recorder.entries(), effects, ledger)).to.deep.equal([]);
    expect(effects).to.have.lengthOf(orders.length);
    expect(answered, 'commands were answered').to.be.greaterThan(0);
    expect(orders.length, 'commands were left without an answer').to.be.greaterThan(answered);
  });
});
