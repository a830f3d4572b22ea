import type { PlatformMember } from '../../stdlib/registry.js';
import { iteratorOf } from '../../stdlib/System/Iterable.js';
import { platformRegistry } from '../../stdlib/support/registry-access.js';
import { fieldToken, sobjectTypeToken } from '../../stdlib/support/tokens.js';
import { ApexList, ApexMap, ApexSet } from '../../values/collections.js';
import { Decimal } from '../../values/decimal.js';
import { doubleText as textOfDouble } from '../../values/double.js';
import type { UserInstance } from '../../values/object.js';
import { NotSupportedError } from '../../values/platform-error.js';
import { textOf } from '../../values/text.js';
import type { ApexType } from '../../values/type.js';
import { TypeValue } from '../../values/type-value.js';
import { cast, castUser } from './casts.js';
import * as conversions from './conversions.js';
import * as data from './data.js';
import { enumObject, enumValueOf, enumValues, platformEnumValue, platformEnumValues } from './enums.js';
import { caught, isFatal } from './errors.js';
import { ApexException } from './exception.js';
import { isInstance } from './instances.js';
import { clock, tick } from './interrupts.js';
import * as operators from './operators.js';
import * as records from './records.js';
import type { SupportName } from './support-names.js';
import { currentTransaction } from './transaction.js';
import { trigger } from './triggers.js';
import { typeFromJson, type TypeJson } from './type-codec.js';

type Implementation = (...args: unknown[]) => unknown;
type Slots = Record<string, Implementation | undefined>;

/** A library method that classes of the org may override: their own slot goes first. */
function dispatch(receiver: object, slot: string, implementation: Implementation, ...args: unknown[]): unknown {
  const own = (receiver as Slots)[slot];
  return own === undefined ? implementation(receiver, ...args) : own.apply(receiver, args);
}

function token(object: string, field: string | null): unknown {
  return field === null ? sobjectTypeToken(object) : fieldToken(object, field);
}

/** Field or property of an instance by lower-case name; undefined when its class has none. */
function fieldNamed(instance: object, name: string): unknown {
  const members = instance as UserInstance & Record<string, unknown>;
  const found = members.$class.fields.find((item) => item.name.toLowerCase() === name);
  if (!found) return undefined;
  const getter = members[`$get_${found.jsName}`];
  return typeof getter === 'function' ? (getter as () => unknown).call(instance) : members[found.jsName];
}

const newException = (
  type: ApexType,
  message: string | null = null,
  cause: ApexException | null = null
): ApexException => new ApexException(type, message, cause);

function memberOf(id: string): PlatformMember {
  const member = platformRegistry().member(id);
  if (!member) throw new Error(`compiled Apex needs ${id}, which the standard library does not have: deploy again`);
  return member;
}

/** Values and functions that emitted code names with a `$` in front (see SUPPORT_NAMES). */
const NAMED: Readonly<Record<Exclude<SupportName, 'label'>, unknown>> = {
  ...operators,
  ...conversions,
  ...records,
  ...data,
  clock,
  tick,
  text: textOf,
  doubleText: (value: number | null) => (value === null ? 'null' : textOfDouble(value)),
  cast,
  castUser,
  isInstance,
  typeValue: (type: ApexType) => TypeValue.for(type),
  token,
  trigger,
  future: (className: string, slot: string, text: string, args: readonly unknown[]) =>
    currentTransaction().jobs.deferFuture(className, slot, text, args),
  newException,
  notSupported: (feature: string): never => {
    throw new NotSupportedError(feature);
  },
  fieldNamed,
  enumValues,
  enumValueOf,
  List: ApexList,
  Set: ApexSet,
  Map: ApexMap,
  Decimal,
  iterator: iteratorOf,
  caught,
  isFatal,
  dispatch
};

/** What the head of a unit uses to make its constants; the linker adds what depends on the code base. */
const HEAD = {
  ApexException,
  enumObject,
  type: (json: TypeJson): ApexType => typeFromJson(json),
  decimal: (text: string): Decimal => Decimal.parse(text),
  member: (id: string): Implementation => {
    const { implementation } = memberOf(id);
    if (!implementation) throw new Error(`compiled Apex calls ${id}, which has no implementation`);
    return implementation;
  },
  setter: (id: string): Implementation => {
    const { setter } = memberOf(id);
    if (!setter) throw new Error(`compiled Apex assigns to ${id}, which cannot be assigned`);
    return setter;
  },
  platformEnumValue: (json: TypeJson, name: string) => platformEnumValue(typeFromJson(json), name),
  platformEnumValues: (json: TypeJson) => platformEnumValues(typeFromJson(json))
};

export const SUPPORT: object = { ...NAMED, ...HEAD };
