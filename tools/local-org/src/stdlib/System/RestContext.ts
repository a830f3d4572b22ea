import { currentTransaction } from '../../apex/runtime/transaction.js';
import { definePlatformType } from '../define.js';
import { apexReference } from '../support/reference.js';

export default definePlatformType({
  name: 'System.RestContext',
  source: apexReference('apex_methods_system_restcontext'),
  staticProperties: {
    'RestRequest request': {
      get: () => currentTransaction().rest.request,
      set: (value: unknown) => (currentTransaction().rest.request = value)
    },
    'RestResponse response': {
      get: () => currentTransaction().rest.response,
      set: (value: unknown) => (currentTransaction().rest.response = value)
    }
  }
});
