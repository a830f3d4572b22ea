import { currentTransaction } from '../../apex/runtime/transaction.js';
import { PlatformError } from '../../values/platform-error.js';
import type { ApexType } from '../../values/type.js';

/** Mocks that Test.setMock put in, by the key of the interface they implement. */
function mocks(): Map<string, object> {
  const { state } = currentTransaction();
  let known = state.get('mocks') as Map<string, object> | undefined;
  if (!known) state.set('mocks', (known = new Map()));
  return known;
}

export function setMock(type: ApexType, mock: object): void {
  mocks().set(type.key, mock);
}

/** The mock of a test. @throws PlatformError System.TypeException: a test without one must not call out. */
export function mockOf(interfaceKey: string): object {
  const mock = mocks().get(interfaceKey);
  if (!mock) {
    throw new PlatformError(
      'System.TypeException',
      'Methods defined as TestMethod do not support Web service callouts'
    );
  }
  return mock;
}
