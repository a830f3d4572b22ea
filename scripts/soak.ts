/** `npm run soak`: see `npm run soak -- --help`. */
import { soakMain } from '@retrysafe/harness';

process.exitCode = await soakMain(process.argv.slice(2), process.cwd());
