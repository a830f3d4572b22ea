import type { Incoming } from '../deploy/context.js';
import { apiVersionOf, statusOf } from '../deploy/code-types.js';
import { textOfFile } from '../readers/zip.js';
import type { RowHandler } from './handler.js';
import { crc32 } from './crc32.js';

const body = ({ component }: Incoming): string => {
  const file = component.files.find(({ path }) => !path.endsWith('-meta.xml'));
  return file ? textOfFile(file.content) : '';
};

/** Columns that classes and triggers share. */
export function codeValues(entry: Incoming): Record<string, string | number | boolean> {
  const source = body(entry);
  return {
    Name: entry.component.fullName,
    ApiVersion: apiVersionOf(entry.component.xml),
    Status: statusOf(entry.component.xml),
    IsValid: true,
    Body: source,
    BodyCrc: crc32(source),
    LengthWithoutComments: source.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*/g, '').length
  };
}

/** Source: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/meta_classes.htm */
export const apexClass: RowHandler = {
  type: 'ApexClass',
  elements: { type: 'ApexClass', used: ['apiVersion', 'status', 'fullName'], cosmetic: ['packageVersions'] },
  apply: (entry, rows) => rows.put('ApexClass', entry.stored?.id ?? null, codeValues(entry)),
  remove: (stored, rows) => {
    rows.delete('ApexClass', 'Id', stored.id);
    rows.delete('SetupEntityAccess', 'SetupEntityId', stored.id);
  }
};
