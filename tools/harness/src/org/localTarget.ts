import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loginWithAccessToken } from '../sf/commands.js';
import { HarnessError } from '../run/errors.js';
import type { SfOptions } from '../sf/cli.js';
import type { Org } from './session.js';

/** API version of the local org; the one of sfdx-project.json. */
const API_VERSION = '68.0';

/** An org that the harness can deploy to, with how the CLI reaches it. */
export interface Target {
  readonly org: Org;
  /** What to pass as `--target-org`. */
  readonly alias: string;
  readonly sf: SfOptions;
  /** How long the org took to start, without the CLI's login; null for an org that was there. Milliseconds. */
  readonly startedInMs: number | null;
}

/**
 * How many transactions the org runs at once. Enough for races, few enough to be quick: each slot compiles and links for
 * itself, so the first request in each costs.
 */
const SLOTS = { slots: 8, jobSlots: 2 } as const;

/**
 * Starts a throw-away local org and logs the Salesforce CLI in to it, in a home directory of its own, so that the logins
 * of the person who runs the harness stay as they are.
 *
 * @param cwd the project to deploy from
 */
export async function openLocalTarget(cwd: string, signal: AbortSignal): Promise<Target> {
  // Loaded only here: runs against other orgs need no database.
  const { startLocalOrg } = await import('@retrysafe/local-org');
  const started = performance.now();
  const local = await startLocalOrg(SLOTS);
  const startedInMs = performance.now() - started;
  let home: string | undefined;
  const close = async (): Promise<void> => {
    await local.stop();
    if (home !== undefined) await rm(home, { recursive: true, force: true, maxRetries: 3 });
  };
  try {
    signal.throwIfAborted();
    home = await mkdtemp(join(tmpdir(), 'retrysafe-home-'));
    const sf = { cwd, home, signal };
    const alias = 'retrysafe-local';
    await loginWithAccessToken({ instanceUrl: local.url, accessToken: local.accessToken, alias }, sf);
    const instanceUrl = local.url.replace(/\/+$/, '');
    const admin = { instanceUrl, accessToken: local.accessToken, username: local.username };
    return {
      org: {
        kind: 'local',
        isLocal: true,
        label: 'local org',
        orgId: local.orgId,
        apiVersion: API_VERSION,
        admin,
        close
      },
      alias,
      sf,
      startedInMs
    };
  } catch (error) {
    await close().catch(() => undefined);
    if (error instanceof HarnessError || signal.aborted) throw error;
    throw new HarnessError(`The local org could not be prepared: ${(error as Error).message}`, [], { cause: error });
  }
}
