import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { HarnessError } from '../run/errors.js';
import type { SfdxProject } from '../run/project.js';
import type { Edit, NegativeControl } from './control.js';

/** A copy of the project with one mistake built in. */
export interface BrokenProject {
  readonly project: SfdxProject;
  remove(): Promise<void>;
}

/** Copies what a deploy needs and breaks it as the control says. The project itself is never changed. */
export async function buildBrokenProject(project: SfdxProject, control: NegativeControl): Promise<BrokenProject> {
  const root = await mkdtemp(join(tmpdir(), `retrysafe-${control.name}-`));
  const remove = (): Promise<void> => rm(root, { recursive: true, force: true, maxRetries: 3 });
  try {
    for (const path of ['sfdx-project.json', '.forceignore', ...project.packageDirectories]) {
      const from = join(project.root, path);
      if (existsSync(from)) await cp(from, join(root, path), { recursive: true });
    }
    for (const [file, edits] of groupByFile(control.edits)) {
      const path = join(root, file);
      const text = await readFile(path, 'utf8').catch(() => undefined);
      if (text === undefined) throw staleControl(control, `there is no ${file}`);
      await writeFile(path, applyEdits(control, text, edits));
    }
    return { project: { root, packageDirectories: project.packageDirectories }, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/**
 * The text with every edit made.
 *
 * @throws HarnessError when a text to replace is not there exactly once: the source has changed since the control was
 *   written, and a control that breaks nothing would prove nothing
 */
export function applyEdits(control: Pick<NegativeControl, 'name'>, text: string, edits: readonly Edit[]): string {
  return edits.reduce((current, { file, find, replace }) => {
    const occurrences = current.split(find).length - 1;
    if (occurrences !== 1) throw staleControl(control, `${file} holds ${occurrences} times: ${find.trim()}`);
    return current.replace(find, () => replace);
  }, text);
}

function groupByFile(edits: readonly Edit[]): Map<string, Edit[]> {
  const groups = new Map<string, Edit[]>();
  for (const edit of edits) groups.set(edit.file, [...(groups.get(edit.file) ?? []), edit]);
  return groups;
}

function staleControl(control: Pick<NegativeControl, 'name'>, reason: string): HarnessError {
  return new HarnessError(`The negative control '${control.name}' no longer fits the source: ${reason}.`, [
    `Adapt tools/harness/src/controls/${control.name}.ts to the source as it is now.`
  ]);
}
