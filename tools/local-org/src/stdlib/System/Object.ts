import { equalsDeep } from '../../values/equality.js';
import { hashOf } from '../../values/hash.js';
import { textOf } from '../../values/text.js';
import { definePlatformType } from '../define.js';
import { apexGuide } from '../support/reference.js';

export default definePlatformType({
  name: 'System.Object',
  source: apexGuide('langCon_apex_primitives'),
  virtual: true,
  methods: {
    'Boolean equals(Object)': equalsDeep,
    'Integer hashCode()': hashOf,
    'String toString()': textOf
  }
});
