import { watch, type FSWatcher } from 'node:fs';
import { join } from 'node:path';
import { packageDirectories, ProjectError } from '../metadata/readers/read-source.js';
import { ProjectTestSession, type ProjectTestOptions, type ProjectTestResult } from './project-tests.js';

/** Editors write a file in several steps, and a branch changes many: a change is taken up when all is quiet again. */
const QUIET = 200;

/**
 * Runs a project's tests now and after each change of its files, in one org, until the signal.
 *
 * @param onResult gets each result; @param onProblem what kept a run from starting: the next change tries again.
 * @throws ProjectError when the project cannot be read at first.
 */
export async function watchProjectTests(
  options: ProjectTestOptions,
  until: AbortSignal,
  onResult: (result: ProjectTestResult) => void,
  onProblem: (error: Error) => void
): Promise<void> {
  const session = await ProjectTestSession.start(options);
  const changes = new Changes(options.project);
  try {
    while (!until.aborted) {
      try {
        const result = await session.run();
        if (until.aborted) break;
        onResult(result);
      } catch (error) {
        if (!(error instanceof ProjectError)) throw error;
        onProblem(error);
      }
      await changes.next(until);
    }
  } finally {
    changes.close();
    await session.stop();
  }
}

/** Changes below the package directories, of sfdx-project.json and of .forceignore. */
class Changes {
  private readonly watchers: FSWatcher[];
  private changed = false;
  private timer: NodeJS.Timeout | null = null;
  private wake: (() => void) | null = null;

  constructor(project: string) {
    const below = packageDirectories(project).map((path) =>
      watch(join(project, path), { recursive: true }, () => this.note())
    );
    const own = watch(project, (_, file) => {
      if (file === 'sfdx-project.json' || file === '.forceignore') this.note();
    });
    this.watchers = [...below, own];
    // A folder that goes away ends its watcher; the project says so at the next run.
    for (const watcher of this.watchers) watcher.on('error', () => this.note());
  }

  /** Resolves at the next change that has come to rest, or at the signal. */
  async next(until: AbortSignal): Promise<void> {
    if (until.aborted) return;
    const stop = (): void => this.wake?.();
    until.addEventListener('abort', stop, { once: true });
    while (!this.changed && !until.aborted) await new Promise<void>((resolve) => (this.wake = resolve));
    until.removeEventListener('abort', stop);
    this.changed = false;
  }

  close(): void {
    if (this.timer) clearTimeout(this.timer);
    for (const watcher of this.watchers) watcher.close();
  }

  private note(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.changed = true;
      this.wake?.();
    }, QUIET);
  }
}
