import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect } from 'chai';
import { XMLParser } from 'fast-xml-parser';
import { CONSOLE_PACKAGE, ROOT } from '../src/paths.js';

/**
 * The local org keeps app, pages, list views and paths as they are deployed and draws none of them. So what an org would
 * refuse, or show empty, is looked at here: names that lead nowhere and values that no record can have.
 */
const CORE = join(ROOT, 'force-app', 'core');
const parser = new XMLParser({ parseTagValue: false });
type Node = Readonly<Record<string, unknown>>;

const read = (path: string): Node => {
  const document = parser.parse(readFileSync(path, 'utf8')) as Record<string, Node>;
  return Object.values(document).find((each) => typeof each === 'object') as Node;
};
const files = (folder: string, suffix: string): { name: string; path: string }[] =>
  readdirSync(join(CONSOLE_PACKAGE, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith(suffix))
    .map((path) => ({ name: basename(path, suffix), path: join(CONSOLE_PACKAGE, folder, path) }));
const list = <T>(value: T | readonly T[] | undefined): readonly T[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as readonly T[]) : [value as T];

/** Values of an element, however deep. */
function valuesOf(node: unknown, name: string): string[] {
  if (Array.isArray(node)) return node.flatMap((each) => valuesOf(each, name));
  if (typeof node !== 'object' || node === null) return [];
  return Object.entries(node).flatMap(([key, value]) =>
    key === name && typeof value === 'string' ? [value] : valuesOf(value, name)
  );
}

const objectFolders = new Map(
  readdirSync(CORE)
    .map((part) => join(CORE, part, 'objects'))
    .filter((folder) => existsSync(folder))
    .flatMap((folder) => readdirSync(folder).map((object) => [object, join(folder, object)] as const))
);
const fieldFile = (object: string, field: string): string =>
  join(objectFolders.get(object) ?? '', 'fields', `${field}.field-meta.xml`);
/** Values of a restricted picklist; undefined for any other field. */
function picklistOf(object: string, field: string): string[] | undefined {
  const { type, valueSet } = read(fieldFile(object, field));
  return type === 'Picklist' ? valuesOf(valueSet, 'fullName') : undefined;
}

const STANDARD_FIELDS = ['NAME', 'CREATED_DATE'];
const VIEWS: Readonly<Record<string, readonly string[]>> = {
  Integration_Request__c: ['All', 'Exhausted', 'Conflicts', 'In_Progress_Too_Long', 'Due_Retries'],
  Inbound_Event__c: ['All', 'Dead_Letter', 'In_Progress_Too_Long', 'Due_Retries'],
  Outbound_Dispatch__c: ['All', 'Exhausted', 'Conflicts', 'In_Progress_Too_Long', 'Due_Retries'],
  Replay__c: ['All']
};

describe('the metadata of the console', () => {
  it('has the list views that operators work from, over fields and values that exist', () => {
    for (const [object, names] of Object.entries(VIEWS)) {
      const views = files(join('objects', object, 'listViews'), '.listView-meta.xml');
      expect(views.map(({ name }) => name).sort(), object).to.deep.equal([...names].sort());
      for (const { name, path } of views) {
        const { columns, filters } = read(path) as { columns: string[]; filters?: Node | Node[] };
        const conditions = list<Node>(filters);
        for (const field of [...list<string>(columns), ...conditions.map((each) => String(each.field))]) {
          const exists = STANDARD_FIELDS.includes(field) || existsSync(fieldFile(object, field));
          expect(exists, `${object}.${name}: ${field}`).to.equal(true);
        }
        for (const { field, value } of conditions) {
          if (STANDARD_FIELDS.includes(String(field))) continue;
          const known = picklistOf(object, String(field));
          if (known) expect(known, `${object}.${name}`).to.include.members(String(value).split(','));
        }
      }
    }
  });

  it('has a path with every state of each object, and advice for each', () => {
    const paths = files('pathAssistants', '.pathAssistant-meta.xml').map(({ path }) => read(path));
    expect(paths.map(({ entityName }) => entityName).sort()).to.deep.equal(
      ['Inbound_Event__c', 'Integration_Request__c', 'Outbound_Dispatch__c', 'Reconciliation_Finding__c'].sort()
    );
    for (const { entityName, fieldName, pathAssistantSteps } of paths) {
      const steps = list(pathAssistantSteps as Node[]);
      const states = picklistOf(String(entityName), String(fieldName));
      expect(steps.map((step) => step.picklistValueName).sort(), String(entityName)).to.deep.equal(states?.sort());
      for (const { info } of steps) expect(info, String(entityName)).to.match(/\w/);
    }
  });

  it('has pages of components, actions and related lists that exist', () => {
    const components = readdirSync(join(CONSOLE_PACKAGE, 'lwc'));
    const actions = files('quickActions', '.quickAction-meta.xml').map(({ name }) => name);
    const relations = [...objectFolders].flatMap(([, folder]) => {
      const fields = join(folder, 'fields');
      return existsSync(fields)
        ? readdirSync(fields).flatMap((field) => valuesOf(read(join(fields, field)), 'relationshipName'))
        : [];
    });
    for (const { name, path } of files('flexipages', '.flexipage-meta.xml')) {
      const page = read(path);
      const own = valuesOf(page, 'componentName').filter((each) => !each.includes(':'));
      expect(components, name).to.include.members(own);
      const properties = valuesOf(page, 'value');
      expect(actions, name).to.include.members(
        properties.filter((each) => /__c\.\w+$/.test(each) && !each.endsWith('.Id'))
      );
      const related = properties.filter((each) => each.endsWith('__r')).map((each) => each.replace(/__r$/, ''));
      expect(relations, name).to.include.members(related);
    }
    for (const { name, path } of files('quickActions', '.quickAction-meta.xml')) {
      expect(objectFolders.has(name.split('.')[0] ?? ''), name).to.equal(true);
      expect(components, name).to.include.members(valuesOf(read(path), 'lightningWebComponent'));
    }
  });

  it('has an app of tabs and pages that exist, which its permission set opens', () => {
    const [app] = files('applications', '.app-meta.xml').map(({ path }) => read(path));
    const tabs = files('tabs', '.tab-meta.xml').map(({ name }) => name);
    const shown = list(app?.tabs as string[]);
    const own = shown.filter((each) => !each.startsWith('standard-'));
    expect([...own].sort()).to.deep.equal([...tabs].sort());
    expect(shown).to.include.members(['standard-report', 'standard-Dashboard']);
    const pages = files('flexipages', '.flexipage-meta.xml').map(({ name }) => name);
    expect(pages).to.include.members(valuesOf(app?.actionOverrides, 'content'));
    for (const { path } of files('tabs', '.tab-meta.xml'))
      expect(pages).to.include.members(valuesOf(read(path), 'flexiPage'));
    const permissions = read(join(CONSOLE_PACKAGE, 'permissionsets', 'Integration_Console.permissionset-meta.xml'));
    expect(valuesOf(permissions, 'tab').sort()).to.deep.equal([...tabs].sort());
    expect(valuesOf(permissions, 'application')).to.deep.equal(['Integration_Operations']);
  });
});
