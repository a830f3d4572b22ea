import { equalsDeep } from '../../values/equality.js';
import { isId, toId18 } from '../../values/id.js';
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
  if (!equalsDeep(expected, actual) && !isSameId(expected, actual)) {
    failAssertion(message, `Expected: ${textOf(expected)}, Actual: ${textOf(actual)}`);
  }
}

/** An Id equals its text in both lengths (Apex Developer Guide, operator `==`). */
const isSameId = (one: unknown, other: unknown): boolean =>
  typeof one === 'string' &&
  typeof other === 'string' &&
  one.length !== other.length &&
  isId(one) &&
  isId(other) &&
  toId18(one) === toId18(other);

export function assertNotEqual(notExpected: unknown, actual: unknown, message: unknown = null): void {
  if (equalsDeep(notExpected, actual)) failAssertion(message, `Same value: ${textOf(notExpected)}`);
}
