import { ApexList, ApexSet } from '../../values/collections.js';
import { DateValue } from '../../values/date.js';
import { DatetimeValue } from '../../values/datetime.js';
import { Decimal } from '../../values/decimal.js';
import { isNumeric, toDecimal, toDouble } from '../../values/equality.js';
import { PlatformError } from '../../values/platform-error.js';
import { typeOfValue } from '../../values/runtime-type.js';
import { ID, STRING, type ApexType } from '../../values/type.js';
import { dateToDatetime, toId } from './conversions.js';
import { isInstance, type HasTypes } from './instances.js';

function invalid(value: unknown, type: ApexType): PlatformError {
  const name = typeOfValue(value).name.replace(/<Object>/g, '<ANY>');
  return new PlatformError('System.TypeException', `Invalid conversion from runtime type ${name} to ${type.name}`);
}

/**
 * `(T) value`: the value in the representation of T; null stays null.
 * @throws PlatformError System.TypeException when it is no T.
 */
export function cast(value: unknown, type: ApexType): unknown {
  if (value === null || value === undefined) return null;
  if (type.kind === 'primitive') return castPrimitive(value, type);
  if (isInstance(value, type) || isIdsAsText(value, type)) return value;
  throw invalid(value, type);
}

/** Ids are texts: a list or set of them passes for one of Strings, and the other way round. */
function isIdsAsText(value: unknown, type: ApexType): boolean {
  const isTextual = (element: ApexType | undefined): boolean => element === STRING || element === ID;
  const kind = value instanceof ApexList ? 'list' : value instanceof ApexSet ? 'set' : null;
  return kind === type.kind && isTextual(type.args[0]) && isTextual((value as ApexList | ApexSet).elementType);
}

/** The same for a class of the org. */
export function castUser(value: unknown, type: ApexType): unknown {
  if (value === null || (value as Partial<HasTypes>).$types?.has(type.key)) return value;
  return cast(value, type);
}

function castPrimitive(value: unknown, type: ApexType): unknown {
  switch (type.key) {
    case 'long':
      if (typeof value === 'bigint') return value;
      if (typeof value === 'number') return BigInt(value);
      break;
    case 'double':
      if (isNumeric(value)) return toDouble(value);
      break;
    case 'decimal':
      if (value instanceof Decimal) return value;
      if (isNumeric(value)) return toDecimal(value);
      break;
    case 'integer':
      if (typeof value === 'number') return value;
      break;
    case 'id':
      if (typeof value === 'string') return toId(value);
      break;
    case 'datetime':
      if (value instanceof DatetimeValue) return value;
      if (value instanceof DateValue) return dateToDatetime(value);
      break;
    default:
      if (isInstance(value, type)) return value;
  }
  throw invalid(value, type);
}
