import { PlatformObject } from '../../values/object.js';
import { PlatformError } from '../../values/platform-error.js';
import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { apexReference } from '../support/reference.js';
import { escapeAttribute, escapeText } from '../xml/write.js';

const TYPE = platformType('System', 'XmlStreamWriter');

type Text = string | null;

/** Writes XML piece by piece. */
class Writer extends PlatformObject {
  private text = '';
  private readonly open: string[] = [];
  /** A start tag whose attributes may still come: its end, `>` or `/>`. */
  private pending: '>' | '/>' | null = null;

  override get apexType() {
    return TYPE;
  }

  write(piece: string): void {
    if (this.pending) this.text += this.pending;
    this.pending = null;
    this.text += piece;
  }

  start(prefix: Text, name: string, empty: boolean): void {
    const qualified = prefix ? `${prefix}:${name}` : name;
    this.write(`<${qualified}`);
    this.pending = empty ? '/>' : '>';
    if (!empty) this.open.push(qualified);
  }

  attribute(name: string, value: string): void {
    if (!this.pending) throw new PlatformError('System.XmlException', 'Attributes must follow a start element');
    this.text += ` ${name}="${escapeAttribute(value)}"`;
  }

  end(): void {
    const name = this.open.pop();
    if (name === undefined) throw new PlatformError('System.XmlException', 'No open element to end');
    this.write(`</${name}>`);
  }

  endAll(): void {
    while (this.open.length > 0) this.end();
  }

  get result(): string {
    if (this.pending) this.write('');
    return this.text;
  }
}

export default definePlatformType({
  name: 'System.XmlStreamWriter',
  source: apexReference('apex_classes_xml_XmlStream_writer_methods'),
  constructors: { '()': () => new Writer() },
  methods: {
    'void close()': (self: Writer) => self.endAll(),
    'String getXmlString()': (self: Writer) => self.result,
    'void setDefaultNamespace(String)': () => undefined,
    'void writeAttribute(String, String, String, String)': (
      self: Writer,
      prefix: Text,
      _namespace: Text,
      name: Text,
      value: Text
    ) => self.attribute(prefix ? `${prefix}:${required(name, 3)}` : required(name, 3), required(value, 4)),
    'void writeCData(String)': (self: Writer, text: Text) => self.write(`<![CDATA[${required(text)}]]>`),
    'void writeCharacters(String)': (self: Writer, text: Text) => self.write(escapeText(required(text))),
    'void writeComment(String)': (self: Writer, text: Text) => self.write(`<!--${required(text)}-->`),
    'void writeDefaultNamespace(String)': (self: Writer, uri: Text) => self.attribute('xmlns', required(uri)),
    'void writeEmptyElement(String, String, String)': (self: Writer, prefix: Text, name: Text) =>
      self.start(prefix, required(name, 2), true),
    'void writeEndDocument()': (self: Writer) => self.endAll(),
    'void writeEndElement()': (self: Writer) => self.end(),
    'void writeNamespace(String, String)': (self: Writer, prefix: Text, uri: Text) =>
      self.attribute(`xmlns:${required(prefix)}`, required(uri, 2)),
    'void writeProcessingInstruction(String, String)': (self: Writer, target: Text, data: Text) =>
      self.write(`<?${required(target)} ${data ?? ''}?>`),
    'void writeStartDocument(String, String)': (self: Writer, encoding: Text, version: Text) =>
      self.write(`<?xml version="${version ?? '1.0'}"${encoding ? ` encoding="${encoding}"` : ''}?>`),
    'void writeStartElement(String, String, String)': (self: Writer, prefix: Text, name: Text) =>
      self.start(prefix, required(name, 2), false)
  }
});
