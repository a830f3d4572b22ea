import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { promisify } from 'node:util';

export interface ServerCommand {
  /** The program `postgres`. */
  readonly binary: string;
  readonly databaseDir: string;
  readonly port: number;
  readonly flags: readonly string[];
  /** The user to run as, when this process is root's: PostgreSQL refuses to run as root. */
  readonly user: string | null;
  /**
   * Out of reach of what the terminal sends to a group of processes: Ctrl-C must not end the database while its owner is
   * still finishing its work. Throw-away data need not be spared, and its server should not outlive a killed group.
   */
  readonly ownGroup: boolean;
  readonly onMessage: (message: string) => void;
}

const READY = 'database system is ready to accept connections';

/**
 * Starts the server and waits until it takes connections.
 *
 * @throws Error when it ends instead
 */
export async function startServer(command: ServerCommand): Promise<ChildProcess> {
  const child = spawn(command.binary, ['-D', command.databaseDir, '-p', String(command.port), ...command.flags], {
    ...(command.user === null ? {} : await idsOf(command.user)),
    // The message that is waited for is the untranslated one.
    env: { ...process.env, LC_MESSAGES: 'C' },
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: command.ownGroup && process.platform !== 'win32',
    windowsHide: true
  });
  await new Promise<void>((resolve, reject) => {
    child.stderr?.setEncoding('utf8').on('data', (message: string) => {
      command.onMessage(message);
      if (message.includes(READY)) resolve();
    });
    child.once('error', reject);
    child.once('close', (code) => reject(new Error(`the server ended with exit code ${code}`)));
  });
  return child;
}

/** Fast shutdown on POSIX; on Windows a hard end, from which PostgreSQL recovers. */
export async function stopServer(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGINT');
  await ended;
}

async function idsOf(user: string): Promise<{ uid: number; gid: number }> {
  try {
    const [uid, gid] = await Promise.all(['-u', '-g'].map((flag) => promisify(execFile)('id', [flag, user])));
    return { uid: Number(uid!.stdout), gid: Number(gid!.stdout) };
  } catch (error) {
    throw new Error(`PostgreSQL cannot run as root, and there is no user ${user} to run as`, { cause: error });
  }
}
