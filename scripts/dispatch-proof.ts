/** `npm run dispatch-proof`: see `npm run dispatch-proof -- --help`. */
import { dispatchProofMain } from '@retrysafe/harness';

process.exitCode = await dispatchProofMain(process.argv.slice(2), process.cwd());
