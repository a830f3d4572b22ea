import { ApexException } from '../../apex/runtime/exception.js';
import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { plainException } from '../support/exceptions.js';

const TYPE = platformType('System', 'InvalidParameterValueException');

export default definePlatformType({
  ...plainException('System', 'InvalidParameterValueException'),
  constructors: {
    '(String, String)': (parameter: string | null, value: string | null) =>
      new ApexException(TYPE, `Invalid value for parameter ${parameter}: ${value}`)
  }
});
