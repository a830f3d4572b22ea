import { definePlatformType } from '../define.js';
import { apexReference } from '../support/reference.js';

export default definePlatformType({
  name: 'System.Callable',
  kind: 'interface',
  source: apexReference('apex_interface_System_Callable'),
  abstracts: ['Object call(String, Map<String, Object>)']
});
