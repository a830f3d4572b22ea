import { textOf } from '../../values/text.js';
import { definePlatformType } from '../define.js';
import { required, typeError } from '../support/arguments.js';
import { apexReference } from '../support/reference.js';

/** `true` in any case is true, everything else false. */
const ofText = (value: string | null): boolean => required(value).toLowerCase() === 'true';

export default definePlatformType({
  name: 'System.Boolean',
  source: apexReference('apex_methods_system_boolean'),
  statics: {
    'Boolean valueOf(String)': ofText,
    'Boolean valueOf(Object)': (value: unknown) => {
      if (typeof value === 'boolean') return value;
      if (typeof value === 'string') return ofText(value);
      throw typeError(`Invalid boolean: ${textOf(required(value))}`);
    }
  }
});
