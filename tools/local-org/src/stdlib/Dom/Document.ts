import { PlatformObject } from '../../values/object.js';
import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { apexReference } from '../support/reference.js';
import { newElement, type XmlNode } from '../xml/nodes.js';
import { parseXml } from '../xml/parse.js';
import { nodeText, XML_DECLARATION } from '../xml/write.js';

const TYPE = platformType('Dom', 'Document');

export class XmlDocument extends PlatformObject {
  root: XmlNode | null = null;

  override get apexType() {
    return TYPE;
  }

  get text(): string {
    return XML_DECLARATION + (this.root ? nodeText(this.root) : '');
  }

  static read(text: string): XmlDocument {
    const document = new XmlDocument();
    document.root = parseXml(text);
    return document;
  }
}

export default definePlatformType({
  name: 'Dom.Document',
  source: apexReference('apex_classes_xml_dom_document'),
  constructors: { '()': () => new XmlDocument() },
  methods: {
    'Dom.XmlNode createRootElement(String, String, String)': (
      self: XmlDocument,
      name: string | null,
      namespace: string | null,
      prefix: string | null
    ) => (self.root = newElement(null, required(name), namespace, prefix)),
    'Dom.XmlNode getRootElement()': (self: XmlDocument) => self.root,
    'void load(String)': (self: XmlDocument, text: string | null) => {
      self.root = parseXml(required(text));
    },
    'String toXmlString()': (self: XmlDocument) => self.text
  }
});
