import { readFileSync, readdirSync } from 'node:fs';
import { basename, join, sep } from 'node:path';
import { XMLParser } from 'fast-xml-parser';
import { ROOT } from '../testing/processes.js';

interface FieldMetadata {
  readonly fullName: string;
  readonly type: string;
  readonly length?: string;
  readonly precision?: string;
  readonly scale?: string;
  readonly required?: string;
  readonly defaultValue?: string;
  readonly description?: string;
  readonly valueSet?: { readonly valueSetDefinition?: { readonly value: unknown } };
}

interface RuleMetadata {
  readonly fullName: string;
  readonly active: string;
  readonly errorMessage: string;
}

interface ObjectMetadata {
  readonly label: string;
  readonly description?: string;
  readonly customSettingsType?: string;
}

const CORE = join(ROOT, 'force-app', 'core');
const parser = new XMLParser({ parseTagValue: false, trimValues: true });

function readMetadata<T>(path: string): T {
  const [content] = Object.values(parser.parse(readFileSync(path, 'utf8')) as Record<string, T>).slice(-1);
  if (content === undefined) throw new Error(`${path} holds no metadata`);
  return content;
}

/** Folders of custom metadata types and custom settings, by part of the product. */
function settingFolders(): string[] {
  return readdirSync(CORE, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.object-meta.xml'))
    .filter((path) => {
      if (basename(path).includes('__mdt')) return true;
      return readMetadata<ObjectMetadata>(join(CORE, path)).customSettingsType !== undefined;
    })
    .map((path) => path.split(sep).slice(0, -1).join(sep))
    .sort();
}

function membersOf<T extends { readonly fullName: string }>(folder: string, kind: string, ending: string): T[] {
  let names: string[];
  try {
    names = readdirSync(join(CORE, folder, kind));
  } catch {
    return [];
  }
  return names
    .filter((name) => name.endsWith(ending))
    .sort()
    .map((name) => readMetadata<T>(join(CORE, folder, kind, name)));
}

function typeOf(field: FieldMetadata): string {
  if (field.type === 'Text' || field.type === 'LongTextArea') return `${field.type}(${field.length ?? ''})`;
  if (field.type === 'Number') return `Number(${field.precision ?? ''}, ${field.scale ?? ''})`;
  if (field.type !== 'Picklist') return field.type;
  const values = [field.valueSet?.valueSetDefinition?.value ?? []].flat() as { readonly fullName: string }[];
  return `one of ${values.map((value) => `\`${value.fullName}\``).join(', ')}`;
}

const cell = (text: string | undefined): string => (text ?? '').replaceAll('|', '\\|').replaceAll(/\s+/g, ' ');

function section(folder: string): string[] {
  const name = basename(folder);
  const object = readMetadata<ObjectMetadata>(join(CORE, folder, `${name}.object-meta.xml`));
  const kind = object.customSettingsType
    ? `${object.customSettingsType.toLowerCase()} custom setting`
    : 'custom metadata';
  const fields = membersOf<FieldMetadata>(folder, 'fields', '.field-meta.xml');
  const rules = membersOf<RuleMetadata>(folder, 'validationRules', '.validationRule-meta.xml').filter(
    (rule) => rule.active === 'true'
  );
  return [
    `## \`${name}\``,
    '',
    `${object.description ?? object.label} (${kind}, \`force-app/core/${folder.split(sep)[0] ?? ''}\`)`,
    '',
    '| field | type | required | default | meaning |',
    '| --- | --- | --- | --- | --- |',
    ...fields.map(
      (field) =>
        `| \`${field.fullName}\` | ${cell(typeOf(field))} | ${field.required === 'true' ? 'yes' : 'no'} | ` +
        `${field.defaultValue === undefined ? '' : `\`${cell(field.defaultValue)}\``} | ${cell(field.description)} |`
    ),
    '',
    ...(rules.length === 0
      ? []
      : ['Refused when saved:', '', ...rules.map((rule) => `- ${cell(rule.errorMessage)}`), ''])
  ];
}

/**
 * The page of all settings that core reads, from the descriptions in its metadata.
 *
 * @throws Error for a field without description: the page would leave its reader alone.
 */
export function settingsPage(): string {
  const folders = settingFolders();
  for (const folder of folders) {
    for (const field of membersOf<FieldMetadata>(folder, 'fields', '.field-meta.xml')) {
      if (!field.description) throw new Error(`${basename(folder)}.${field.fullName} has no description.`);
    }
  }
  return [
    '# Settings',
    '',
    'Generated from the custom metadata types and custom settings of `force-app/core`; do not edit.',
    '',
    ...folders.flatMap((folder) => section(folder))
  ].join('\n');
}
