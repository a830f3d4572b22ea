/** `npm run load-test`: see `npm run load-test -- --help`. */
import { main } from '@retrysafe/harness';

process.exitCode = await main(process.argv.slice(2), process.cwd());
