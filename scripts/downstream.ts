/** `npm run downstream`: see `npm run downstream -- --help`. */
import { downstreamMain } from '@retrysafe/harness';

process.exitCode = await downstreamMain(process.argv.slice(2));
