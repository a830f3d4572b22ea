import { relative, resolve, join } from 'node:path';
import { parseArgs } from 'node:util';
import { takeScreenshots } from './browser/screenshots.js';
import { bundlePage, type PageScripts } from './bundle/bundle.js';
import { addDemoData, openConsoleOrg, type ConsoleOrg } from './org/localConsoleOrg.js';
import { ROOT } from './paths.js';
import { startPageServer, type PageServer } from './server/pageServer.js';

const HELP = `Usage: npm run console -- [options]

Deploys the project to a throw-away local org, fills it with a day of work, and serves the components of force-app/console in a
page in front of it. Press Ctrl-C to end.

  --port NUMBER      port of the page (default: any free one)
  --empty            no demonstration data
  --screenshots      take the pictures of the documentation and end
  --out FOLDER       where the pictures go (default docs/images)
  --help             this text
`;
const USAGE = 2;

/** `npm run console`. @returns exit code */
export async function consoleMain(args: readonly string[]): Promise<number> {
  const options = readOptions(args);
  if (typeof options === 'number') return options;
  let consoleOrg: ConsoleOrg | undefined;
  let server: PageServer | undefined;
  const interrupted = interruption();
  try {
    process.stderr.write('Compiling the components and starting a local org …\n');
    const [scripts, org] = await both(bundlePage(), openConsoleOrg(ROOT));
    consoleOrg = org;
    if (!options.empty) await addDemoData(org);
    server = await startPageServer(org, scripts, options.port);
    if (options.screenshots) {
      for (const path of await takeScreenshots(server, options.out)) {
        process.stdout.write(`${relative(ROOT, path)}\n`);
      }
      return 0;
    }
    process.stdout.write(`Open ${server.url}\n`);
    await interrupted;
    return 0;
  } catch (error) {
    process.stderr.write(`console: ${(error as Error).message}\n`);
    return 1;
  } finally {
    await server?.stop();
    await consoleOrg?.stop();
  }
}

interface Options {
  readonly port: number;
  readonly empty: boolean;
  readonly screenshots: boolean;
  readonly out: string;
}

function readOptions(args: readonly string[]): Options | number {
  try {
    const { values } = parseArgs({
      args: [...args],
      options: {
        port: { type: 'string', default: '0' },
        empty: { type: 'boolean', default: false },
        screenshots: { type: 'boolean', default: false },
        out: { type: 'string', default: join(ROOT, 'docs', 'images') },
        help: { type: 'boolean', default: false }
      }
    });
    if (values.help) {
      process.stdout.write(HELP);
      return 0;
    }
    const port = Number(values.port);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new Error(`'${values.port}' is no port.`);
    return { port, empty: values.empty, screenshots: values.screenshots, out: resolve(values.out) };
  } catch (error) {
    process.stderr.write(`console: ${(error as Error).message}\n\n${HELP}`);
    return USAGE;
  }
}

/** Waits for both; when the components do not compile, the org that has started meanwhile is stopped. */
async function both(scripts: Promise<PageScripts>, org: Promise<ConsoleOrg>): Promise<[PageScripts, ConsoleOrg]> {
  const [bundled, opened] = await Promise.allSettled([scripts, org]);
  if (bundled.status === 'fulfilled' && opened.status === 'fulfilled') return [bundled.value, opened.value];
  if (opened.status === 'fulfilled') await opened.value.stop();
  throw (bundled.status === 'rejected' ? bundled.reason : (opened as PromiseRejectedResult).reason) as Error;
}

/** Resolves at the first Ctrl-C. */
function interruption(): Promise<void> {
  return new Promise((resolvePromise) => {
    process.once('SIGINT', () => resolvePromise());
    process.once('SIGTERM', () => resolvePromise());
  });
}
