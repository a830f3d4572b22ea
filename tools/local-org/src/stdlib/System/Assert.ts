import { typeOfValue } from '../../values/runtime-type.js';
import type { TypeValue } from '../../values/type-value.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { assertEqual, assertNotEqual, failAssertion } from '../support/assertions.js';
import { isInstance } from '../../apex/runtime/instances.js';
import { apexReference } from '../support/reference.js';

type Message = string | null;

function isTrue(condition: boolean | null, message: Message = null): void {
  if (condition !== true) failAssertion(message, 'Expected: true, Actual: false');
}

function isFalse(condition: boolean | null, message: Message = null): void {
  if (condition !== false) failAssertion(message, `Expected: false, Actual: ${condition}`);
}

function isNull(value: unknown, message: Message = null): void {
  assertEqual(null, value, message);
}

function isNotNull(value: unknown, message: Message = null): void {
  if (value === null) failAssertion(message, 'Expected a non-null value');
}

function isInstanceOfType(value: unknown, type: TypeValue | null, message: Message = null): void {
  if (isInstance(value, required(type, 2).of)) return;
  failAssertion(message, `Expected an instance of ${type!.of.name}, Actual: ${typeOfValue(value).name}`);
}

function isNotInstanceOfType(value: unknown, type: TypeValue | null, message: Message = null): void {
  if (isInstance(value, required(type, 2).of)) failAssertion(message, `Did not expect an instance of ${type!.of.name}`);
}

export default definePlatformType({
  name: 'System.Assert',
  source: apexReference('apex_class_System_Assert'),
  statics: {
    'void areEqual(Object, Object, String)': assertEqual,
    'void areEqual(Object, Object)': assertEqual,
    'void areNotEqual(Object, Object, String)': assertNotEqual,
    'void areNotEqual(Object, Object)': assertNotEqual,
    'void fail(String)': (message: Message) => failAssertion(message),
    'void fail()': () => failAssertion(null),
    'void isFalse(Boolean, String)': isFalse,
    'void isFalse(Boolean)': isFalse,
    'void isInstanceOfType(Object, System.Type, String)': isInstanceOfType,
    'void isInstanceOfType(Object, System.Type)': isInstanceOfType,
    'void isNotInstanceOfType(Object, System.Type, String)': isNotInstanceOfType,
    'void isNotInstanceOfType(Object, System.Type)': isNotInstanceOfType,
    'void isNotNull(Object, String)': isNotNull,
    'void isNotNull(Object)': isNotNull,
    'void isNull(Object, String)': isNull,
    'void isNull(Object)': isNull,
    'void isTrue(Boolean, String)': isTrue,
    'void isTrue(Boolean)': isTrue
  }
});
