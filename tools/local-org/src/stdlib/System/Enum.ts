import type { EnumValue } from '../../values/enum.js';
import { hashOf } from '../../values/hash.js';
import { definePlatformType } from '../define.js';
import { apexGuide } from '../support/reference.js';

/** Methods of every enum value; `values()` and `valueOf(String)` belong to each enum itself. */
export default definePlatformType({
  name: 'System.Enum',
  source: apexGuide('langCon_apex_enums'),
  methods: {
    'String name()': (self: EnumValue) => self.name,
    'Integer ordinal()': (self: EnumValue) => self.ordinal,
    'Boolean equals(Object)': (self: EnumValue, other: unknown) => self === other,
    'Integer hashCode()': hashOf,
    'String toString()': (self: EnumValue) => self.name
  }
});
