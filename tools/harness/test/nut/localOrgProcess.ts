/** A local org in a process of its own, which a test can end in the middle. Prints how to log in; SIGTERM stops it. */
import { startLocalOrg } from '@retrysafe/local-org';

const org = await startLocalOrg();
process.on('SIGTERM', () => void org.stop().then(() => process.exit(0)));
process.stdout.write(`${JSON.stringify({ url: org.url, accessToken: org.accessToken })}\n`);
