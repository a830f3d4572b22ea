import { findProject } from '../run/project.js';
import { MAX_SEED, newSeed } from '../run/random.js';
import { runProof } from './command.js';
import { proveInboundKills } from './inboundProof.js';

const HELP = `Proves the way in at length: a burst of payment events goes through the receiver into an org that is killed again and
again. Each event becomes one row, each payment one record with one receipt, which is sent once.

USAGE
  npm run inbound-proof -- [options]

OPTIONS
  --kills NUMBER      How often the org is killed (kill -9) and started again. Default: 10.
  --payments NUMBER   New payments before each kill, of four events each. Default: 60.
  --seed NUMBER       Repeats the order of events and the points of an earlier run. Default: a new one, which is shown.
  --json              Print the result as JSON.
  -h, --help          Show this.

EXIT CODES
  0  nothing was lost, nothing was done twice, and it ended by itself
  1  something was lost or done twice
  2  bad usage: nothing was run
  3  it could not be told
`;

/**
 * The proof of events as a command.
 *
 * @param args what follows the script's name
 * @param cwd where the project is looked for
 * @returns the exit code
 */
export function inboundProofMain(args: readonly string[], cwd: string): Promise<number> {
  return runProof(
    {
      name: 'inbound-proof',
      help: HELP,
      numbers: ['kills', 'payments', 'seed'],
      parse: (number) => ({
        project: findProject(cwd),
        kills: number('kills', 10, 1, 1000),
        paymentsPerKill: number('payments', 60, 1, 1000),
        seed: number('seed', newSeed(), 0, MAX_SEED)
      }),
      prove: async (options, progress, signal) => [await proveInboundKills(options, progress, signal)],
      facts: ({ seed }) => ({ seed })
    },
    args
  );
}
