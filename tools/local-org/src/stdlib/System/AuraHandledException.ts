import { ApexException } from '../../apex/runtime/exception.js';
import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { plainException } from '../support/exceptions.js';

const TYPE = platformType('System', 'AuraHandledException');

/** The text given to the constructor is for the client; getMessage answers it only after setMessage. */
export default definePlatformType({
  ...plainException('System', 'AuraHandledException'),
  constructors: {
    '(String)': (message: string | null) => new ApexException(TYPE, null, null, { clientMessage: message })
  }
});
