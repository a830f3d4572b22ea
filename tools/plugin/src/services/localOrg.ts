import { spawn } from 'node:child_process';
import { closeSync, mkdirSync, openSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AuthInfo, AuthRemover, SfError } from '@salesforce/core';

/** A local org that runs in the background. Holds no secret: the access token is where the CLI keeps its tokens. */
export interface LocalOrgRecord {
  readonly pid: number;
  readonly url: string;
  readonly username: string;
  readonly orgId: string;
  readonly alias: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  /** Folder of its data; null when they end with it. */
  readonly dataFolder: string | null;
  readonly port: number;
}

export interface StartOptions {
  readonly alias: string;
  readonly port: number;
  readonly keep: boolean;
}

interface Ready {
  readonly url: string;
  readonly accessToken: string;
  readonly username: string;
  readonly orgId: string;
}

const START_LIMIT_MS = 90_000;
const STOP_LIMIT_MS = 30_000;
const PAUSE_MS = 100;

/** Starts, watches and stops the one local org of a machine user. */
export class LocalOrgs {
  readonly #folder: string;
  readonly #record: string;

  /**
   * @param root the repository
   * @param dataFolder of the CLI
   */
  constructor(
    private readonly root: string,
    dataFolder: string
  ) {
    this.#folder = join(dataFolder, 'retrysafe');
    this.#record = join(this.#folder, 'local-org.json');
  }

  /** The org that runs, or undefined. A record that an org left which is gone is removed. */
  async running(): Promise<LocalOrgRecord | undefined> {
    const record = await this.#read();
    if (record === undefined) return undefined;
    // A number of a process may belong to another one by now; only together with the answer it is ours.
    if (isAlive(record.pid) && (await isHealthy(record.url))) return record;
    await rm(this.#record, { force: true });
    return undefined;
  }

  /** @throws SfError when one runs already, or it does not come up */
  async start({ alias, port, keep }: StartOptions): Promise<LocalOrgRecord> {
    const present = await this.running();
    if (present !== undefined) {
      throw new SfError(`A local org runs already at ${present.url} (alias ${present.alias}).`, 'LocalOrgRuns', [
        'Use it, or stop it first with `sf retrysafe local stop`.'
      ]);
    }
    mkdirSync(this.#folder, { recursive: true });
    const dataFolder = keep ? join(this.#folder, 'data') : null;
    const log = join(this.#folder, 'local-org.log');
    const output = join(this.#folder, 'local-org.out');
    await rm(output, { force: true });
    const pid = this.#spawn(port, dataFolder, output, log);
    const ready = await waitUntilReady(pid, output, log);
    try {
      await rm(output, { force: true });
      await login(ready, alias);
      const { url, username, orgId } = ready;
      const startedAt = new Date().toISOString();
      const record = { pid, url, username, orgId, alias, startedAt, dataFolder, port };
      await writeFile(this.#record, `${JSON.stringify(record, undefined, 2)}\n`);
      return record;
    } catch (error) {
      // Without a record nobody would ever stop it.
      process.kill(pid, 'SIGTERM');
      throw error;
    }
  }

  /** @returns what ran, or undefined when nothing did */
  async stop(): Promise<LocalOrgRecord | undefined> {
    const record = await this.running();
    if (record === undefined) return undefined;
    process.kill(record.pid, 'SIGTERM');
    const deadline = Date.now() + STOP_LIMIT_MS;
    while (isAlive(record.pid)) {
      if (Date.now() > deadline) {
        throw new SfError(`The local org (process ${record.pid}) does not stop.`, 'LocalOrgHangs', [
          'End the process yourself and run `sf retrysafe local status`.'
        ]);
      }
      await sleep(PAUSE_MS);
    }
    await rm(this.#record, { force: true });
    await (await AuthRemover.create()).removeAuth(record.username).catch(() => undefined);
    return record;
  }

  /** An empty org with the same alias: stops, throws the data away, starts. */
  async reset(options: StartOptions): Promise<LocalOrgRecord> {
    const record = await this.stop();
    await rm(record?.dataFolder ?? join(this.#folder, 'data'), { recursive: true, force: true, maxRetries: 3 });
    return this.start({
      alias: record?.alias ?? options.alias,
      port: record?.port ?? options.port,
      keep: record === undefined ? options.keep : record.dataFolder !== null
    });
  }

  #spawn(port: number, dataFolder: string | null, output: string, log: string): number {
    const [out, err] = [openSync(output, 'w', 0o600), openSync(log, 'w', 0o600)];
    try {
      const child = spawn(
        process.execPath,
        [
          join(this.root, 'tools', 'local-org', 'bin', 'local-org.mjs'),
          'start',
          '--json',
          '--port',
          String(port),
          ...(dataFolder === null ? [] : ['--keep', '--data', dataFolder])
        ],
        { cwd: this.root, detached: true, stdio: ['ignore', out, err], windowsHide: true }
      );
      child.unref();
      // Without a pid the program could not be started; its error follows on its own.
      child.once('error', () => undefined);
      if (child.pid === undefined) throw new SfError('The local org cannot be started.', 'LocalOrgFailed');
      return child.pid;
    } finally {
      closeSync(out);
      closeSync(err);
    }
  }

  async #read(): Promise<LocalOrgRecord | undefined> {
    try {
      return JSON.parse(await readFile(this.#record, 'utf8')) as LocalOrgRecord;
    } catch {
      return undefined;
    }
  }
}

async function waitUntilReady(pid: number, output: string, log: string): Promise<Ready> {
  const deadline = Date.now() + START_LIMIT_MS;
  for (;;) {
    const text = await readFile(output, 'utf8').catch(() => '');
    if (text.includes('\n')) return JSON.parse(text.slice(text.indexOf('{'), text.indexOf('\n'))) as Ready;
    if (!isAlive(pid) || Date.now() > deadline) {
      const said = (await readFile(log, 'utf8').catch(() => '')).trim().slice(-1500);
      if (isAlive(pid)) process.kill(pid, 'SIGTERM');
      throw new SfError(`The local org did not start: ${said || 'it said nothing.'}`, 'LocalOrgFailed', [
        `See ${log}.`,
        'Run `npm ci` in the repository if packages are missing.'
      ]);
    }
    await sleep(PAUSE_MS);
  }
}

async function login({ url, accessToken }: Ready, alias: string): Promise<void> {
  const instanceUrl = url.replace(/\/+$/, '');
  const auth = await AuthInfo.create({ accessTokenOptions: { accessToken, instanceUrl, loginUrl: instanceUrl } });
  await auth.save();
  await auth.handleAliasAndDefaultSettings({ alias, setDefault: false, setDefaultDevHub: false });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

async function isHealthy(url: string): Promise<boolean> {
  return fetch(`${url.replace(/\/+$/, '')}/healthz`, { signal: AbortSignal.timeout(2000) }).then(
    (response) => response.ok,
    () => false
  );
}
