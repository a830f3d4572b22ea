import { appendFile, cp, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { SfdxProject } from '../run/project.js';
import { deploySource } from '../sf/commands.js';
import type { SfOptions } from '../sf/cli.js';

/** A copy of the project that is deployed again and again, each time with another class changed. */
export class Redeploy {
  #next = 0;

  private constructor(
    readonly project: SfdxProject,
    private readonly classes: readonly string[]
  ) {}

  /** @param folder where the copy is made; must not exist */
  static async of(project: SfdxProject, folder: string): Promise<Redeploy> {
    const { packageDirectories } = project;
    for (const path of ['sfdx-project.json', '.forceignore', ...packageDirectories]) {
      await cp(join(project.root, path), join(folder, path), { recursive: true });
    }
    const files = await Promise.all(
      packageDirectories.map(async (directory) =>
        (await readdir(join(folder, directory), { recursive: true })).map((path) => join(folder, directory, path))
      )
    );
    const classes = files.flat().filter((path) => path.endsWith('.cls') && !path.endsWith('Test.cls'));
    return new Redeploy({ root: folder, packageDirectories }, classes.sort());
  }

  /** @throws HarnessError when the deploy fails */
  async run(alias: string, options: SfOptions): Promise<void> {
    const changed = this.classes[this.#next++ % this.classes.length];
    if (changed !== undefined) await appendFile(changed, `// Deployed again: ${this.#next}\n`);
    await deploySource(alias, this.project.packageDirectories, { ...options, cwd: this.project.root });
  }
}
