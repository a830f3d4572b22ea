/** `npm run reconcile-proof`: see `npm run reconcile-proof -- --help`. */
import { reconcileProofMain } from '@retrysafe/harness';

process.exitCode = await reconcileProofMain(process.argv.slice(2), process.cwd());
