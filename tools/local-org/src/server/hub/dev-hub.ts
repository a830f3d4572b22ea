import { randomBytes } from 'node:crypto';
import type { Cluster } from '../../database/cluster.js';
import type { HubLimits, HubState, HubWork, KeptScratchOrg, SignedUpOrg } from '../../api/hub/operations.js';
import { checkSignup, SignupError, type Signup } from '../../api/hub/signup.js';
import { CLI_APP } from '../../api/oauth/connected-apps.js';
import type { OrgSeed } from '../../schema/org/initialise.js';
import { listenNear } from '../listen.js';
import type { OrgHost } from '../org-host.js';
import { TemplateDatabase } from './template.js';

export interface DevHubOptions {
  readonly cluster: Cluster;
  readonly hub: OrgHost;
  readonly limits: HubLimits;
  /** Names of databases begin with this. */
  readonly databasePrefix: string;
  /** Scratch orgs are there again after a restart. */
  readonly kept: boolean;
  /** Opens an org in a database that exists. */
  readonly openHost: (database: string, seed: OrgSeed) => Promise<OrgHost>;
  /** Removes what is kept of an org besides its database. */
  readonly forget: (database: string) => Promise<void>;
  readonly onError: (error: Error) => void;
}

/**
 * By the last letter the CLI knows that the instance is no host name, and asks LoginUrl; an upper-case S would forbid
 * `sf org create user` after a login by JWT.
 */
const INSTANCE = 'local0s';
const DAY_MS = 86_400_000;
/** How often the hub looks for scratch orgs that have expired. */
const EXPIRY_LOOK_MS = 60_000;

/**
 * The signup service of a Dev Hub: makes an org for each new ScratchOrgInfo, ends those whose ActiveScratchOrg is gone.
 * One thing at a time, as they come; what went wrong is told by the row.
 */
export class DevHub {
  private readonly running = new Map<string, { readonly kept: KeptScratchOrg; readonly host: OrgHost }>();
  private readonly template: TemplateDatabase;
  private work: Promise<void> = Promise.resolve();
  private asked = false;
  private stopped = false;
  private readonly look = setInterval(() => this.review(), EXPIRY_LOOK_MS).unref();

  private constructor(private readonly options: DevHubOptions) {
    const name = `${options.databasePrefix}template`;
    this.template = new TemplateDatabase(options.cluster, name, async () => {
      const host = await options.openHost(name, { now: Date.now() });
      await host.stop();
    });
  }

  /** Opens the scratch orgs of an earlier run and goes on with what that one had begun. */
  static async start(options: DevHubOptions): Promise<DevHub> {
    const devHub = new DevHub(options);
    const { active, unfinished } = await devHub.ask<HubState>('hub-recover', {});
    for (const database of unfinished) await options.cluster.dropDatabase(database);
    await Promise.all(active.map((kept) => devHub.reopen(kept)));
    // The first signup should not wait for it; an error comes again with that signup.
    devHub.template.ready().catch(() => undefined);
    options.hub.onSetupChanged(() => devHub.review());
    devHub.review();
    return devHub;
  }

  /** Looks for work, soon: setup rows have changed, or time has passed. */
  review(): void {
    if (this.asked || this.stopped) return;
    this.asked = true;
    this.work = this.work.then(async () => {
      this.asked = false;
      if (this.stopped) return;
      try {
        await this.doWork();
      } catch (error) {
        if (!this.stopped) this.options.onError(error as Error);
      }
    });
  }

  /** Refuses connections of all scratch orgs: what they need is gone. */
  die(reason: Error): void {
    this.stopped = true;
    for (const { host } of this.running.values()) host.die(reason);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearInterval(this.look);
    await this.work;
    await Promise.all([...this.running.values()].map(({ host }) => host.stop()));
    const { cluster, kept } = this.options;
    // An embedded server that is not kept ends together with all its databases.
    if (kept || cluster.embedded) return;
    for (const { kept: org } of this.running.values()) await cluster.dropDatabase(org.database);
    await this.template.drop();
  }

  private ask<T>(kind: string, payload: unknown): Promise<T> {
    const { hub } = this.options;
    return hub.runInBackground<T>(kind, payload, hub.adminUserId);
  }

  private async doWork(): Promise<void> {
    const { limits, databasePrefix } = this.options;
    const work = await this.ask<HubWork>('hub-review', { limits, prefix: `${databasePrefix}scratch_` });
    for (const org of work.ended) await this.end(org);
    for (const { signup, database } of work.signups) await this.signUp(signup, database);
  }

  private async signUp(signup: Signup, database: string): Promise<void> {
    const { cluster, hub, onError } = this.options;
    try {
      await this.createOrg(signup, database);
    } catch (error) {
      const { host } = this.running.get(signup.id) ?? {};
      this.running.delete(signup.id);
      await host?.stop();
      await cluster.dropDatabase(database);
      const isRefusal = error instanceof SignupError;
      if (!isRefusal && !this.stopped) onError(error as Error);
      const reason = isRefusal ? error.message : `the local org could not make the org: ${(error as Error).message}`;
      await hub.runInBackground('signup-failed', { signupId: signup.id, reason }, hub.adminUserId);
    }
  }

  private async createOrg(signup: Signup, database: string): Promise<void> {
    const { hub, openHost } = this.options;
    const { organizationType, durationDays } = checkSignup(signup);
    const clientId = signup.clientId ?? CLI_APP.clientId;
    if (!hub.authorization.apps.find(clientId)) {
      throw new SignupError(
        `There is no connected app ${clientId}; log in to the hub by one that the local org knows.`
      );
    }
    const now = hub.clock.now();
    const expires = startOfDay(now + durationDays * DAY_MS);
    await this.template.copyTo(database);
    const host = await openHost(database, {
      now,
      renew: true,
      adminUsername: (signup.username ?? `test-${randomBytes(6).toString('hex')}@example.com`).toLowerCase(),
      organizationName: signup.orgName ?? 'Scratch org',
      organizationType,
      isSandbox: true,
      trialExpirationDate: expires,
      features: ['SourceTracking'],
      ...(signup.adminEmail ? { adminEmail: signup.adminEmail } : {})
    });
    this.running.set(signup.id, { host, kept: { signupId: signup.id, database, port: null } });
    const port = await host.listen(0);
    const org: SignedUpOrg = {
      signupId: signup.id,
      orgId: host.orgId,
      username: host.adminUsername,
      loginUrl: host.url(),
      port,
      authCode: host.authorization.codes.issue({ userId: host.adminUserId, clientId }),
      instance: INSTANCE,
      expirationDate: new Date(expires).toISOString().slice(0, 10),
      durationDays
    };
    await this.ask('signup-done', org);
  }

  private async end({ signupId, database }: KeptScratchOrg): Promise<void> {
    await this.running.get(signupId)?.host.stop();
    this.running.delete(signupId);
    await this.options.cluster.dropDatabase(database);
    await this.options.forget(database);
    await this.ask('scratch-org-ended', { signupId });
  }

  /** An org that cannot be opened stays as it is, for a hub that can. */
  private async reopen(kept: KeptScratchOrg): Promise<void> {
    const { openHost, onError } = this.options;
    try {
      const host = await openHost(kept.database, { now: Date.now(), features: ['SourceTracking'] });
      this.running.set(kept.signupId, { host, kept });
      const port = await listenNear(host, kept.port ?? 0);
      if (port === kept.port) return;
      await this.ask('scratch-org-moved', { signupId: kept.signupId, port, loginUrl: host.url() });
      onError(
        new Error(
          `Port ${kept.port} of the scratch org ${host.adminUsername} is in use; it listens on ${port} now. Log in to ${host.url()} again.`
        )
      );
    } catch (error) {
      onError(error as Error);
    }
  }
}

const startOfDay = (ms: number): number => ms - (ms % DAY_MS);
