import { equalsDeep } from '../../values/equality.js';
import { PlatformError } from '../../values/platform-error.js';
import { textOf } from '../../values/text.js';

/** A failed assertion: no catch block of Apex sees it. */
export function failAssertion(message: unknown, detail = ''): never {
  const own = message === null || message === undefined ? '' : textOf(message);
  const text = [own, detail].filter((part) => part !== '').join(': ');
  throw new PlatformError('System.AssertException', text === '' ? 'Assertion Failed' : `Assertion Failed: ${text}`);
}

export function assertTrue(condition: boolean | null, message: unknown = null): void {
  if (condition !== true) failAssertion(message, message === null ? 'Expected: true, Actual: false' : '');
}

export function assertEqual(expected: unknown, actual: unknown, message: unknown = null): void {
  if (!equalsDeep(expected, actual)) {
    failAssertion(message, `Expected: ${textOf(expected)}, Actual: ${textOf(actual)}`);
  }
}

export function assertNotEqual(notExpected: unknown, actual: unknown, message: unknown = null): void {
  if (equalsDeep(notExpected, actual)) failAssertion(message, `Same value: ${textOf(notExpected)}`);
}
