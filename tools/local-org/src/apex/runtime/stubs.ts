import { ApexList } from '../../values/collections.js';
import { OBJECT, platformType, STRING, type ApexType } from '../../values/type.js';
import { TypeValue } from '../../values/type-value.js';
import { cast } from './casts.js';
import type { MethodMeta } from './compiled.js';
import { doubleToObject } from './conversions.js';
import { invokeSlot } from './invoke.js';
import { LinkedClass } from './linked-class.js';
import type { RuntimeClass } from './transaction.js';
import { typeFromJson } from './type-codec.js';

const TYPE = platformType('System', 'Type');

/**
 * An instance of a class or interface whose methods all go to a System.StubProvider; its constructor does not run. Static
 * and private methods stay as they are. Source: Apex Developer Guide, "Build a Mocking Framework with the Stub API".
 * @param provider has the slot `handlemethodcall$6`.
 */
export function createStub(type: RuntimeClass, provider: object): object {
  const stub = allocateStub(type);
  descriptions.set(stub, { type, provider });
  return stub;
}

/** What a stub is made of. */
export interface StubDescription {
  readonly type: RuntimeClass;
  readonly provider: object;
}

const descriptions = new WeakMap<object, StubDescription>();

/** null for what is no stub. */
export const describeStub = (value: object): StubDescription | null => descriptions.get(value) ?? null;

/**
 * A stub whose provider is read later, because it may refer to the stub itself.
 * @returns the stub, and what gives it its provider.
 */
export function restoreStub(type: RuntimeClass): readonly [object, (provider: object) => void] {
  const stub = allocateStub(type);
  return [stub, (provider) => descriptions.set(stub, { type, provider })];
}

function allocateStub(type: RuntimeClass): object {
  if (!(type instanceof LinkedClass)) throw new Error(`a stub of ${type.type.name}, which is not linked`);
  const stub = type.allocateStub();
  for (const method of type.stubbedMethods()) {
    // A class's own `toString` and the one that its interface asks for are one method.
    if (Object.hasOwn(stub, method.slot)) continue;
    Object.defineProperty(stub, method.slot, { value: stubMethod(stub, method) });
  }
  return stub;
}

function stubMethod(stub: object, method: MethodMeta): (...args: unknown[]) => unknown {
  const types = method.parameters.map((parameter) => typeFromJson(parameter.type));
  const names = method.parameters.map((parameter) => parameter.name);
  const returnType = typeFromJson(method.returnType);
  return (...args) => {
    const description = describeStub(stub);
    if (!description) throw new Error('a stub was called before it had its provider');
    const answer = invokeSlot(description.provider, 'handlemethodcall$6', [
      stub,
      method.name,
      TypeValue.for(returnType),
      new ApexList(
        TYPE,
        types.map((type) => TypeValue.for(type))
      ),
      new ApexList(STRING, [...names]),
      new ApexList(
        OBJECT,
        args.map((value, index) => boxed(value, types[index] ?? OBJECT))
      )
    ]);
    return returnType.kind === 'void' ? undefined : cast(answer, returnType);
  };
}

/** A Double is a plain number, which would be an Integer among objects. */
const boxed = (value: unknown, type: ApexType): unknown =>
  type.key === 'double' ? doubleToObject(value as number | null) : value;
