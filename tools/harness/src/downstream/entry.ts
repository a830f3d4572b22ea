/** The remote service as a process of its own. */
import { downstreamMain } from './main.js';

process.exitCode = await downstreamMain(process.argv.slice(2));
// The channel to the process that started it would keep this one alive.
if (process.connected) process.disconnect();
