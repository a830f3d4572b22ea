import { definePlatformType } from '../define.js';
import { apexReference } from '../support/reference.js';

export default definePlatformType({
  name: 'System.Comparable',
  kind: 'interface',
  source: apexReference('apex_comparable'),
  abstracts: ['Integer compareTo(Object)']
});
