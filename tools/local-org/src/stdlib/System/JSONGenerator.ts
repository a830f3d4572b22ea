import { PlatformObject } from '../../values/object.js';
import { platformType } from '../../values/type.js';
import { DoubleValue } from '../../values/double.js';
import { definePlatformType, type Implementation } from '../define.js';
import { writeValue } from '../json/serialize.js';
import { jsonError } from '../json/tokens.js';
import { JsonWriter } from '../json/writer.js';
import { required } from '../support/arguments.js';
import { apexReference } from '../support/reference.js';

const TYPE = platformType('System', 'JSONGenerator');

export class Generator extends PlatformObject {
  private readonly writer: JsonWriter;
  private closed = false;

  constructor(pretty: boolean) {
    super();
    this.writer = new JsonWriter(pretty);
  }

  override get apexType() {
    return TYPE;
  }

  get isClosed(): boolean {
    return this.closed;
  }

  /** The writer. @throws PlatformError System.JSONException after close. */
  get open(): JsonWriter {
    if (this.closed) throw jsonError('Cannot write to a closed JSONGenerator');
    return this.writer;
  }

  write(value: unknown): void {
    writeValue(this.open, value, false);
  }

  close(): void {
    this.closed = true;
  }

  get text(): string {
    return this.writer.toString();
  }
}

/** `writeX(T)` and `writeXField(String, T)`. */
function pair(
  name: string,
  type: string,
  box: (value: unknown) => unknown = (value) => value
): Record<string, Implementation> {
  return {
    [`void write${name}(${type})`]: (self: Generator, value: unknown) => self.write(box(required(value))),
    [`void write${name}Field(String, ${type})`]: (self: Generator, field: string | null, value: unknown) => {
      self.open.name(required(field));
      self.write(box(required(value, 2)));
    }
  };
}

export default definePlatformType({
  name: 'System.JSONGenerator',
  source: apexReference('apex_class_System_JsonGenerator'),
  methods: {
    'void close()': (self: Generator) => self.close(),
    'String getAsString()': (self: Generator) => {
      self.close();
      return self.text;
    },
    'Boolean isClosed()': (self: Generator) => self.isClosed,
    ...pair('Blob', 'Blob'),
    ...pair('Boolean', 'Boolean'),
    ...pair('Date', 'Date'),
    ...pair('DateTime', 'Datetime'),
    ...pair('Id', 'Id'),
    ...pair('String', 'String'),
    ...pair('Time', 'Time'),
    ...pair('Number', 'Decimal'),
    ...pair('Number', 'Double', (value) => new DoubleValue(value as number)),
    ...pair('Number', 'Integer'),
    ...pair('Number', 'Long'),
    'void writeObject(Object)': (self: Generator, value: unknown) => self.write(value),
    'void writeObjectField(String, Object)': (self: Generator, field: string | null, value: unknown) => {
      self.open.name(required(field));
      self.write(value);
    },
    'void writeEndArray()': (self: Generator) => self.open.endArray(),
    'void writeEndObject()': (self: Generator) => self.open.endObject(),
    'void writeFieldName(String)': (self: Generator, field: string | null) => self.open.name(required(field)),
    'void writeNull()': (self: Generator) => self.write(null),
    'void writeNullField(String)': (self: Generator, field: string | null) => {
      self.open.name(required(field));
      self.write(null);
    },
    'void writeStartArray()': (self: Generator) => self.open.startArray(),
    'void writeStartObject()': (self: Generator) => self.open.startObject()
  }
});
