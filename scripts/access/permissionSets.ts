import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { XMLParser } from 'fast-xml-parser';

/** What a permission set grants, in the short form of config/access.json. */
export interface Grants {
  /** By object: C create, R read, U edit, D delete, V view all records, M modify all records; in this order. */
  readonly objects: Readonly<Record<string, string>>;
  /** Fields that may be written (and read), by object; required fields follow the object and are not listed. */
  readonly edit: Readonly<Record<string, readonly string[]>>;
  /** Fields that may be read only, by object. */
  readonly read: Readonly<Record<string, readonly string[]>>;
  readonly classes: readonly string[];
  readonly customPermissions: readonly string[];
  /** Principals of external credentials. */
  readonly credentials: readonly string[];
  /** Apps and tabs that are shown; they grant no right to a row. */
  readonly apps: readonly string[];
  readonly tabs: readonly string[];
  /** Everything else that the metadata grants, by element: nothing is to be there. */
  readonly other: readonly string[];
}

const SUFFIX = '.permissionset-meta.xml';
const KNOWN = new Set([
  'objectPermissions',
  'fieldPermissions',
  'classAccesses',
  'customPermissions',
  'externalCredentialPrincipalAccesses',
  'applicationVisibilities',
  'tabSettings',
  'description',
  'label',
  'hasActivationRequired'
]);
const RIGHTS = [
  ['C', 'allowCreate'],
  ['R', 'allowRead'],
  ['U', 'allowEdit'],
  ['D', 'allowDelete'],
  ['V', 'viewAllRecords'],
  ['M', 'modifyAllRecords']
] as const;

type Item = Readonly<Record<string, string>>;

const parser = new XMLParser({ parseTagValue: false, isArray: (_name, path) => String(path).split('.').length === 2 });

/** Reads the permission sets below a folder. @returns by developer name, in order */
export function readPermissionSets(folder: string): Map<string, Grants> {
  const paths = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith(SUFFIX));
  const entries = paths.map((path): [string, Grants] => [
    path.slice(0, -SUFFIX.length).split(/[\\/]/).at(-1) ?? '',
    grantsOf(readFileSync(join(folder, path), 'utf8'))
  ]);
  return new Map(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** @param xml a permission set in source form */
export function grantsOf(xml: string): Grants {
  const root = (parser.parse(xml, true) as { PermissionSet?: Record<string, readonly Item[]> }).PermissionSet;
  if (root === undefined) throw new Error('This is no permission set: its outermost element is another one.');
  const items = (name: string): readonly Item[] => root[name] ?? [];
  const enabled = (name: string, key: string): string[] =>
    items(name)
      .filter((item) => item.enabled === 'true')
      .map((item) => String(item[key]))
      .sort();
  return {
    objects: Object.fromEntries(items('objectPermissions').map((item) => [String(item.object), rightsOf(item)])),
    edit: fieldsBy(items('fieldPermissions'), (item) => item.editable === 'true'),
    read: fieldsBy(items('fieldPermissions'), (item) => item.editable !== 'true' && item.readable === 'true'),
    classes: enabled('classAccesses', 'apexClass'),
    customPermissions: enabled('customPermissions', 'name'),
    credentials: enabled('externalCredentialPrincipalAccesses', 'externalCredentialPrincipal'),
    apps: items('applicationVisibilities')
      .filter((item) => item.visible === 'true')
      .map((item) => String(item.application))
      .sort(),
    tabs: items('tabSettings')
      .filter((item) => item.visibility !== 'None')
      .map((item) => String(item.tab))
      .sort(),
    other: Object.keys(root).filter((name) => !KNOWN.has(name) && !name.startsWith('@'))
  };
}

const rightsOf = (item: Item): string =>
  RIGHTS.filter(([, element]) => item[element] === 'true')
    .map(([letter]) => letter)
    .join('');

function fieldsBy(items: readonly Item[], matches: (item: Item) => boolean): Record<string, string[]> {
  const result: Record<string, string[]> = {};
  for (const item of items.filter(matches)) {
    const [object = '', field = ''] = String(item.field).split('.');
    (result[object] ??= []).push(field);
  }
  for (const fields of Object.values(result)) fields.sort();
  return result;
}
