/** `npm run deploy`: see `npm run deploy -- --help`. */
import { deployMain } from '@retrysafe/harness';

process.exitCode = await deployMain(process.argv.slice(2), process.cwd());
