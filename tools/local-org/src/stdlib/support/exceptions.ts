import { ApexException } from '../../apex/runtime/exception.js';
import { platformType } from '../../values/type.js';
import type { Implementation, PlatformTypeDefinition } from '../define.js';
import { apexReference } from './reference.js';

/** The four built-in constructors of an exception class of the platform. */
export function exceptionConstructors(namespace: string, name: string): Record<string, Implementation> {
  const type = platformType(namespace, name);
  return {
    '()': () => new ApexException(type),
    '(String)': (message: string | null) => new ApexException(type, message),
    '(Exception)': (cause: ApexException | null) => new ApexException(type, null, cause),
    '(String, Exception)': (message: string | null, cause: ApexException | null) =>
      new ApexException(type, message, cause)
  };
}

/** An exception class that adds nothing to Exception. */
export function plainException(namespace: string, name: string): PlatformTypeDefinition {
  return {
    name: `${namespace}.${name}`,
    kind: 'exception',
    source: apexReference('apex_classes_exception_methods'),
    extends: 'System.Exception',
    constructors: exceptionConstructors(namespace, name)
  };
}
