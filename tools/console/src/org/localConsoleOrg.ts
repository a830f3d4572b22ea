import { readProject, startLocalOrg, type LocalOrg } from '@retrysafe/local-org';
import { DEMO_HOURS, DEMO_SCRIPTS, commandScript } from './demoData.js';
import { PEOPLE, peopleScript, usernameOf } from './people.js';
import { startRemote, type Remote } from './remote.js';

const HOUR = 3_600_000;

/** An org with the project deployed, people who may look at it, and a remote that its dispatches reach. */
export interface ConsoleOrg {
  readonly org: LocalOrg;
  readonly remote: Remote;
  /** Access tokens by name of the person. */
  readonly tokens: ReadonlyMap<string, string>;
  /** Runs anonymous Apex as the administrator. @throws Error with what the compiler or the code says */
  execute(source: string): Promise<void>;
  /** Lets time pass and waits until no job is due. */
  pass(milliseconds: number): Promise<void>;
  stop(): Promise<void>;
}

interface DeployReply {
  readonly deployErrors: readonly { readonly file: string; readonly line: number; readonly message: string }[];
  readonly compileErrors: DeployReply['deployErrors'];
}

/**
 * Starts a throw-away local org and deploys the project.
 *
 * @param project folder with sfdx-project.json
 * @throws Error when the project does not deploy; nothing is left running
 */
export async function openConsoleOrg(project: string): Promise<ConsoleOrg> {
  const remote = await startRemote();
  let org: LocalOrg | undefined;
  try {
    org = await startLocalOrg({ slots: 4, jobSlots: 1 });
    org.mapCredentials({ Fulfillment_Service: { url: remote.url } });
    await deploy(org, project);
    await execute(org, peopleScript(PEOPLE));
    const tokens = new Map<string, string>();
    for (const person of PEOPLE) tokens.set(person.name, await openSession(org, usernameOf(person)));
    const running = org;
    return {
      org: running,
      remote,
      tokens,
      execute: (source) => execute(running, source),
      pass: async (moveBy) => {
        await administer(running, 'POST', '/local-org/v1/clock', { moveBy });
        await running.drainJobs();
      },
      stop: async () => {
        await running.stop();
        await remote.close();
      }
    };
  } catch (error) {
    await org?.stop();
    await remote.close();
    throw error;
  }
}

/** Fills the org with a day of work, its sweepers running. */
export async function addDemoData({ org, execute: run, pass }: ConsoleOrg): Promise<void> {
  await administer(org, 'POST', '/local-org/v1/clock', { moveBy: -DEMO_HOURS * HOUR });
  for (let hour = 0; hour < DEMO_HOURS; hour++) {
    await administer(org, 'POST', '/local-org/v1/clock', { moveBy: HOUR });
    await run(commandScript(hour));
  }
  for (const script of DEMO_SCRIPTS) {
    await run(script);
    await pass(0);
  }
  await run('IntegrationJob.startAll();');
}

async function deploy(org: LocalOrg, project: string): Promise<void> {
  const reply = await org.run<DeployReply>('deploy-project', { package: readProject(project), keepGoing: false });
  const problems = [...reply.compileErrors, ...reply.deployErrors];
  if (problems.length === 0) return;
  const lines = problems.map(({ file, line, message }) => `  ${file}:${line} ${message}`);
  throw new Error(`The project does not deploy:\n${lines.join('\n')}`);
}

interface Execution {
  readonly compileProblem: string | null;
  readonly exceptionMessage: string | null;
  readonly exceptionStackTrace: string | null;
}

async function execute(org: LocalOrg, source: string): Promise<void> {
  const reply = await org.run<Execution>('execute-anonymous', { source });
  const problem = reply.compileProblem ?? reply.exceptionMessage;
  if (problem !== null) throw new Error(`Anonymous Apex failed: ${problem}\n${reply.exceptionStackTrace ?? ''}`);
}

async function openSession(org: LocalOrg, username: string): Promise<string> {
  const reply = await administer(org, 'POST', '/local-org/v1/sessions', { username });
  return (reply as { accessToken: string }).accessToken;
}

async function administer(org: LocalOrg, method: string, path: string, body: unknown): Promise<unknown> {
  const response = await fetch(org.url + path, {
    method,
    headers: { authorization: `Bearer ${org.accessToken}`, 'content-type': 'application/json' },
    body: JSON.stringify(body)
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? null : JSON.parse(text);
}
