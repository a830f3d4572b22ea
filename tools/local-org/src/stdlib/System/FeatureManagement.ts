import { currentTransaction } from '../../apex/runtime/transaction.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { apexReference } from '../support/reference.js';

export default definePlatformType({
  name: 'System.FeatureManagement',
  source: apexReference('apex_class_System_FeatureManagement'),
  statics: {
    'Boolean checkPermission(String)': (name: string | null) =>
      currentTransaction().rights.customPermission(required(name))
  }
});
