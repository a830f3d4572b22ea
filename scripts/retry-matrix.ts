/** `npm run retry-matrix`: see `npm run retry-matrix -- --help`. */
import { retryMatrixMain } from '@retrysafe/harness';

process.exitCode = await retryMatrixMain(process.argv.slice(2), process.cwd());
