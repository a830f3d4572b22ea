import { readConfiguration, readConnectedApp } from '../configuration.js';
import { startLocalOrg, type LocalOrg } from '../start.js';
import { supervise } from './supervise.js';

export interface StartFlags {
  readonly port: number;
  readonly keep?: boolean;
  readonly data: string;
  readonly slots: number;
  readonly json?: boolean;
  readonly restart?: boolean;
  readonly devHub?: boolean;
  readonly config?: string;
  /** `KEY=CERTIFICATE`. */
  readonly connectedApp: readonly string[];
}

const SAME_SIGNAL_MS = 1000;

/** `local-org start`: runs until it is told to stop. */
export async function startCommand(flags: StartFlags): Promise<void> {
  if (flags.restart) return supervise(flags);
  const org = await openOrg(flags).catch((error: Error) => {
    process.stderr.write(`local-org: ${error.message}\n`);
    process.exit(1);
  });
  const { url, accessToken, username, orgId } = org;
  if (flags.json) {
    process.stdout.write(`${JSON.stringify({ url, accessToken, username, orgId })}\n`);
  } else {
    if (flags.port !== 0 && org.port !== flags.port)
      process.stdout.write(`Port ${flags.port} is in use; took ${org.port}.\n`);
    process.stdout.write(
      [
        `The local org listens on ${url} (user ${username}).`,
        'Log in with:',
        `  SF_ACCESS_TOKEN='${accessToken}' sf org login access-token --instance-url ${url} --alias local --no-prompt`,
        'Its state, on a page: sf org open --target-org local',
        flags.keep ? `Data is kept in ${flags.data}.` : 'Data is thrown away at the end (--keep keeps it).',
        'Ctrl-C stops it.',
        ''
      ].join('\n')
    );
  }
  let stoppingSince = 0;
  const stop = (): void => {
    // npm hands a signal of the terminal on to its child, which has it already: a repeat at once is the same one.
    if (stoppingSince > 0 && Date.now() - stoppingSince < SAME_SIGNAL_MS) return;
    if (stoppingSince > 0) process.exit(130);
    stoppingSince = Date.now();
    org.stop().then(
      () => process.exit(0),
      (error: Error) => {
        process.stderr.write(`local-org: ${error.message}\n`);
        process.exit(1);
      }
    );
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
}

async function openOrg(flags: StartFlags): Promise<LocalOrg> {
  const { connectedApps, callouts } = await readConfiguration(flags.config ?? null);
  const more = await Promise.all(flags.connectedApp.map((text) => readConnectedApp(text)));
  return startLocalOrg({
    port: flags.port,
    mayCrash: true,
    slots: flags.slots,
    devHub: flags.devHub ?? false,
    callouts,
    connectedApps: [...connectedApps, ...more],
    ...(flags.keep ? { dataDirectory: flags.data } : {})
  });
}
