import { UsageError } from '../run/errors.js';
import { runLoadTest, type LoadTestOptions } from '../run/loadTest.js';
import { newProgress } from '../run/progress.js';
import { findProject } from '../run/project.js';
import { renderResults } from '../report/terminal.js';
import { askForName } from './askForName.js';
import { compareMain } from './compare.js';
import { errorText } from './errorText.js';
import { EXIT_CODES, exitCodeOf } from './exitCodes.js';
import { helpText } from './help.js';
import { parseCommandLine, type CliOptions } from './options.js';

/**
 * The load test as a command.
 *
 * @param args what follows the script's name
 * @param cwd where the project is looked for
 * @returns the exit code
 */
export async function main(args: readonly string[], cwd: string): Promise<number> {
  const interrupt = listenForInterrupt();
  try {
    const cli = parseCommandLine(args);
    if (cli.help) {
      process.stdout.write(helpText());
      return EXIT_CODES.valid;
    }
    if (cli.compare !== undefined) return await compareMain(cli.compare, cli.json);
    const { results, reportFolder } = await runLoadTest(toOptions(cli, cwd), {
      progress: newProgress(process.stderr),
      signal: interrupt.signal
    });
    process.stdout.write(
      cli.json ? `${JSON.stringify(results, undefined, 2)}\n` : `\n${renderResults(results, reportFolder, useColour())}`
    );
    return exitCodeOf(results.verdict);
  } catch (error) {
    process.stderr.write(`\n${errorText(error)}\n`);
    return error instanceof UsageError ? EXIT_CODES.usage : EXIT_CODES.unknown;
  } finally {
    interrupt.stop();
  }
}

function toOptions(cli: CliOptions, cwd: string): LoadTestOptions {
  return {
    project: findProject(cwd),
    profile: cli.profile,
    deploy: cli.deploy,
    ...(cli.targetOrg === undefined ? {} : { targetOrg: cli.targetOrg }),
    ...(cli.scenarios === undefined ? {} : { scenarios: cli.scenarios }),
    ...(cli.negativeControls === undefined ? {} : { negativeControls: cli.negativeControls }),
    fullMatrix: cli.fullMatrix,
    ...(cli.minutes === undefined ? {} : { minutes: cli.minutes }),
    ...(cli.seed === undefined ? {} : { seed: cli.seed }),
    ...(cli.concurrency === undefined ? {} : { concurrency: cli.concurrency }),
    ...(cli.reportDir === undefined ? {} : { reportDir: cli.reportDir }),
    ...(cli.record === undefined ? {} : { record: cli.record }),
    ...(cli.allowProduction
      ? { confirmProduction: (name: string) => askForName(name, 'writes and deletes data in it') }
      : {}),
    keepData: cli.keepData
  };
}

const SAME_SIGNAL_MS = 1000;

/** Ctrl-C ends the run in order and writes the report; a second one ends the process at once. */
function listenForInterrupt(): { signal: AbortSignal; stop(): void } {
  const controller = new AbortController();
  let firstAt = 0;
  const onSignal = (): void => {
    // npm hands a signal of the terminal on to its child, which has it already: a repeat at once is the same one.
    if (controller.signal.aborted && Date.now() - firstAt < SAME_SIGNAL_MS) return;
    if (controller.signal.aborted) process.exit(130);
    firstAt = Date.now();
    process.stderr.write('\nStopping; the report will say how far it got. Press Ctrl-C again to stop at once.\n');
    controller.abort();
  };
  process.on('SIGINT', onSignal).on('SIGTERM', onSignal);
  return {
    signal: controller.signal,
    stop: () => void process.off('SIGINT', onSignal).off('SIGTERM', onSignal)
  };
}

function useColour(): boolean {
  return process.stdout.isTTY === true && process.env.NO_COLOR === undefined;
}
