import type { ApexType } from './type.js';

/** What values need to know of the class of a user instance; RuntimeClass (apex/runtime/transaction.ts) provides it. */
export interface UserClassInfo {
  readonly type: ApexType;
  readonly fields: readonly {
    readonly name: string;
    readonly jsName: string;
    readonly type: ApexType;
    readonly isTransient: boolean;
    readonly isAuraEnabled?: boolean;
    readonly hasAccessors: boolean;
  }[];
}

/** An instance of a class of the org, as the emitter makes it. Methods of platform interfaces sit in slots `name$arity`. */
export interface UserInstance {
  readonly $class: UserClassInfo;
  equals$1?(other: unknown): boolean | null;
  hashcode$0?(): number | null;
  tostring$0?(): string | null;
  compareto$1?(other: unknown): number | null;
}

export const isUserInstance = (value: unknown): value is UserInstance =>
  typeof value === 'object' && value !== null && '$class' in value;

/** A class of the org that declares both takes part in `==`, Set and Map by value; otherwise identity decides. */
export const hasValueEquality = (value: UserInstance): boolean =>
  typeof value.equals$1 === 'function' && typeof value.hashcode$0 === 'function';

/**
 * Base of the instances of platform classes (HttpRequest, SaveResult …). Those that implement a platform interface carry
 * its methods in slots (`hasnext$0`), so that calls through the interface reach user and platform classes alike.
 */
export abstract class PlatformObject {
  abstract get apexType(): ApexType;

  /** Text of String.valueOf and debug. */
  apexText(): string {
    return this.apexType.name;
  }

  /** Value equality; when absent, identity decides. */
  apexEquals?(other: unknown): boolean;
  apexHash?(): number;
}

/** What layers that are not classes of values (exceptions) implement to take part in text and type questions. */
export interface TypedValue {
  readonly apexType: ApexType;
  apexText?(): string;
}

export const isTypedValue = (value: unknown): value is TypedValue =>
  typeof value === 'object' && value !== null && 'apexType' in value;
