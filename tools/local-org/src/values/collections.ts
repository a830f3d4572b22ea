export { ApexList } from './list.js';
export { ApexSet } from './set.js';
export { ApexMap, FoldedMap } from './map.js';
