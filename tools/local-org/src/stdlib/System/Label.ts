import { currentTransaction } from '../../apex/runtime/transaction.js';
import { PlatformError } from '../../values/platform-error.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { apexReference } from '../support/reference.js';

const OWN_NAMESPACES = new Set(['', 'c']);

/** Labels have one text: the local org knows no translations. */
function get(namespace: string | null, name: string | null): string {
  const text = OWN_NAMESPACES.has((namespace ?? '').toLowerCase())
    ? currentTransaction().code.label(required(name, 2))
    : null;
  if (text === null) {
    throw new PlatformError(
      'System.IllegalArgumentException',
      `Custom label not found: ${namespace ?? ''}.${name ?? ''}`
    );
  }
  return text;
}

export default definePlatformType({
  name: 'System.Label',
  source: apexReference('apex_class_System_Label'),
  statics: {
    'String get(String, String)': get,
    'String get(String, String, String)': get,
    'Boolean translationExists(String, String, String)': () => false
  }
});
