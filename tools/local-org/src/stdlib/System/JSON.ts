import { definePlatformType } from '../define.js';
import { serialize } from '../json/serialize.js';
import { parseJson } from '../json/tree.js';
import { typedValue } from '../json/typed.js';
import { untypedValue } from '../json/untyped.js';
import type { TypeValue } from '../../values/type-value.js';
import { required } from '../support/arguments.js';
import { apexReference } from '../support/reference.js';
import { Generator } from './JSONGenerator.js';
import { Parser } from './JSONParser.js';

export default definePlatformType({
  name: 'System.JSON',
  source: apexReference('apex_class_System_Json'),
  statics: {
    'System.JSONGenerator createGenerator(Boolean)': (pretty: boolean | null) => new Generator(required(pretty)),
    'System.JSONParser createParser(String)': (text: string | null) => new Parser(required(text)),
    'Object deserialize(String, System.Type)': (text: string | null, type: TypeValue | null) =>
      typedValue(parseJson(required(text)), required(type, 2).of, false),
    'Object deserializeStrict(String, System.Type)': (text: string | null, type: TypeValue | null) =>
      typedValue(parseJson(required(text)), required(type, 2).of, true),
    'Object deserializeUntyped(String)': (text: string | null) => untypedValue(parseJson(required(text))),
    'String serialize(Object)': (value: unknown) => serialize(value, false, false),
    'String serialize(Object, Boolean)': (value: unknown, suppress: boolean | null) =>
      serialize(value, false, suppress === true),
    'String serializePretty(Object)': (value: unknown) => serialize(value, true, false),
    'String serializePretty(Object, Boolean)': (value: unknown, suppress: boolean | null) =>
      serialize(value, true, suppress === true)
  }
});
