import type { FieldDefinition } from './definitions.js';
import type { ApexType } from '../values/type.js';
import {
  BLOB,
  BOOLEAN,
  DATE,
  DATETIME,
  DECIMAL,
  ID,
  INTEGER,
  listOf,
  LONG,
  OBJECT,
  platformType,
  STRING,
  TIME
} from '../values/type.js';

const LOCATION = platformType('System', 'Location');
/** Field of change events that holds an object of Apex. */
export const CHANGE_EVENT_HEADER = 'ChangeEventHeader';
const HEADER = platformType('EventBus', 'ChangeEventHeader');
const ADDRESS = platformType('System', 'Address');

/**
 * The Apex type of a field's value.
 *
 * Number, currency and percent fields are Decimal in Apex, also where describe calls them `double`.
 */
export function apexTypeOf(field: FieldDefinition): ApexType {
  switch (field.type) {
    case 'id':
    case 'reference':
      return ID;
    case 'string':
    case 'textarea':
    case 'longtextarea':
    case 'html':
    case 'email':
    case 'phone':
    case 'url':
    case 'encryptedstring':
    case 'picklist':
    case 'multipicklist':
    case 'combobox':
      return STRING;
    case 'boolean':
      return BOOLEAN;
    case 'int':
      return INTEGER;
    case 'long':
      return LONG;
    case 'double':
    case 'currency':
    case 'percent':
      return DECIMAL;
    case 'date':
      return DATE;
    case 'datetime':
      return DATETIME;
    case 'time':
      return TIME;
    case 'base64':
      return BLOB;
    case 'address':
      return ADDRESS;
    case 'location':
      return LOCATION;
    case 'junctionidlist':
      return listOf(STRING);
    case 'anyType':
      return field.name === CHANGE_EVENT_HEADER ? HEADER : OBJECT;
  }
}
