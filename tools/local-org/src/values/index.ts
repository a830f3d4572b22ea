export * from './type.js';
export * from './platform-error.js';
export { SObjectRecord } from './record.js';
export { Decimal } from './decimal.js';
export { ROUNDING_MODES, type RoundingMode } from './rounding.js';
export { DoubleValue, doubleText } from './double.js';
export { DateValue, daysInMonth, isLeapYear } from './date.js';
export { DatetimeValue } from './datetime.js';
export { TimeValue } from './time.js';
export { BlobValue } from './blob.js';
export { EnumValue, platformEnum, platformEnumValue } from './enum.js';
export { TypeValue } from './type-value.js';
export { ApexList, ApexMap, ApexSet, FoldedMap } from './collections.js';
export { CollectionIterator } from './collection-iterator.js';
export { compareNumbers, equalsDeep, equalsStrict, isNumeric, toDecimal, toDouble } from './equality.js';
export { hashOf, identityHash, stringHash } from './hash.js';
export { textOf, textOfTyped } from './text.js';
export { typeOfValue } from './runtime-type.js';
export { compareValues } from './ordering.js';
export { idSuffix, isId, restoreIdCase, toId18 } from './id.js';
export { isKnownZone, zoneOffset, zoneToUtc } from './zone.js';
export { configureValues, valueEnvironment, type ValueEnvironment } from './environment.js';
export {
  hasValueEquality,
  isTypedValue,
  isUserInstance,
  PlatformObject,
  type TypedValue,
  type UserClassInfo,
  type UserInstance
} from './object.js';
