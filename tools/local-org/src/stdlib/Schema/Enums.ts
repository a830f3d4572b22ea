import { defineEnum } from '../support/enums.js';
import { apexReference } from '../support/reference.js';

/** Enums of Schema. */
export default [
  defineEnum('Schema', 'DisplayType', apexReference('apex_enum_Schema_DisplayType'), [
    'ADDRESS',
    'ANYTYPE',
    'BASE64',
    'BOOLEAN',
    'COMBOBOX',
    'COMPLEXVALUE',
    'CURRENCY',
    'DATACATEGORYGROUPREFERENCE',
    'DATE',
    'DATETIME',
    'DOUBLE',
    'EMAIL',
    'ENCRYPTEDSTRING',
    'FLOATARRAY',
    'ID',
    'INTEGER',
    'JSON',
    'LOCATION',
    'LONG',
    'MULTIPICKLIST',
    'PERCENT',
    'PHONE',
    'PICKLIST',
    'REFERENCE',
    'SOBJECT',
    'STRING',
    'TEXTAREA',
    'TEXTARRAY',
    'TIME',
    'URL'
  ]),
  defineEnum('Schema', 'SoapType', apexReference('apex_schema_enums'), [
    'ADDRESS',
    'ANYTYPE',
    'ARRAY',
    'BASE64BINARY',
    'BOOLEAN',
    'DATE',
    'DATETIME',
    'DOUBLE',
    'ID',
    'INTEGER',
    'LOCATION',
    'LONG',
    'STRING',
    'TIME'
  ]),
  defineEnum('Schema', 'SObjectDescribeOptions', apexReference('apex_enum_schema_sobjectdescribeoptions'), [
    'DEFAULT',
    'DEFERRED',
    'FULL'
  ]),
  defineEnum('Schema', 'FieldDescribeOptions', apexReference('apex_enum_schema_fielddescribeoptions'), [
    'DEFAULT',
    'FULL_DESCRIBE'
  ])
];
