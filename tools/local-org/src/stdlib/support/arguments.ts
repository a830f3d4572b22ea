import { PlatformError } from '../../values/platform-error.js';

/** The argument, when it is not null. @param position from 1. @throws PlatformError System.NullPointerException */
export function required<T>(value: T | null | undefined, position = 1): T {
  if (value === null || value === undefined) {
    throw new PlatformError('System.NullPointerException', `Argument ${position} cannot be null`);
  }
  return value;
}

/** The same for the calls whose message names no position (JSON, Blob, EncodingUtil). */
export function given<T>(value: T | null | undefined): T {
  if (value === null || value === undefined) {
    throw new PlatformError('System.NullPointerException', 'Argument cannot be null.');
  }
  return value;
}

export const illegalArgument = (message: string): PlatformError =>
  new PlatformError('System.IllegalArgumentException', message);

export const typeError = (message: string): PlatformError => new PlatformError('System.TypeException', message);

export const stringError = (message: string): PlatformError => new PlatformError('System.StringException', message);
