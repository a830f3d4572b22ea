import type { SyncConnection } from '../../database/connection.js';
import { ComponentStore } from '../../metadata/store/component-store.js';
import { childrenOf } from '../../metadata/xml/element.js';
import { ApiError } from '../../platform/api-error.js';
import type { requestedClasses } from './test-runs.js';

/**
 * The test classes of suites: each once, whole.
 *
 * @param suiteNames separated by commas. @throws ApiError for a suite that the org has not.
 */
export function suiteClasses(
  db: SyncConnection,
  suiteNames: string
): Exclude<ReturnType<typeof requestedClasses>, null> {
  const store = new ComponentStore(db);
  const names = new Map<string, string>();
  for (const suite of suiteNames.split(',').map((name) => name.trim())) {
    const xml = store.xml('ApexTestSuite', suite);
    if (!xml) {
      throw new ApiError(
        400,
        'INVALID_INPUT',
        `This suite name's value is invalid: ${suite}. Provide the name of an Apex test suite.`
      );
    }
    for (const { text } of childrenOf(xml, 'testClassName')) names.set(text.trim().toLowerCase(), text.trim());
  }
  return [...names.values()].map((name) => ({ name, id: null, methods: null }));
}
