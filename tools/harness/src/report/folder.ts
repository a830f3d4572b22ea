import { lstat, mkdir, rm, rmdir, symlink, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { Entry } from '../history/entry.js';
import { writeHistory } from '../history/file.js';
import { OUTCOMES_FILE, type RunOutcomes } from '../parity/outcomes.js';
import { UsageError } from '../run/errors.js';
import { toHtml } from './html/page.js';
import { toJUnit } from './junit.js';
import type { Results } from './results.js';
import schema from './results.schema.json' with { type: 'json' };

const validate = new Ajv2020({ allErrors: true, allowUnionTypes: true }).compile<Results>(schema);

/** Where the report of a run goes. */
export interface ReportFolder {
  /** Absolute path. */
  readonly path: string;
  /** Whether `latest` beside it is to lead to it. */
  readonly linked: boolean;
}

/**
 * Makes the folder of a run before any work is done, so that a run never ends without a place for its report.
 *
 * @param asked the folder that the caller named; absent: a new one below `reports` of the project, with a link `latest`
 * @throws UsageError when it cannot be written to
 */
export async function prepareReportFolder(
  projectRoot: string,
  asked: string | undefined,
  startedAt: Date,
  seed: number
): Promise<ReportFolder> {
  const name = `${startedAt.toISOString().slice(0, 19).replaceAll(':', '-')}-seed-${seed}`;
  const path = asked === undefined ? join(projectRoot, 'reports', name) : resolve(asked);
  try {
    await makeFolders(path);
    // Permissions do not tell everything (a full disk, a read-only mount, root); a file does.
    const probe = join(path, `.probe-${process.pid}`);
    await writeFile(probe, '');
    await rm(probe);
  } catch (error) {
    throw new UsageError(
      `The report cannot be written to ${path}: ${(error as Error).message}`,
      ['Name a folder that you may write to with --report-dir.'],
      { cause: error }
    );
  }
  return { path, linked: asked === undefined };
}

/**
 * Makes a folder and those above it, one at a time: Node's own recursive form never ends where a folder exists but nothing
 * can be made in it (`/proc`).
 */
async function makeFolders(path: string): Promise<void> {
  const missing: string[] = [];
  for (let at = path; !(await exists(at)); at = dirname(at)) missing.unshift(at);
  for (const folder of missing) {
    await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
  }
}

const exists = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => true,
    () => false
  );

/** Removes the folder of a run that never began, unless something is in it. */
export async function dropReportFolder({ path }: ReportFolder): Promise<void> {
  await rmdir(path).catch(() => undefined);
}

/** Writes history.jsonl, results.json, junit.xml and report.html. */
export async function writeReport(folder: ReportFolder, results: Results, history: readonly Entry[]): Promise<void> {
  assertResults(results);
  await writeHistory(join(folder.path, 'history.jsonl'), history);
  await writeFile(join(folder.path, 'results.json'), `${JSON.stringify(results, undefined, 2)}\n`);
  await writeFile(join(folder.path, 'junit.xml'), toJUnit(results));
  await writeFile(join(folder.path, 'report.html'), toHtml(results, history));
  if (folder.linked) await linkLatest(folder.path);
}

/** Writes the outcomes of a run for a later comparison. */
export async function writeRecording(folder: ReportFolder, outcomes: RunOutcomes): Promise<void> {
  await writeFile(join(folder.path, OUTCOMES_FILE), `${JSON.stringify(outcomes, undefined, 2)}\n`);
}

/** @throws Error when results do not fit their published schema: a mistake of the harness */
export function assertResults(results: unknown): asserts results is Results {
  if (validate(results)) return;
  const problems = (validate.errors ?? []).map((error) => `${error.instancePath || '/'} ${error.message}`);
  throw new Error(`The results do not fit their schema: ${problems.join('; ')}.`);
}

async function linkLatest(folder: string): Promise<void> {
  const link = join(dirname(folder), 'latest');
  const present = await lstat(link).catch(() => undefined);
  // What a person put there stays.
  if (present !== undefined && !present.isSymbolicLink()) return;
  await rm(link, { force: true });
  // A junction needs no privilege on Windows, but an absolute path.
  const target = process.platform === 'win32' ? folder : basename(folder);
  await symlink(target, link, 'junction').catch(() => undefined);
}
