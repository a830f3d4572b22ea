import type { ApexList, ApexSet } from '../../values/collections.js';
import { definePlatformType } from '../define.js';
import type { IterableSlots } from '../support/iterate.js';
import { apexGuide } from '../support/reference.js';

export default definePlatformType({
  name: 'System.Iterable<T>',
  kind: 'interface',
  source: apexGuide('apex_classes_iterable'),
  abstracts: ['Iterator<T> iterator()']
});

/** The iterator of anything that is Iterable: a collection of the platform or an instance of the org's own class. */
export const iteratorOf = (value: ApexList | ApexSet | IterableSlots): unknown => value.iterator$0();
