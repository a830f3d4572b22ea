import { definePlatformType } from '../define.js';
import { apexGuide } from '../support/reference.js';

export default definePlatformType({
  name: 'System.Iterator<T>',
  kind: 'interface',
  source: apexGuide('apex_classes_iterable'),
  abstracts: ['Boolean hasNext()', 'T next()']
});
