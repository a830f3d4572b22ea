import { equalsDeep } from '../../values/equality.js';
import { hashOf } from '../../values/hash.js';
import { textOf } from '../../values/text.js';
import { definePlatformType } from '../define.js';
import { apexGuide } from '../support/reference.js';

/** `clone()`, which every class of the org has: the members are shared. */
function shallowCopy(self: unknown): unknown {
  if (typeof self !== 'object' || self === null) return self;
  return Object.assign(Object.create(Object.getPrototypeOf(self) as object) as object, self);
}

export default definePlatformType({
  name: 'System.Object',
  source: apexGuide('langCon_apex_primitives'),
  virtual: true,
  methods: {
    'Object clone()': shallowCopy,
    'Boolean equals(Object)': equalsDeep,
    'Integer hashCode()': hashOf,
    'String toString()': textOf
  }
});
