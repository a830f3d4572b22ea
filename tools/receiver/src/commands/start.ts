import type { Command } from 'commander';
import { loadConfiguration } from '../config/load.js';
import { normalize } from '../normalize/normalize.js';
import { createLogger } from '../observe/logger.js';
import { verify } from '../verify/verify.js';
import { CONFIG_OPTION } from './options.js';
import { startReceiver } from './receiver.js';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** One Ctrl-C in a terminal reaches a process twice when npm started it. Milliseconds. */
const SAME_SIGNAL_MS = 500;

export function addStart(program: Command): void {
  program
    .command('start')
    .description('take deliveries and forward them until stopped (Ctrl-C, SIGTERM)')
    .option(...CONFIG_OPTION)
    .action(async ({ config }: { config: string }) => {
      const configuration = loadConfiguration(config, process.env);
      const logger = createLogger(configuration.log.level);
      const receiver = await startReceiver({ configuration, verify, normalize, logger });
      const stopped = stopOnSignal(async () => {
        await receiver.stop();
      });
      try {
        await Promise.race([stopped, receiver.failed]);
      } catch (error) {
        await receiver.stop().catch(() => undefined);
        throw error;
      }
    });
}

/** A second signal, given with intent, ends the process at once; nothing that was acknowledged is lost by that. */
function stopOnSignal(stop: () => Promise<void>): Promise<void> {
  return new Promise((resolve, reject) => {
    let first: number | undefined;
    for (const signal of STOP_SIGNALS) {
      process.on(signal, () => {
        if (first === undefined) {
          first = Date.now();
          stop().then(resolve, reject);
        } else if (Date.now() - first > SAME_SIGNAL_MS) {
          process.exit(signal === 'SIGINT' ? 130 : 143);
        }
      });
    }
  });
}
