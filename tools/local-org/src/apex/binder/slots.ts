/** JavaScript names of Apex members. They depend on signatures only, so that unchanged classes keep theirs. */
import type { ApexType } from '../../values/type.js';

const REPLACEMENTS: Readonly<Record<string, string>> = { '.': '$', '<': '$l', '>': '$g', ',': '$c', ' ': '' };

/** A type as part of a JavaScript identifier. */
export const mangle = (type: ApexType): string => type.key.replace(/[.<>, ?]/g, (char) => REPLACEMENTS[char] ?? '_');

/** Slot of a platform interface's or overridable platform method, by which the platform calls it: `compareto$1`. */
export const platformSlot = (name: string, arity: number): string => `${name.toLowerCase()}$${arity}`;

/** The same, told apart by interface, for classes that implement two: `queueable$execute$1`, `schedulable$execute$1`. */
export const qualifiedPlatformSlot = (owner: ApexType, name: string, arity: number): string => {
  const simple = owner.key.replace(/<.*$/, '').split('.').at(-1) ?? owner.key;
  return `${simple}$${platformSlot(name, arity)}`;
};

/**
 * Slot of a method of the org: name, arity and parameter types, so that overloads differ and an override has the slot of
 * what it overrides.
 *
 * @param privateOwner set for a private method that cannot be overridden: its slot carries the class, so that a subclass
 *   may have a method of the same signature.
 */
export function methodSlot(name: string, parameters: readonly ApexType[], privateOwner: ApexType | null): string {
  const signature = [platformSlot(name, parameters.length), ...parameters.map(mangle)].join('$');
  return privateOwner ? `${signature}$$${mangle(privateOwner)}` : signature;
}

export const constructorSlot = (owner: ApexType, index: number): string => `$init_${mangle(owner)}_${index}`;

/** Slot of the four built-in constructors of exception classes of the org. */
export const EXCEPTION_CONSTRUCTOR_SLOT = '$exception';

/** Slot of the constructor of a platform class, called by `super(…)`. */
export const PLATFORM_CONSTRUCTOR_SLOT = '$platform';

/** @param taken whether a superclass has a field of this JavaScript name. */
export function fieldName(name: string, owner: ApexType, taken: (jsName: string) => boolean): string {
  const plain = `_${name.toLowerCase()}`;
  return taken(plain) ? `${plain}$${mangle(owner)}` : plain;
}
