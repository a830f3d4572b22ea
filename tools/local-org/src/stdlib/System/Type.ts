import { currentTransaction } from '../../apex/runtime/transaction.js';
import { ApexList, ApexMap, ApexSet } from '../../values/collections.js';
import { PlatformError } from '../../values/platform-error.js';
import { SObjectRecord } from '../../values/record.js';
import type { ApexType } from '../../values/type.js';
import { TypeValue } from '../../values/type-value.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { isAssignable } from '../support/assignability.js';
import { platformRegistry } from '../support/registry-access.js';
import { sobjectTypeToken } from '../support/tokens.js';
import { apexReference } from '../support/reference.js';
import { lookUpType } from '../support/type-lookup.js';
import { hashOf } from '../../values/hash.js';

function forName(name: string): TypeValue | null {
  const type = lookUpType(name);
  return type && TypeValue.for(type);
}

/** @throws PlatformError System.TypeException when there is no constructor without arguments. */
function newInstance(type: ApexType): unknown {
  switch (type.kind) {
    case 'list':
      return new ApexList(type.args[0]!);
    case 'set':
      return new ApexSet(type.args[0]!);
    case 'map':
      return new ApexMap(type.args[0]!, type.args[1]!);
    case 'sobject':
      return new SObjectRecord(type.name);
    case 'user':
      return currentTransaction().code.type(type.name)!.newInstance();
    default: {
      const constructor = platformRegistry()
        .of(type)
        ?.constructors.find((candidate) => candidate.parameters.length === 0);
      if (!constructor?.implementation) {
        throw new PlatformError(
          'System.TypeException',
          `Type cannot be constructed: ${type.name} has no constructor without arguments`
        );
      }
      return constructor.implementation();
    }
  }
}

/** Platform types carry their namespace, types of the org do not. */
const typeName = (type: ApexType): string =>
  type.kind === 'platform' && type.key.startsWith('system.') ? `System.${type.name}` : type.name;

export default definePlatformType({
  name: 'System.Type',
  source: apexReference('apex_methods_system_type'),
  statics: {
    'System.Type forName(String)': (name: string | null) => forName(required(name)),
    'System.Type forName(String, String)': (namespace: string | null, name: string | null) =>
      namespace === null || namespace === '' ? forName(required(name, 2)) : forName(`${namespace}.${required(name, 2)}`)
  },
  properties: {
    'Schema.SObjectType SObjectType': {
      get: (self: TypeValue) => (self.of.kind === 'sobject' ? sobjectTypeToken(self.of.name) : null)
    }
  },
  methods: {
    'Boolean equals(Object)': (self: TypeValue, other: unknown) => self === other,
    'String getName()': (self: TypeValue) => typeName(self.of),
    'Integer hashCode()': hashOf,
    'Boolean isAssignableFrom(Type)': (self: TypeValue, other: TypeValue | null) =>
      isAssignable(required(other).of, self.of),
    'Object newInstance()': (self: TypeValue) => newInstance(self.of),
    'String toString()': (self: TypeValue) => typeName(self.of)
  }
});
