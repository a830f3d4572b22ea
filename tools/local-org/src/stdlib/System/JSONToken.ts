import { defineEnum } from '../support/enums.js';
import { apexReference } from '../support/reference.js';

export default defineEnum('System', 'JSONToken', apexReference('apex_enum_System_JsonToken'), [
  'END_ARRAY',
  'END_OBJECT',
  'FIELD_NAME',
  'NOT_AVAILABLE',
  'START_ARRAY',
  'START_OBJECT',
  'VALUE_EMBEDDED_OBJECT',
  'VALUE_FALSE',
  'VALUE_NULL',
  'VALUE_NUMBER_FLOAT',
  'VALUE_NUMBER_INT',
  'VALUE_STRING',
  'VALUE_TRUE'
]);
