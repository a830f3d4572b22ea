import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { SfdxProject } from '../run/project.js';

const SUFFIX = '.permissionset-meta.xml';

/** Names of the permission sets of a project by the role that ends their name. */
export interface RolePermissionSets {
  /** For users that send commands and events. */
  readonly integration: readonly string[];
  /** For people who look into the ledger and the inbox. */
  readonly operator: readonly string[];
  /** For people who set the integration up, and for monitoring. */
  readonly administrator: readonly string[];
  /** Added for users whose jobs send to remotes. */
  readonly worker: readonly string[];
}

/** Reads the permission sets from the sources, so that a new package brings its own. */
export function permissionSetsOf(project: SfdxProject): RolePermissionSets {
  const names = project.packageDirectories
    .flatMap((directory) => readdirSync(join(project.root, directory), { recursive: true, encoding: 'utf8' }))
    .filter((path) => path.endsWith(SUFFIX))
    .map((path) => path.slice(0, -SUFFIX.length).split(/[\\/]/).at(-1)!)
    .sort();
  return {
    integration: names.filter((name) => name.endsWith('_Integration_User')),
    operator: names.filter((name) => name.endsWith('_Operator')),
    administrator: names.filter((name) => /_Administrator$|^Metrics_Reader$/.test(name)),
    worker: names.filter((name) => name.endsWith('_Worker'))
  };
}
