import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { UsageError } from './errors.js';
import schema from './profile.schema.json' with { type: 'json' };

/** Sizes of one scenario, by name, such as `{ "keys": 4 }`. */
export type Sizes = Readonly<Record<string, number>>;

/** How much a run does; a file of `config/load-profiles`. */
export interface Profile {
  readonly description: string;
  readonly concurrency: number;
  readonly negativeControls: readonly string[];
  /** Repeats the scenarios, round after round, until so many minutes have passed; absent: once. */
  readonly minutes?: number;
  /** How many API requests the scenarios send, about. */
  readonly apiRequests?: number;
  readonly scenarios: Readonly<Record<string, Sizes>>;
}

const validate = new Ajv2020({ allErrors: true }).compile<Profile>(schema);

/** Where the profiles of a project are. */
export function profileFolder(projectRoot: string): string {
  return join(projectRoot, 'config', 'load-profiles');
}

/** Whether a project has a profile of a name. */
export function hasProfile(projectRoot: string, name: string): boolean {
  return profileNames(projectRoot).includes(name);
}

function profileNames(projectRoot: string): string[] {
  return readdirSync(profileFolder(projectRoot))
    .filter((file) => file.endsWith('.json'))
    .map((file) => file.slice(0, -'.json'.length));
}

/** @throws UsageError when there is no such profile, or its file is not a valid one */
export function loadProfile(projectRoot: string, name: string): Profile {
  const folder = profileFolder(projectRoot);
  const names = profileNames(projectRoot);
  if (!names.includes(name)) {
    throw new UsageError(`There is no profile '${name}'.`, [`Use one of: ${names.join(', ')}.`]);
  }
  const path = join(folder, `${name}.json`);
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new UsageError(`${path} is not JSON: ${(error as Error).message}`, [], { cause: error });
  }
  if (!validate(content)) {
    const problems = (validate.errors ?? []).map((error) => `${error.instancePath || '/'} ${error.message}`);
    throw new UsageError(`${path} is not a valid profile: ${problems.join('; ')}.`);
  }
  return content;
}

/** One size of a scenario, or its default. */
export function sizeOf(sizes: Sizes, name: string, otherwise: number): number {
  return sizes[name] ?? otherwise;
}
