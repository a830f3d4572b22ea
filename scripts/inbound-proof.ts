/** `npm run inbound-proof`: see `npm run inbound-proof -- --help`. */
import { inboundProofMain } from '@retrysafe/harness';

process.exitCode = await inboundProofMain(process.argv.slice(2), process.cwd());
