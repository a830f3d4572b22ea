import type { FieldType } from '../definitions.js';

/** PostgreSQL type of values of the field type, for casts; see "Data" in docs/architecture.md. */
export function sqlType(type: FieldType): string {
  switch (type) {
    case 'boolean':
      return 'boolean';
    case 'int':
      return 'integer';
    case 'long':
      return 'bigint';
    case 'double':
    case 'currency':
    case 'percent':
      return 'numeric';
    case 'date':
      return 'date';
    case 'datetime':
      return 'timestamp';
    case 'time':
      return 'time';
    case 'base64':
      return 'bytea';
    default:
      return 'text';
  }
}
