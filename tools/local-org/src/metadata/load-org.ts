import type { CompiledUnit } from '../apex/runtime/compiled.js';
import type { SyncConnection } from '../database/connection.js';
import type { OrgSchema } from '../schema/definitions.js';
import { loadSchema } from '../schema/org/load-schema.js';
import { parameterOf } from './rows/credentials.js';
import { ComponentStore } from './store/component-store.js';
import { flagOf, textOf } from './xml/element.js';

export interface LabelContents {
  /** Declared name. */
  readonly name: string;
  readonly value: string;
  readonly language: string;
}

export interface NamedCredentialContents {
  readonly name: string;
  /** Address in the org's metadata; config/local-org.json may map it to another one. */
  readonly url: string | null;
  readonly externalCredential: string | null;
  /** Legacy credentials with a user name and password; null otherwise. */
  readonly username: string | null;
  readonly generatesAuthorizationHeader: boolean;
  readonly allowsMergeFieldsInHeader: boolean;
  readonly allowsMergeFieldsInBody: boolean;
}

/** What a slot keeps of one org version. Permissions are rows: `security/` reads them. */
export interface OrgContents {
  readonly version: number;
  readonly schema: OrgSchema;
  readonly units: readonly CompiledUnit[];
  /** By lower-case name. */
  readonly labels: ReadonlyMap<string, LabelContents>;
  /** By lower-case name. */
  readonly namedCredentials: ReadonlyMap<string, NamedCredentialContents>;
  /** Addresses that callouts may go to without a named credential. */
  readonly remoteSites: readonly string[];
  /** Names of Visualforce pages. */
  readonly pages: readonly string[];
  /** Names of platform cache partitions. */
  readonly cachePartitions: readonly string[];
}

/** Reads what the last committed deploy left (or, inside a deploy's transaction, what it has made so far). */
export function loadOrg(db: SyncConnection): OrgContents {
  const schema = loadSchema(db);
  return { version: schema.version, schema, units: loadUnits(db), ...loadConfiguration(db) };
}

function loadUnits(db: SyncConnection): CompiledUnit[] {
  return db
    .query('SELECT unit FROM meta.compiled_unit ORDER BY key')
    .rows.map(([unit]) => JSON.parse(String(unit)) as CompiledUnit);
}

function loadConfiguration(db: SyncConnection): Omit<OrgContents, 'version' | 'schema' | 'units'> {
  const store = new ComponentStore(db);
  const labels = new Map<string, LabelContents>();
  for (const [name, xml] of store.xmlOfType('CustomLabel')) {
    labels.set(name.toLowerCase(), {
      name,
      value: textOf(xml, 'value') ?? '',
      language: textOf(xml, 'language') ?? 'en_US'
    });
  }
  const namedCredentials = new Map<string, NamedCredentialContents>();
  for (const [name, xml] of store.xmlOfType('NamedCredential')) {
    namedCredentials.set(name.toLowerCase(), {
      name,
      url: textOf(xml, 'endpoint') ?? parameterOf(xml, 'Url'),
      externalCredential: parameterOf(xml, 'Authentication'),
      username: textOf(xml, 'username'),
      generatesAuthorizationHeader: flagOf(xml, 'generateAuthorizationHeader', true),
      allowsMergeFieldsInHeader: flagOf(xml, 'allowMergeFieldsInHeader'),
      allowsMergeFieldsInBody: flagOf(xml, 'allowMergeFieldsInBody')
    });
  }
  const remoteSites = [...store.xmlOfType('RemoteSiteSetting').values()]
    .filter((xml) => flagOf(xml, 'isActive', true))
    .map((xml) => textOf(xml, 'url') ?? '');
  return {
    labels,
    namedCredentials,
    remoteSites,
    pages: [...store.xmlOfType('ApexPage').keys()],
    cachePartitions: [...store.xmlOfType('PlatformCachePartition').keys()]
  };
}
