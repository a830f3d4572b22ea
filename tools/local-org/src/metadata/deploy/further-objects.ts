/** Standard objects and fields beyond those every org has: an org gets what its code and metadata name. */
import type { ObjectDefinition } from '../../schema/definitions.js';
import { insertRows } from '../../schema/org/rows.js';
import { furtherCompanions, furtherObjects } from '../../schema/standard/further-objects.js';
import type { SchemaEditor } from '../objects/schema-editor.js';
import { textOfFile } from '../readers/zip.js';
import type { XmlElement } from '../xml/element.js';
import type { DeployContext } from './context.js';

const CODE = new Set(['ApexClass', 'ApexTrigger']);
/** Types whose components name objects and fields in their XML. */
const NAMING = new Set([
  'CustomObject',
  'CustomField',
  'FieldSet',
  'CustomMetadata',
  'PermissionSet',
  'ValidationRule'
]);

/** Words of what the deploy brings, in lower case: names of objects and fields are among them. */
export function namedWords(context: DeployContext): ReadonlySet<string> {
  const words = new Set<string>();
  const add = (text: string): void => {
    for (const word of text.match(/[A-Za-z_][A-Za-z0-9_]*/g) ?? []) words.add(word.toLowerCase());
  };
  for (const { component } of context.incoming.values()) {
    if (CODE.has(component.type)) {
      const file = component.files.find(({ path }) => !path.endsWith('-meta.xml'));
      if (file) add(withoutComments(textOfFile(file.content)));
    } else if (NAMING.has(component.type)) {
      add(component.fullName);
      if (component.xml) addTexts(component.xml, add);
    }
  }
  return words;
}

/** Prose names much that code does not. */
const withoutComments = (text: string): string => text.replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, ' ');

function addTexts(xml: XmlElement, add: (text: string) => void): void {
  if (xml.text !== '' && xml.name !== 'description' && xml.name !== 'label') add(xml.text);
  for (const child of xml.children) addTexts(child, add);
}

export function addFurtherObjects(editor: SchemaEditor, words: ReadonlySet<string>): void {
  const prefix = (name: string): string => editor.keyPrefix('standard', name);
  for (const object of furtherObjects(words, (name) => editor.object(name), prefix)) editor.put(object);
}

/** Histories, feeds, shares and change events; after everything else, since they follow their objects. */
export function addFurtherCompanions(editor: SchemaEditor, words: ReadonlySet<string>): void {
  const prefix = (name: string): string => editor.keyPrefix('standard', name);
  for (const object of furtherCompanions(words, (name) => editor.object(name), prefix)) editor.put(object);
}

/** Profiles give new standard objects what they give accounts. */
export function grantStandardObjects(context: DeployContext, added: readonly ObjectDefinition[]): void {
  const permissions = context.before.object('ObjectPermissions');
  if (!permissions || added.length === 0) return;
  const { db, newId } = context.environment;
  const flags = Object.values(permissions.fields)
    .filter(({ name, type }) => name.startsWith('Permissions') && type === 'boolean')
    .map(({ name }) => name);
  const { rows } = db.query(
    `SELECT permission.parentid, ${flags.map((name) => `permission.${name.toLowerCase()}`).join(', ')}
     FROM objectpermissions permission JOIN permissionset ON permissionset.id = permission.parentid
     WHERE permissionset.isownedbyprofile AND permission.sobjecttype = 'Account' AND NOT permission.isdeleted`,
    []
  );
  insertRows(
    db,
    permissions,
    added.flatMap((object) =>
      rows.map(([parent, ...given]) => ({
        Id: newId(permissions.keyPrefix),
        ParentId: String(parent),
        SobjectType: object.name,
        ...Object.fromEntries(flags.map((name, index) => [name, given[index] === true]))
      }))
    ),
    context.author
  );
}
