/** `npm run console`: see `npm run console -- --help`. */
import { consoleMain } from '@retrysafe/console';

process.exit(await consoleMain(process.argv.slice(2)));
