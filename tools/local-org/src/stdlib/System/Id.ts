import { currentTransaction } from '../../apex/runtime/transaction.js';
import { restoreIdCase, toId18 } from '../../values/id.js';
import { NotSupportedError } from '../../values/platform-error.js';
import { definePlatformType } from '../define.js';
import { required, stringError } from '../support/arguments.js';
import { apexReference } from '../support/reference.js';
import { sobjectTypeToken } from '../support/tokens.js';

function idOf(text: string | null): string {
  const id = toId18(required(text));
  if (id === null) throw stringError(`Invalid id: ${text}`);
  return id;
}

const addError = (): never => {
  throw new NotSupportedError('addError on an Id that is no field of a record');
};

export default definePlatformType({
  name: 'System.Id',
  source: apexReference('apex_methods_system_id'),
  statics: {
    'Id valueOf(String)': idOf,
    'Id valueOf(String, Boolean)': (text: string | null, restoreCasing: boolean | null) => {
      const id = restoreCasing === true ? restoreIdCase(required(text)) : null;
      if (restoreCasing === true && id === null) throw stringError(`Invalid id: ${text}`);
      return id ?? idOf(text);
    }
  },
  methods: {
    'Schema.SObjectType getSObjectType()': (self: string) => {
      const object = currentTransaction().schema.objectByKeyPrefix(self.slice(0, 3));
      return object && sobjectTypeToken(object.name);
    },
    'String to15()': (self: string) => self.slice(0, 15),
    'Boolean equals(String)': (self: string, other: string | null) => other !== null && toId18(other) === toId18(self),
    'Boolean equals(Object)': (self: string, other: unknown) =>
      typeof other === 'string' && toId18(other) === toId18(self),
    'void addError(String)': addError,
    'void addError(String, Boolean)': addError,
    'void addError(Exception)': addError,
    'void addError(Exception, Boolean)': addError
  }
});
