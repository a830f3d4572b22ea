import { definePlatformType } from '../define.js';
import { apexReference } from '../support/reference.js';

export default definePlatformType({
  name: 'System.Comparator<T>',
  kind: 'interface',
  source: apexReference('apex_interface_System_Comparator'),
  abstracts: ['Integer compare(T, T)']
});
