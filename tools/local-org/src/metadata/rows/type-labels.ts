import type { FieldDefinition, FieldType } from '../../schema/definitions.js';

const NAMES: Readonly<Record<FieldType, string>> = {
  id: 'ID',
  reference: 'Lookup',
  string: 'Text',
  textarea: 'Text Area',
  longtextarea: 'Long Text Area',
  html: 'Rich Text Area',
  email: 'Email',
  phone: 'Phone',
  url: 'URL',
  encryptedstring: 'Text (Encrypted)',
  picklist: 'Picklist',
  multipicklist: 'Picklist (Multi-Select)',
  combobox: 'Picklist',
  boolean: 'Checkbox',
  int: 'Number',
  long: 'Number',
  double: 'Number',
  currency: 'Currency',
  percent: 'Percent',
  date: 'Date',
  datetime: 'Date/Time',
  time: 'Time',
  base64: 'Base64',
  address: 'Address',
  location: 'Geolocation',
  junctionidlist: 'Lookup',
  anyType: 'Any'
};

/** The type of a field as setup pages and FieldDefinition.DataType word it: `Text(80)`, `Lookup(Account)`, `Formula (Text)`. */
export function typeLabel(field: FieldDefinition): string {
  const name = NAMES[field.type];
  if (field.formula !== null) return `Formula (${name})`;
  if (field.rollup !== null)
    return `Roll-Up Summary (${field.rollup.operation.toUpperCase()} ${field.rollup.childObject})`;
  if (field.autoNumberFormat !== null) return 'Auto Number';
  if (field.masterDetail) return `Master-Detail(${field.referenceTo.join(',')})`;
  if (field.type === 'reference') return `${name}(${field.referenceTo.join(',')})`;
  if (field.referenceTo.length > 0) return `Metadata Relationship(${field.referenceTo.join(',')})`;
  switch (field.type) {
    case 'string':
    case 'textarea':
    case 'longtextarea':
    case 'html':
    case 'encryptedstring':
      return field.length > 0 ? `${name}(${field.length})` : name;
    case 'int':
    case 'double':
    case 'currency':
    case 'percent':
      return `${name}(${field.precision - field.scale}, ${field.scale})`;
    default:
      return name;
  }
}
