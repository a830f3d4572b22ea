import { findProject } from '../run/project.js';
import { runProof } from './command.js';
import { proveReconciliation } from './reconcileProof.js';

const HELP = `Proves reconciliation at length: many commands and dispatches, some of which are made to disagree with the other side
or with their records. All are found, nothing is invented, all are repaired once, and a second run finds nothing.

USAGE
  npm run reconcile-proof -- [options]

OPTIONS
  --subjects NUMBER   Commands and dispatches together. Default: 10000.
  --planted NUMBER    Mismatches of each class. Default: 50.
  --json              Print the result as JSON.
  -h, --help          Show this.

EXIT CODES
  0  all were found and repaired, and nothing else
  1  something was missed, invented, not repaired, or done twice
  2  bad usage: nothing was run
  3  it could not be told
`;

/**
 * The proof of reconciliation as a command.
 *
 * @param args what follows the script's name
 * @param cwd where the project is looked for
 * @returns the exit code
 */
export function reconcileProofMain(args: readonly string[], cwd: string): Promise<number> {
  return runProof(
    {
      name: 'reconcile-proof',
      help: HELP,
      numbers: ['subjects', 'planted'],
      parse: (number) => ({
        project: findProject(cwd),
        subjects: number('subjects', 10_000, 2, 100_000),
        planted: number('planted', 50, 2, 90)
      }),
      prove: async (options, progress, signal) => [await proveReconciliation(options, progress, signal)]
    },
    args
  );
}
