import { isUserInstance } from '../../values/object.js';
import { NotSupportedError, PlatformError } from '../../values/platform-error.js';
import { platformType, type ApexType } from '../../values/type.js';
import { apexFrames, isThrownByEmittedCode } from './stack.js';

/** What getMessage answers when an exception was made without a text. */
const DEFAULT_MESSAGE = 'Script-thrown exception';

/** Where an exception was made, in Apex terms; innermost frame first. */
export interface ApexFrame {
  /** `Class.OrderHandler.handle`, `Trigger.OrderTrigger`, `AnonymousBlock`. */
  readonly name: string;
  readonly line: number;
  readonly column: number;
}

/**
 * An Apex exception, of the platform or of the org: emitted exception classes extend it.
 * https://developer.salesforce.com/docs/atlas.en-us.apexref.meta/apexref/apex_classes_exception_methods.htm
 */
export class ApexException extends Error {
  private readonly origin: Error;

  /**
   * @param detail what the exception class needs besides: DmlErrorDetail of a DmlException, say.
   * @param origin the JavaScript error this one stands for, whose stack it shows.
   */
  constructor(
    readonly platformClass: ApexType,
    public apexMessage: string | null = null,
    public apexCause: ApexException | null = null,
    readonly detail: unknown = undefined,
    origin: Error | null = null
  ) {
    super(apexMessage ?? DEFAULT_MESSAGE);
    this.name = 'ApexException';
    this.origin = origin ?? this;
  }

  /** Field initialisers of the instance: emitted classes add theirs. */
  $fields(): this {
    return this;
  }

  /** The four built-in constructors of an exception class of the org. @returns this exception. */
  $exception(message: string | null = null, cause: ApexException | null = null): this {
    this.setMessage(message);
    this.apexCause = cause;
    return this;
  }

  get apexType(): ApexType {
    return isUserInstance(this) ? this.$class.type : this.platformClass;
  }

  /** Text of getMessage. */
  getMessage(): string {
    return this.apexMessage ?? DEFAULT_MESSAGE;
  }

  setMessage(message: string | null): void {
    this.apexMessage = message;
    this.message = this.getMessage();
  }

  /** `System.DmlException` for the platform's, the bare name for the org's. */
  typeName(): string {
    const type = this.apexType;
    return type.kind === 'platform' && type.key.startsWith('system.') ? `System.${type.name}` : type.name;
  }

  frames(): readonly ApexFrame[] {
    return apexFrames(this.origin);
  }

  /** Text of getStackTraceString. */
  stackText(): string {
    return this.frames()
      .map((frame) => `${frame.name}: line ${frame.line}, column ${frame.column}`)
      .join('\n');
  }

  /** Line of the innermost frame; 0 when unknown. */
  lineNumber(): number {
    return this.frames()[0]?.line ?? 0;
  }

  apexText(): string {
    return `${this.typeName()}: ${this.getMessage()}`;
  }
}

/** Type of a platform exception by its qualified name (`System.QueryException`). */
function exceptionType(qualified: string): ApexType {
  const dot = qualified.indexOf('.');
  return dot < 0 ? platformType('System', qualified) : platformType(qualified.slice(0, dot), qualified.slice(dot + 1));
}

/**
 * The Apex exception that an error is to Apex code: PlatformErrors become their class, running out of stack a
 * LimitException. @returns null for what no Apex code may see: bugs and missing features of the local org.
 */
export function toApexException(error: unknown): ApexException | null {
  if (error instanceof ApexException) return error;
  if (error instanceof PlatformError) {
    return new ApexException(exceptionType(error.apexType), error.message, null, error.detail, error);
  }
  if (error instanceof NotSupportedError) return null;
  if (error instanceof RangeError) return limitException(error);
  // A null target of a field access or call in emitted code fails in JavaScript by itself.
  if (error instanceof TypeError && NULL_TARGET.test(error.message) && isThrownByEmittedCode(error)) {
    const type = exceptionType('System.NullPointerException');
    return new ApexException(type, 'Attempt to de-reference a null object', null, null, error);
  }
  return null;
}

const NULL_TARGET = /^Cannot (?:read|set) properties of null/;

/** What V8 runs out of, in Apex's words; null for a RangeError that is a bug. */
function limitException(error: RangeError): ApexException | null {
  const message = /call stack/i.test(error.message)
    ? 'Maximum stack depth reached: 1001'
    : /^Invalid (?:string|array) length/.test(error.message)
      ? 'Apex heap size too large'
      : null;
  return message && new ApexException(exceptionType('System.LimitException'), message, null, null, error);
}

/** `catch (X e)` never sees these: governor limits and failed assertions of the platform. */
export const isUncatchable = (exception: ApexException): boolean =>
  exception.apexType.key === 'system.limitexception' || exception.apexType.key === 'system.assertexception';

/** Apex line that runs now, for debug output; 0 when no Apex code does. */
export const currentLine = (): number => apexFrames(new Error('line'))[0]?.line ?? 0;
