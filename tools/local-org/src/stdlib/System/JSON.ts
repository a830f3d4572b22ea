import { definePlatformType } from '../define.js';
import { serialize } from '../json/serialize.js';
import { parseJson, type JsonNode } from '../json/tree.js';
import { checkOpening, typedValue } from '../json/typed.js';
import { untypedValue } from '../json/untyped.js';
import type { TypeValue } from '../../values/type-value.js';
import { given } from '../support/arguments.js';
import { apexReference } from '../support/reference.js';
import { Generator } from './JSONGenerator.js';
import { Parser } from './JSONParser.js';

/** The kind of the first token is checked before the rest is read: a text that is no list says so, however broken it is. */
function parseTyped(text: string | null, type: TypeValue | null): JsonNode {
  checkOpening(given(text), given(type).of);
  return parseJson(text!);
}

export default definePlatformType({
  name: 'System.JSON',
  source: apexReference('apex_class_System_Json'),
  statics: {
    'System.JSONGenerator createGenerator(Boolean)': (pretty: boolean | null) => new Generator(given(pretty)),
    'System.JSONParser createParser(String)': (text: string | null) => new Parser(given(text)),
    'Object deserialize(String, System.Type)': (text: string | null, type: TypeValue | null) =>
      typedValue(parseTyped(text, type), given(type).of, false),
    'Object deserializeStrict(String, System.Type)': (text: string | null, type: TypeValue | null) =>
      typedValue(parseTyped(text, type), given(type).of, true),
    'Object deserializeUntyped(String)': (text: string | null) => untypedValue(parseJson(given(text))),
    'String serialize(Object)': (value: unknown) => serialize(value, false, false),
    'String serialize(Object, Boolean)': (value: unknown, suppress: boolean | null) =>
      serialize(value, false, suppress === true),
    'String serializePretty(Object)': (value: unknown) => serialize(value, true, false),
    'String serializePretty(Object, Boolean)': (value: unknown, suppress: boolean | null) =>
      serialize(value, true, suppress === true)
  }
});
