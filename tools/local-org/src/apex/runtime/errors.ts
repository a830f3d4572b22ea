import { platformType } from '../../values/type.js';
import { ApexException, isUncatchable, toApexException } from './exception.js';

const INTERNAL = platformType('System', 'UnexpectedException');

/**
 * What a `catch` of emitted code gets.
 * @throws the error itself when Apex cannot catch it: limit errors, failed assertions, faults of the local org.
 */
export function caught(error: unknown): ApexException {
  const exception = toApexException(error);
  if (!exception || isUncatchable(exception)) throw error;
  return exception;
}

/** Whether `finally` blocks are skipped, too. */
export function isFatal(error: unknown): boolean {
  const exception = toApexException(error);
  return !exception || isUncatchable(exception);
}

/** An error that ended a transaction, as the platform reports it. */
export interface UncaughtError {
  /** `System.DmlException`, `MyException`. */
  readonly typeName: string;
  /** The text alone. */
  readonly message: string;
  /** Type and text: `System.DmlException: Insert failed. …`. */
  readonly title: string;
  /** `Class.Foo.bar: line 3, column 1`, one frame a line; with the causes behind it. */
  readonly stackTrace: string;
  /** Place of the innermost Apex frame, from 1; 0 when there is none. */
  readonly line: number;
  readonly column: number;
  /** Not an Apex exception but a fault or a missing feature of the local org. */
  readonly isInternal: boolean;
  /** The exception object; null for an internal error. */
  readonly exception: ApexException | null;
}

/** Describes an error that no Apex code caught. */
export function describeUncaught(error: unknown): UncaughtError {
  const exception = toApexException(error);
  const shown = exception ?? internalException(error);
  const [frame] = shown.frames();
  return {
    typeName: shown.typeName(),
    message: shown.getMessage(),
    title: shown.apexText(),
    stackTrace: stackTrace(shown),
    line: frame?.line ?? 0,
    column: frame?.column ?? 0,
    isInternal: exception === null,
    exception
  };
}

/** The platform's text of an uncaught error: type and message, an empty line, the Apex stack trace. */
export function formatUncaught(error: unknown): string {
  const { title, stackTrace: trace } = describeUncaught(error);
  return trace ? `${title}\n\n${trace}` : title;
}

function internalException(error: unknown): ApexException {
  const message = error instanceof Error ? error.message : String(error);
  return new ApexException(INTERNAL, message, null, null, error instanceof Error ? error : null);
}

function stackTrace(exception: ApexException): string {
  const trace = exception.stackText();
  const cause = exception.apexCause;
  return cause && cause !== exception ? `${trace}\nCaused by\n${cause.apexText()}\n\n${stackTrace(cause)}` : trace;
}
