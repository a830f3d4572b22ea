import { platformEnum, type EnumValue } from '../../values/enum.js';
import { ROUNDING_MODES, type RoundingMode } from '../../values/rounding.js';
import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { apexReference } from '../support/reference.js';

platformEnum(platformType('System', 'RoundingMode'), ROUNDING_MODES);

export const roundingMode = (value: EnumValue | null): RoundingMode => required(value, 2).name as RoundingMode;

export default definePlatformType({
  name: 'System.RoundingMode',
  kind: 'enum',
  source: apexReference('apex_methods_system_decimal'),
  values: ROUNDING_MODES
});
