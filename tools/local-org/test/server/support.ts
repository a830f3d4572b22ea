import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { AnonymousReply } from '../../src/api/soap/operations.js';
import type { ProjectDeployReply } from '../../src/api/metadata/project-operations.js';
import { startLocalOrg, type LocalOrg, type LocalOrgOptions } from '../../src/index.js';
import { readProject } from '../../src/metadata/index.js';

/** Files of an SFDX project below `force-app`, by path; `.cls` files get their description. */
export type ProjectFiles = Readonly<Record<string, string>>;

const CLASS_META =
  '<?xml version="1.0" encoding="UTF-8"?><ApexClass xmlns="http://soap.sforce.com/2006/04/metadata"><apiVersion>68.0</apiVersion><status>Active</status></ApexClass>';

/** A running org with the project deployed. @throws Error with the compiler's messages when it was refused. */
export async function orgWith(files: ProjectFiles, options: LocalOrgOptions = {}): Promise<LocalOrg> {
  const org = await startLocalOrg({ slots: 4, jobSlots: 2, ...options });
  try {
    await deployFiles(org, files);
    return org;
  } catch (error) {
    await org.stop();
    throw error;
  }
}

export async function deployFiles(org: LocalOrg, files: ProjectFiles): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'local-org-project-'));
  try {
    await writeFile(join(folder, 'sfdx-project.json'), '{"packageDirectories":[{"path":"force-app","default":true}]}');
    for (const [path, content] of Object.entries(files)) {
      const target = join(folder, 'force-app', path);
      await mkdir(dirname(target), { recursive: true });
      await writeFile(target, content);
      if (path.endsWith('.cls')) await writeFile(`${target}-meta.xml`, CLASS_META);
    }
    const reply = await org.run<ProjectDeployReply>('deploy-project', {
      package: readProject(folder),
      keepGoing: false
    });
    const problems = [...reply.compileErrors, ...reply.deployErrors];
    if (problems.length > 0) throw new Error(problems.map(({ file, message }) => `${file}: ${message}`).join('\n'));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Runs anonymous Apex; what it writes by System.debug comes back, one item a call. */
export async function execute(org: LocalOrg, source: string): Promise<AnonymousReply & { readonly debug: string[] }> {
  const reply = await org.run<AnonymousReply>('execute-anonymous', { source });
  const debug = reply.log.split('\n').flatMap((line) => /USER_DEBUG\|\[\w+\]\|\w+\|(.*)$/.exec(line)?.[1] ?? []);
  return { ...reply, debug };
}
