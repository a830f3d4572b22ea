import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { RESOURCE_KINDS } from './kinds.js';
import { DownstreamService, type DownstreamSettings } from './service.js';
import { DownstreamStore } from './store.js';

const TOKEN_VARIABLE = 'RETRYSAFE_DOWNSTREAM_TOKEN';

const HELP = `A remote service that an org sends work to, for trying out and for tests. Listens on the loopback interface.

USAGE
  npm run downstream -- [options]

OPTIONS
  --port NUMBER        Default: any free one, which is printed.
  --data FOLDER        Where it keeps what it has done. Default: a new folder that is removed at the end.
  --ignore-keys        Take no notice of Idempotency-Key: do every attempt anew.
  --one-per-entity     Answer 409 with what exists when an order or payment comes with a second key.
  --fail-percent N     Let so many of a hundred attempts fail, in mixed ways. Default: 0.
  --seed NUMBER        Decides which attempts fail. Default: 1.
  --json               Print one line of JSON when ready.
  -h, --help           Show this.

ENVIRONMENT
  ${TOKEN_VARIABLE}   When set, requests need it as bearer token.

KINDS
  ${RESOURCE_KINDS.map((kind) => kind.path).join(', ')}

  POST /fulfillments                 do it; Idempotency-Key says what is the same
  GET  /fulfillments?key=KEY         what was done; also ?order=ORDER
  POST /fulfillments/lookup          the same for many: {"keys": ["…"]} or {"entities": ["…"]}
  GET  /control/attempts             every attempt, with its outcome
  PUT  /control/settings             change the options while it runs
  POST /control/plans                decide what happens to the next attempts of a key or an order
`;

interface Options {
  readonly help: boolean;
  readonly json: boolean;
  readonly port: number;
  readonly data: string | undefined;
  readonly settings: DownstreamSettings;
}

/**
 * The remote service as a command.
 *
 * @param args what follows the script's name
 * @returns the exit code, when it was told to stop
 */
export async function downstreamMain(args: readonly string[]): Promise<number> {
  let options: Options;
  try {
    options = parse(args);
  } catch (error) {
    process.stderr.write(`Error: ${(error as Error).message}\n  → See all options with --help.\n`);
    return 2;
  }
  if (options.help) {
    process.stdout.write(HELP);
    return 0;
  }
  const stopped = new Promise<void>((resolve) => {
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(signal, () => resolve());
    // Started by another process, it does not outlive it.
    if (process.send !== undefined) process.once('disconnect', () => resolve());
  });
  const folder = options.data ?? (await mkdtemp(join(tmpdir(), 'retrysafe-downstream-')));
  const token = process.env[TOKEN_VARIABLE];
  try {
    const store = await DownstreamStore.open(folder);
    const { settings, port } = options;
    const service = await DownstreamService.start({ store, settings, ...(token ? { token } : {}) }, port);
    process.stdout.write(
      options.json
        ? `${JSON.stringify({ url: service.url, data: folder })}\n`
        : `The remote service listens on ${service.url}. It keeps ${options.data === undefined ? 'nothing' : `its data in ${folder}`}. Ctrl-C stops it.\n`
    );
    await stopped;
    await service.stop();
    return 0;
  } catch (error) {
    const isTaken = (error as NodeJS.ErrnoException).code === 'EADDRINUSE';
    const next = isTaken ? '\n  → Choose another --port, or leave it out.' : '';
    process.stderr.write(`Error: ${(error as Error).message}${next}\n`);
    return 1;
  } finally {
    if (options.data === undefined) await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

function parse(args: readonly string[]): Options {
  const { values } = parseArgs({
    args: [...args],
    options: {
      help: { type: 'boolean', short: 'h' },
      json: { type: 'boolean' },
      port: { type: 'string' },
      data: { type: 'string' },
      'ignore-keys': { type: 'boolean' },
      'one-per-entity': { type: 'boolean' },
      'fail-percent': { type: 'string' },
      seed: { type: 'string' }
    }
  });
  const failPercent = wholeNumber('--fail-percent', values['fail-percent'] ?? '0', 100);
  return {
    help: values.help === true,
    json: values.json === true,
    port: wholeNumber('--port', values.port ?? '0', 65_535),
    data: values.data,
    settings: {
      honoursKeys: values['ignore-keys'] !== true,
      onePerEntity: values['one-per-entity'] === true,
      clockAheadMs: 0,
      ...(failPercent === 0
        ? {}
        : { mix: { seed: wholeNumber('--seed', values.seed ?? '1', 2 ** 31 - 1), failPercent } })
    }
  };
}

function wholeNumber(option: string, text: string, to: number): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= to) return value;
  throw new Error(`${option} must be a whole number from 0 to ${to}, not '${text}'.`);
}
