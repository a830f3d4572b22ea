import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { TERMINAL_DISPATCH_STATES } from '../checkers/dispatches.js';
import { DownstreamProcess } from '../downstream/process.js';
import { RunHistory, type Recorder } from '../history/recorder.js';
import { runAnonymous } from '../org/anonymousApex.js';
import { prepareCallers } from '../org/callers.js';
import { LocalHooks } from '../org/localHooks.js';
import { permissionSetsOf } from '../org/permissionSets.js';
import { RestClient, type SObjectRow } from '../org/restClient.js';
import type { Org, Session } from '../org/session.js';
import { ReceiverProcess } from '../receiver/process.js';
import type { SfdxProject } from '../run/project.js';
import { deploySource, loginWithAccessToken } from '../sf/commands.js';
import { CREDENTIALS, Remote } from '../workload/remote.js';
import { OrgProcess } from './orgProcess.js';

const API_VERSION = '68.0';
const ALIAS = 'retrysafe-proof';
const TOTAL_AMOUNT = 20;

/** An org and a remote, each in a process and with data of its own, that dispatch between them as they do in earnest. */
export class Workbench {
  readonly org: OrgProcess;
  readonly recorder: Recorder;
  #admin: RestClient | undefined;
  #remote: Remote | undefined;

  private constructor(
    private readonly folder: string,
    private readonly project: SfdxProject,
    private readonly signal: AbortSignal,
    readonly prefix: string
  ) {
    this.org = new OrgProcess(join(folder, 'org'));
    this.recorder = new RunHistory().recorder('proof');
  }

  /** Starts both, deploys the project, starts the sweeper. */
  static async open(project: SfdxProject, prefix: string, signal: AbortSignal): Promise<Workbench> {
    const folder = await mkdtemp(join(tmpdir(), 'retrysafe-proof-'));
    // Started by root, the database server runs as another user, who has to get through here.
    await chmod(folder, 0o755);
    const bench = new Workbench(folder, project, signal, prefix);
    try {
      await bench.org.start();
      await bench.#prepare();
      return bench;
    } catch (error) {
      await bench.close();
      throw error;
    }
  }

  get admin(): RestClient {
    if (this.#admin === undefined) throw new Error('The org is not prepared.');
    return this.#admin;
  }

  get remote(): Remote {
    if (this.#remote === undefined) throw new Error('The remote is not started.');
    return this.#remote;
  }

  get hooks(): LocalHooks {
    return this.remote.org;
  }

  /** Starts the org again with its data, after it was killed. */
  async restart(): Promise<void> {
    await this.#admin?.close();
    await this.org.start();
    this.#admin = new RestClient(this.#session(), API_VERSION);
    const { service } = this.remote;
    this.#remote = new Remote(service, new LocalHooks(this.admin), this.recorder, this.#entityPrefix);
    await this.hooks.mapCredentials(CREDENTIALS, service.url);
    await this.remote.alignClock();
  }

  /** Orders that exist and are paid, so that each is to be fulfilled. @throws what the org answers, or its silence */
  async createPaidOrders(from: number, to: number): Promise<void> {
    const numbers = Array.from({ length: to - from }, (_, index) => `${this.prefix}-${from + index}`);
    await this.admin.createAll(
      'Order__c',
      numbers.map((number) => ({
        External_Order_Id__c: number,
        Status__c: 'Created',
        Currency__c: 'EUR',
        Total_Amount__c: TOTAL_AMOUNT
      }))
    );
    await this.admin.createAll(
      'Payment__c',
      numbers.map((number) => ({
        Stripe_Charge_Id__c: `${number}-ch`,
        Status__c: 'Succeeded',
        Amount__c: TOTAL_AMOUNT,
        Currency_Code__c: 'EUR',
        Order__r: { External_Order_Id__c: number }
      }))
    );
  }

  /** Order numbers whose payment the org has stored. */
  async paidOrderNumbers(): Promise<string[]> {
    const rows = await this.admin.query(
      `SELECT Order__r.External_Order_Id__c FROM Payment__c WHERE Stripe_Charge_Id__c LIKE '${this.prefix}-%' AND Order__c != NULL`
    );
    return rows.map((row) => String((row.Order__r as SObjectRow).External_Order_Id__c));
  }

  /** Starts the receiver before the org. It has the administrator's session, which outlives the org's process. */
  startReceiver(): Promise<ReceiverProcess> {
    return ReceiverProcess.start({ org: this.#asTarget(), caller: this.#session() });
  }

  /**
   * Waits until the org has brought all dispatches to an end by itself. Time is moved on to the next job whenever nothing
   * runs and nothing is due; nothing else is done for the org.
   *
   * @param alsoOpen query of other rows that have to come to an end
   * @returns false when that took too long
   */
  async settle(limitMs: number, alsoOpen?: string): Promise<boolean> {
    const deadline = Date.now() + limitMs;
    while (!this.signal.aborted && Date.now() < deadline) {
      await this.hooks.drain(limitMs);
      await this.remote.transcribe();
      const open = await this.admin.query(
        `SELECT Id FROM Outbound_Dispatch__c WHERE Status__c NOT IN (${TERMINAL_DISPATCH_STATES.map((name) => `'${name}'`).join(', ')})`
      );
      const others = alsoOpen === undefined ? [] : await this.admin.query(alsoOpen);
      if (open.length + others.length === 0) return true;
      const next = await this.hooks.nextJobAt();
      if (next === undefined) return false;
      const wait = next - (await this.hooks.now());
      if (wait > 0) await this.remote.pass(wait + 1);
    }
    return false;
  }

  async close(): Promise<void> {
    await this.#admin?.close();
    await this.org.stop();
    await this.#remote?.service.stop();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  get #entityPrefix(): string {
    return `${this.prefix}-`;
  }

  #session(): Session {
    const { url, accessToken, username } = this.org.access;
    return { instanceUrl: url, accessToken, username };
  }

  #asTarget(): Org {
    return {
      kind: 'local',
      isLocal: true,
      label: 'local org',
      orgId: this.org.access.orgId,
      apiVersion: API_VERSION,
      admin: this.#session(),
      close: () => Promise.resolve()
    };
  }

  async #prepare(): Promise<void> {
    const { url, accessToken } = this.org.access;
    const sf = { cwd: this.project.root, home: join(this.folder, 'home'), signal: this.signal };
    await loginWithAccessToken({ instanceUrl: url, accessToken, alias: ALIAS }, sf);
    await deploySource(ALIAS, this.project.packageDirectories, sf);
    this.#admin = new RestClient(this.#session(), API_VERSION);
    const target = { org: this.#asTarget(), alias: ALIAS, sf, startedInMs: null };
    await prepareCallers(target, this.admin, permissionSetsOf(this.project));
    const service = await DownstreamProcess.start({ data: join(this.folder, 'remote') });
    this.#remote = new Remote(service, new LocalHooks(this.admin), this.recorder, this.#entityPrefix);
    await this.hooks.mapCredentials(CREDENTIALS, service.url);
    await this.remote.alignClock();
    await runAnonymous(this.admin, 'DispatchSweeperJob.start();');
  }
}
