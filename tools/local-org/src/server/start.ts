import { existsSync } from 'node:fs';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { ConnectedApps, type ConnectedApp } from '../api/oauth/connected-apps.js';
import { openCluster, type Cluster } from '../database/cluster.js';
import { NO_CALLOUT_CONFIGURATION, type CalloutConfiguration } from '../platform/callouts/protocol.js';
import type { ClockState } from '../platform/clock.js';
import type { HubLimits } from '../api/hub/operations.js';
import type { OrgSeed } from '../schema/org/initialise.js';
import { DevHub } from './hub/dev-hub.js';
import { listenNear } from './listen.js';
import { OrgHost } from './org-host.js';

export interface LocalOrgOptions {
  /** 0 or absent: any free port. A port that is taken is not an error: the next free one is used. */
  readonly port?: number;
  /** Keep data here; absent: a throw-away org. */
  readonly dataDirectory?: string;
  /** A PostgreSQL server to use instead of the embedded one. Default: the environment's DATABASE_URL. */
  readonly databaseUrl?: string;
  /** Requests that may run at once (default 16). */
  readonly slots?: number;
  /** Jobs that may run at once (default 4). */
  readonly jobSlots?: number;
  /** Time zone of the org and its administrator (default America/Los_Angeles). */
  readonly timeZone?: string;
  /** Where named credentials lead here, and hosts beyond loopback that callouts may go to. */
  readonly callouts?: Partial<CalloutConfiguration>;
  /** Programs that may log users in by OAuth. */
  readonly connectedApps?: readonly ConnectedApp[];
  /** The org is a Dev Hub: it makes scratch orgs, up to these numbers (`true`: 5 at once, 200 a day). */
  readonly devHub?: boolean | Partial<HubLimits>;
  /** Faults may end this process (default false: it belongs to somebody else). */
  readonly mayCrash?: boolean;
  /** Errors of the local org itself, not of its users. Default: written to stderr. */
  readonly onError?: (error: Error) => void;
}

export interface LocalOrg {
  /** `http://127.0.0.1:PORT`. */
  readonly url: string;
  readonly port: number;
  /** Of the administrator. */
  readonly accessToken: string;
  readonly username: string;
  readonly orgId: string;
  readonly userId: string;
  /** Runs an operation in a slot, as the administrator: for the tools of this package. */
  run<T>(kind: string, payload: unknown): Promise<T>;
  /** Maps named credentials to addresses, while the org runs. */
  mapCredentials(credentials: CalloutConfiguration['credentials']): void;
  /** Resolves when no job runs and none is due. */
  drainJobs(): Promise<void>;
  stop(): Promise<void>;
}

const DEFAULT_SLOTS = 16;
const DEFAULT_JOB_SLOTS = 4;

/**
 * Starts an org on the loopback interface: PostgreSQL, slots, HTTP server.
 *
 * @throws Error that says what to do when there is no PostgreSQL for the platform or the data cannot be used.
 */
export async function startLocalOrg(options: LocalOrgOptions = {}): Promise<LocalOrg> {
  const databaseUrl = options.databaseUrl ?? process.env.DATABASE_URL;
  const dataDirectory = options.dataDirectory === undefined ? undefined : resolve(options.dataDirectory);
  if (dataDirectory) await mkdir(dataDirectory, { recursive: true });
  // A failure is reported by the start of the thread that needs the bundle.
  OrgHost.prepare().catch(() => undefined);
  const cluster = await openCluster({ databaseUrl, dataDirectory });
  try {
    return await openOrg(cluster, options, dataDirectory);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

async function openOrg(
  cluster: Cluster,
  options: LocalOrgOptions,
  dataDirectory: string | undefined
): Promise<LocalOrg> {
  // On a server of the user's own, a throw-away org must not meet another one.
  const database = dataDirectory || cluster.embedded ? MAIN_DATABASE : `local_org_${process.pid}_${Date.now()}`;
  if (!(await cluster.databaseExists(database))) await cluster.createDatabase(database);
  const hubLimits = limitsOf(options);
  let devHub: DevHub | null = null;
  // With the time, scratch orgs expire.
  const openHost = hostOpener(cluster, options, dataDirectory, () => devHub?.review());
  const host = await openHost(
    database,
    {
      now: Date.now(),
      adminUsername: 'admin@local-org.example',
      features: hubLimits ? ['DevHub'] : [],
      ...(options.timeZone ? { timeZone: options.timeZone } : {})
    },
    hubLimits
  );
  // Before the first request: who is logged in to a kept org is never told that the session has ended.
  const session = await adminSession(host, dataDirectory);
  const port = await listenNear(host, options.port ?? 0);
  if (hubLimits) {
    devHub = await DevHub.start({
      cluster,
      hub: host,
      limits: hubLimits,
      databasePrefix: `${database}_`,
      kept: dataDirectory !== undefined,
      openHost,
      forget: async (name) => {
        const files = dataDirectory ? ['clock', 'usage'].map((what) => join(dataDirectory, fileName(what, name))) : [];
        await Promise.all(files.map((path) => rm(path, { force: true })));
      },
      onError: errorListener(options)
    });
  }
  let stopping: Promise<void> | null = null;
  cluster.onDeath(() => {
    // Ctrl-C in a terminal reaches the server of a throw-away org, too.
    if (stopping) return;
    // Without its database the org answers nothing: clients must see that it is gone, not error after error.
    const reason = new Error('PostgreSQL ended unexpectedly; the local org has stopped.');
    devHub?.die(reason);
    host.die(reason);
  });
  const stop = async (): Promise<void> => {
    await devHub?.stop();
    await host.stop();
    if (!cluster.embedded && !dataDirectory) await cluster.dropDatabase(database);
    await cluster.stop();
  };
  return {
    url: host.url(),
    port,
    accessToken: session,
    username: host.adminUsername,
    orgId: host.orgId,
    userId: host.adminUserId,
    run: (kind, payload) => host.run(kind, payload, host.adminUserId),
    mapCredentials: (credentials) => host.mapCredentials(credentials),
    drainJobs: () => host.drainJobs(),
    stop: () => (stopping ??= stop())
  };
}

type OpenHost = (database: string, seed: OrgSeed, hubLimits?: HubLimits | null) => Promise<OrgHost>;

/** Opens orgs of this process in databases that exist. */
function hostOpener(
  cluster: Cluster,
  options: LocalOrgOptions,
  dataDirectory: string | undefined,
  onClockChanged: () => void
): OpenHost {
  const connectedApps = new ConnectedApps(options.connectedApps);
  const onError = errorListener(options);
  return async (database, seed, hubLimits = null) => {
    const clockFile = dataDirectory ? join(dataDirectory, fileName('clock', database)) : null;
    return OrgHost.open({
      address: cluster.address(database),
      seed,
      slots: options.slots ?? DEFAULT_SLOTS,
      jobSlots: options.jobSlots ?? DEFAULT_JOB_SLOTS,
      callouts: { ...NO_CALLOUT_CONFIGURATION, ...options.callouts },
      connectedApps,
      hubLimits,
      mayCrash: options.mayCrash ?? false,
      usageFile: dataDirectory ? join(dataDirectory, fileName('usage', database)) : null,
      clock: clockFile ? await readClock(clockFile) : null,
      keepClock: async (state) => {
        if (clockFile) await writeFile(clockFile, JSON.stringify(state));
        onClockChanged();
      },
      onError
    });
  };
}

const errorListener = (options: LocalOrgOptions): ((error: Error) => void) =>
  options.onError ?? ((error) => process.stderr.write(`local org: ${error.stack ?? error.message}\n`));

/** Each has slots of its own: five are what an ordinary machine bears. */
const HUB_LIMITS: HubLimits = { active: 5, daily: 200 };

const limitsOf = ({ devHub }: LocalOrgOptions): HubLimits | null =>
  devHub ? { ...HUB_LIMITS, ...(devHub === true ? {} : devHub) } : null;

const MAIN_DATABASE = 'local_org';

/** Of a folder for several orgs: `clock.json` is the org's, `clock-….json` a scratch org's. */
const fileName = (what: string, database: string): string =>
  database === MAIN_DATABASE ? `${what}.json` : `${what}-${database}.json`;

/** A clock that tests have moved stays moved: what the org wrote in its future must not lie ahead after a restart. */
async function readClock(path: string): Promise<ClockState | null> {
  return existsSync(path) ? (JSON.parse(await readFile(path, 'utf8')) as ClockState) : null;
}

/** A kept org keeps its administrator's token, so that a login outlives a restart. */
async function adminSession(host: OrgHost, dataDirectory: string | undefined): Promise<string> {
  if (!dataDirectory) return host.createSession(host.adminUserId).token;
  const path = join(dataDirectory, 'access-token');
  if (existsSync(path)) {
    const token = (await readFile(path, 'utf8')).trim();
    host.adoptSession(token, host.adminUserId);
    return token;
  }
  const { token } = host.createSession(host.adminUserId);
  await writeFile(path, `${token}\n`, { mode: 0o600 });
  return token;
}
