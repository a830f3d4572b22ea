import { findProject } from '../run/project.js';
import { MAX_SEED, newSeed } from '../run/random.js';
import { runProof } from './command.js';
import { proveKills, proveMixedFailures } from './dispatchProof.js';

const HELP = `Proves the way out at length: many dispatches through a remote that fails, and an org that is killed again and again.

USAGE
  npm run dispatch-proof -- [options]

OPTIONS
  --dispatches NUMBER     Through the failing remote. Default: 1000.
  --fail-percent NUMBER   How many of a hundred attempts fail, in mixed ways. Default: 30.
  --kills NUMBER          How often the org is killed (kill -9) and started again. Default: 10.
  --orders NUMBER         Paid orders before each kill. Default: 30.
  --seed NUMBER           Repeats failures and places of an earlier run. Default: a new one, which is shown.
  --json                  Print the results as JSON.
  -h, --help              Show this.

EXIT CODES
  0  everything was done once, by itself
  1  something was lost, done twice, tried too often, or retried all at once
  2  bad usage: nothing was run
  3  it could not be told
`;

/**
 * The proof of dispatches as a command.
 *
 * @param args what follows the script's name
 * @param cwd where the project is looked for
 * @returns the exit code
 */
export function dispatchProofMain(args: readonly string[], cwd: string): Promise<number> {
  return runProof(
    {
      name: 'dispatch-proof',
      help: HELP,
      numbers: ['dispatches', 'fail-percent', 'kills', 'orders', 'seed'],
      parse: (number) => ({
        project: findProject(cwd),
        dispatches: number('dispatches', 1000, 0, 100_000),
        failPercent: number('fail-percent', 30, 0, 90),
        kills: number('kills', 10, 0, 1000),
        dispatchesPerKill: number('orders', 30, 1, 200),
        seed: number('seed', newSeed(), 0, MAX_SEED)
      }),
      prove: async (options, progress, signal) => [
        ...(options.dispatches > 0 ? [await proveMixedFailures(options, progress, signal)] : []),
        ...(options.kills > 0 ? [await proveKills(options, progress, signal)] : [])
      ],
      facts: ({ seed }) => ({ seed })
    },
    args
  );
}
