import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { parseDocument } from 'yaml';
import type { SourceConfiguration } from '../contract.js';
import { eventProblems } from '../normalize/normalize.js';
import { secretProblems } from '../verify/verify.js';
import { ConfigurationError, describeIssues } from './problems.js';
import {
  configurationFile,
  type AuthenticationSettings,
  type ConfigurationFile,
  type SecretReference
} from './schema.js';
import { readSecret } from './secrets.js';

export type Environment = Readonly<Record<string, string | undefined>>;

/** How to get a session, with the secrets in it. */
export type Authentication =
  | (Omit<Extract<AuthenticationSettings, { type: 'jwt-bearer' }>, 'privateKey'> & { readonly privateKey: string })
  | Extract<AuthenticationSettings, { type: 'sf-login' }>
  | { readonly type: 'access-token'; readonly accessToken: string; readonly instanceUrl: string };

/** Everything that the process is told, complete and checked. */
export interface Configuration extends Omit<ConfigurationFile, 'sources' | 'salesforce' | 'database'> {
  readonly file: string;
  readonly database: { readonly url?: string; readonly directory?: string; readonly connections: number };
  readonly salesforce: { readonly apiVersion: string; readonly authentication: Authentication };
  readonly sources: readonly SourceConfiguration[];
}

/**
 * Reads a YAML or JSON file; the environment wins over it where both speak (DATABASE_URL, RECEIVER_HOST, RECEIVER_PORT,
 * RECEIVER_ADMIN_HOST, RECEIVER_ADMIN_PORT, RECEIVER_LOG_LEVEL, RECEIVER_DATA_DIRECTORY).
 *
 * @throws ConfigurationError that names every problem at once
 */
export function loadConfiguration(path: string, environment: Environment): Configuration {
  const file = resolve(path);
  const parsed = configurationFile.safeParse(applyEnvironment(readDocument(file), environment));
  if (!parsed.success) throw new ConfigurationError(file, describeIssues(parsed.error.issues));
  const problems: string[] = [];
  const attempt = <T>(where: string, read: () => T, instead: T): T => {
    try {
      return read();
    } catch (error) {
      problems.push(`${where}: ${(error as Error).message}`);
      return instead;
    }
  };
  const secret = (reference: SecretReference, where: string): string =>
    attempt(where, () => readSecret(reference, dirname(file), environment), '');
  const { sources, salesforce, database, ...rest } = parsed.data;
  const configuration: Configuration = {
    ...rest,
    file,
    database: attempt('database', () => chooseDatabase(database, dirname(file), environment), database),
    salesforce: {
      apiVersion: salesforce.apiVersion,
      authentication: attempt<Authentication>(
        'salesforce.authentication',
        () => resolveAuthentication(salesforce.authentication, secret, environment),
        { type: 'sf-login', alias: '' }
      )
    },
    sources: sources.map((source, index) => ({
      ...source,
      secrets: source.secrets.map((entry, position) => secret(entry, `sources.${index}.secrets.${position}`))
    }))
  };
  // A secret that is missing is no use to look at.
  if (problems.length === 0) {
    configuration.sources.forEach((source, index) => {
      problems.push(...attempt(`sources.${index}`, () => sourceProblems(source), []));
    });
  }
  if (problems.length > 0) throw new ConfigurationError(file, problems);
  return configuration;
}

function sourceProblems(source: SourceConfiguration): readonly string[] {
  return [...secretProblems(source), ...eventProblems(source)];
}

function readDocument(file: string): unknown {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    throw new ConfigurationError(file, [
      `it cannot be read (${(error as NodeJS.ErrnoException).code ?? String(error)}). Name the file with --config.`
    ]);
  }
  // Every JSON text is a YAML text.
  const document = parseDocument(text, { prettyErrors: true, uniqueKeys: true });
  if (document.errors.length > 0) {
    throw new ConfigurationError(
      file,
      document.errors.map((error) => error.message.split('\n')[0]!.replace(/:$/, ''))
    );
  }
  return document.toJS({ maxAliasCount: 100 }) as unknown;
}

/** Variables that stand for a setting, where the setting is, and whether it is a number. */
const VARIABLES: readonly (readonly [variable: string, section: string, setting: string, numeric: boolean])[] = [
  ['RECEIVER_HOST', 'listen', 'host', false],
  ['RECEIVER_PORT', 'listen', 'port', true],
  ['RECEIVER_ADMIN_HOST', 'admin', 'host', false],
  ['RECEIVER_ADMIN_PORT', 'admin', 'port', true],
  ['RECEIVER_LOG_LEVEL', 'log', 'level', false],
  ['RECEIVER_DATA_DIRECTORY', 'database', 'directory', false]
];

function applyEnvironment(document: unknown, environment: Environment): unknown {
  if (!isRecord(document)) return document ?? {};
  const result: Record<string, unknown> = { ...document };
  for (const [variable, section, setting, numeric] of VARIABLES) {
    const value = environment[variable];
    if (value === undefined || value === '') continue;
    const before = isRecord(result[section]) ? result[section] : {};
    result[section] = { ...before, [setting]: numeric && /^\d+$/.test(value) ? Number(value) : value };
  }
  return result;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function chooseDatabase(
  database: ConfigurationFile['database'],
  folder: string,
  environment: Environment
): Configuration['database'] {
  const url = environment.DATABASE_URL;
  if (url !== undefined && url !== '') {
    if (!URL.canParse(url) || !/^postgres(ql)?:$/.test(new URL(url).protocol)) {
      throw new Error(
        'DATABASE_URL names no PostgreSQL server; it must look like postgres://user:password@host:port/database'
      );
    }
    return { url, connections: database.connections };
  }
  if (database.directory === undefined) {
    throw new Error(
      'there is none: write database: {directory: ./data} to keep events in an embedded PostgreSQL, or set DATABASE_URL'
    );
  }
  return { directory: resolve(folder, database.directory), connections: database.connections };
}

function resolveAuthentication(
  settings: AuthenticationSettings,
  secret: (reference: SecretReference, where: string) => string,
  environment: Environment
): Authentication {
  switch (settings.type) {
    case 'sf-login':
      return settings;
    case 'jwt-bearer':
      return { ...settings, privateKey: secret(settings.privateKey, 'salesforce.authentication.privateKey') };
    case 'access-token': {
      const accessToken = environment.SALESFORCE_ACCESS_TOKEN;
      const instanceUrl = environment.SALESFORCE_INSTANCE_URL;
      if (!accessToken || !instanceUrl || !URL.canParse(instanceUrl)) {
        throw new Error(
          'the type access-token needs SALESFORCE_ACCESS_TOKEN and SALESFORCE_INSTANCE_URL (https://…) in the environment'
        );
      }
      return { type: 'access-token', accessToken, instanceUrl: new URL(instanceUrl).origin };
    }
  }
}
