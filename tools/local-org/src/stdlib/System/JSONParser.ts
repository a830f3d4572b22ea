import { platformEnumValue, type EnumValue } from '../../values/enum.js';
import { PlatformObject } from '../../values/object.js';
import * as types from '../../values/type.js';
import type { ApexType } from '../../values/type.js';
import type { TypeValue } from '../../values/type-value.js';
import { definePlatformType } from '../define.js';
import { jsonError, JsonTokens, type JsonToken } from '../json/tokens.js';
import { readNode } from '../json/tree.js';
import { typedValue } from '../json/typed.js';
import { required } from '../support/arguments.js';
import { apexReference } from '../support/reference.js';

const TYPE = types.platformType('System', 'JSONParser');

const tokenValue = (token: JsonToken | null): EnumValue | null =>
  token && platformEnumValue('system.jsontoken', token.kind);

/** Walks over a JSON text token by token. */
export class Parser extends PlatformObject {
  current: JsonToken | null = null;
  lastCleared: JsonToken | null = null;
  private readonly tokens: JsonTokens;
  /** For each open object or array: the field name its values stand under. */
  private readonly names: (string | null)[] = [null];

  constructor(text: string) {
    super();
    this.tokens = new JsonTokens(text);
  }

  override get apexType() {
    return TYPE;
  }

  /** null at the end. */
  next(): JsonToken | null {
    if (this.current && /^START/.test(this.current.kind)) this.names.push(null);
    this.current = this.tokens.next();
    if (!this.current) return null;
    if (/^END/.test(this.current.kind)) this.names.pop();
    if (this.current.kind === 'FIELD_NAME') this.names[this.names.length - 1] = this.current.text;
    return this.current;
  }

  /** Name of the field that the current token is, or is the value of. */
  get name(): string | null {
    return this.names.at(-1) ?? null;
  }

  clear(): void {
    this.lastCleared = this.current;
    this.current = null;
  }

  skipChildren(): void {
    if (!this.current || !/^START/.test(this.current.kind)) return;
    const depth = this.names.length;
    do this.next();
    while (this.current && this.names.length > depth);
  }

  /** The value at the current token; afterwards the current token is its last one. */
  readValue(type: ApexType, strict: boolean): unknown {
    if (!this.current) throw jsonError('No current token');
    if (this.current.kind === 'FIELD_NAME') this.next();
    return typedValue(readNode(this, this.current), type, strict);
  }

  /** The current scalar as a value of the type. */
  scalar(type: ApexType): unknown {
    const token = this.current;
    if (!token || !/^VALUE/.test(token.kind)) {
      throw jsonError(`Current token (${token?.kind ?? 'null'}) is no ${type.name}`);
    }
    return typedValue(readNode(this, token), type, false);
  }
}

const read = (type: ApexType) => (self: Parser) => self.scalar(type);

export default definePlatformType({
  name: 'System.JSONParser',
  source: apexReference('apex_class_System_JsonParser'),
  methods: {
    'void clearCurrentToken()': (self: Parser) => self.clear(),
    'Blob getBlobValue()': read(types.BLOB),
    'Boolean getBooleanValue()': read(types.BOOLEAN),
    'String getCurrentName()': (self: Parser) => self.name,
    'System.JSONToken getCurrentToken()': (self: Parser) => tokenValue(self.current),
    'Datetime getDatetimeValue()': read(types.DATETIME),
    'Date getDateValue()': read(types.DATE),
    'Decimal getDecimalValue()': read(types.DECIMAL),
    'Double getDoubleValue()': read(types.DOUBLE),
    'Id getIdValue()': read(types.ID),
    'Integer getIntegerValue()': read(types.INTEGER),
    'System.JSONToken getLastClearedToken()': (self: Parser) => tokenValue(self.lastCleared),
    'Long getLongValue()': read(types.LONG),
    'String getText()': (self: Parser) => self.current?.text ?? null,
    'Time getTimeValue()': read(types.TIME),
    'Boolean hasCurrentToken()': (self: Parser) => self.current !== null,
    'System.JSONToken nextToken()': (self: Parser) => tokenValue(self.next()),
    'System.JSONToken nextValue()': (self: Parser) => {
      const token = self.next();
      return tokenValue(token?.kind === 'FIELD_NAME' ? self.next() : token);
    },
    'Object readValueAs(System.Type)': (self: Parser, type: TypeValue | null) =>
      self.readValue(required(type).of, false),
    'Object readValueAsStrict(System.Type)': (self: Parser, type: TypeValue | null) =>
      self.readValue(required(type).of, true),
    'void skipChildren()': (self: Parser) => self.skipChildren()
  }
});
