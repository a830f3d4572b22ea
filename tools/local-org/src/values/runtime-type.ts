import { BlobValue } from './blob.js';
import { DateValue } from './date.js';
import { DatetimeValue } from './datetime.js';
import { Decimal } from './decimal.js';
import { DoubleValue } from './double.js';
import { EnumValue } from './enum.js';
import { ApexList } from './list.js';
import { ApexMap } from './map.js';
import { isTypedValue, isUserInstance } from './object.js';
import { SObjectRecord } from './record.js';
import { ApexSet } from './set.js';
import { TimeValue } from './time.js';
import * as types from './type.js';
import { TypeValue } from './type-value.js';

const TYPE = types.platformType('System', 'Type');

/** The run-time type of a value. An Id is text at run time, so it answers String. null answers the null type. */
export function typeOfValue(value: unknown): types.ApexType {
  switch (typeof value) {
    case 'string':
      return types.STRING;
    case 'number':
      return Number.isInteger(value) ? types.INTEGER : types.DOUBLE;
    case 'boolean':
      return types.BOOLEAN;
    case 'bigint':
      return types.LONG;
    default:
      return value === null || value === undefined ? types.NULL : typeOfObject(value);
  }
}

function typeOfObject(value: object): types.ApexType {
  if (isUserInstance(value)) return value.$class.type;
  if (value instanceof SObjectRecord) return types.sobjectType(value.objectName);
  if (value instanceof ApexList) return types.listOf(value.elementType);
  if (value instanceof ApexSet) return types.setOf(value.elementType);
  if (value instanceof ApexMap) return types.mapOf(value.keyType, value.valueType);
  if (value instanceof Decimal) return types.DECIMAL;
  if (value instanceof DoubleValue) return types.DOUBLE;
  if (value instanceof DateValue) return types.DATE;
  if (value instanceof DatetimeValue) return types.DATETIME;
  if (value instanceof TimeValue) return types.TIME;
  if (value instanceof BlobValue) return types.BLOB;
  if (value instanceof EnumValue) return value.type;
  if (value instanceof TypeValue) return TYPE;
  if (isTypedValue(value)) return value.apexType;
  return types.OBJECT;
}
