import { ApexList } from '../../values/collections.js';
import { platformEnumValue } from '../../values/enum.js';
import { PlatformError } from '../../values/platform-error.js';
import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { defineEnum } from '../support/enums.js';
import { apexReference } from '../support/reference.js';
import { newElement, XmlNode, type XmlAttribute } from '../xml/nodes.js';

const TYPE = platformType('Dom', 'XmlNode');
const SOURCE = apexReference('apex_classes_xml_dom_xmlnode');

type Text = string | null;

const listOf = (nodes: readonly XmlNode[]): ApexList => new ApexList(TYPE, [...nodes]);

function attributeAt(node: XmlNode, index: number | null): XmlAttribute {
  const attribute = node.attributes[required(index)];
  if (!attribute) throw new PlatformError('System.XmlException', `Attribute index out of bounds: ${index}`);
  return attribute;
}

const attributeValue = (self: XmlNode, key: Text, namespace: Text): Text =>
  self.attribute(required(key), namespace)?.value ?? null;

export default [
  defineEnum('Dom', 'XmlNodeType', SOURCE, ['COMMENT', 'ELEMENT', 'TEXT']),
  definePlatformType({
    name: 'Dom.XmlNode',
    source: SOURCE,
    methods: {
      'Dom.XmlNode addChildElement(String, String, String)': (
        self: XmlNode,
        name: Text,
        namespace: Text,
        prefix: Text
      ) => newElement(self, required(name), namespace, prefix),
      'Dom.XmlNode addCommentNode(String)': (self: XmlNode, text: Text) =>
        self.append(new XmlNode('COMMENT', null, null, null, required(text))),
      'Dom.XmlNode addTextNode(String)': (self: XmlNode, text: Text) =>
        self.append(new XmlNode('TEXT', null, null, null, required(text))),
      'String getAttribute(String, String)': attributeValue,
      'Integer getAttributeCount()': (self: XmlNode) => self.attributes.length,
      'String getAttributeKeyAt(Integer)': (self: XmlNode, index: number | null) => attributeAt(self, index).name,
      'String getAttributeKeyNsAt(Integer)': (self: XmlNode, index: number | null) =>
        attributeAt(self, index).namespace,
      'String getAttributeValue(String, String)': attributeValue,
      'String getAttributeValueNs(String, String)': (self: XmlNode, key: Text, namespace: Text) =>
        self.attribute(required(key), namespace)?.namespace ?? null,
      'Dom.XmlNode getChildElement(String, String)': (self: XmlNode, name: Text, namespace: Text) =>
        self.child(required(name), namespace),
      'List<Dom.XmlNode> getChildElements()': (self: XmlNode) =>
        listOf(self.children.filter((child) => child.kind === 'ELEMENT')),
      'List<Dom.XmlNode> getChildren()': (self: XmlNode) => listOf(self.children),
      'String getName()': (self: XmlNode) => self.name,
      'String getNamespace()': (self: XmlNode) => self.namespace,
      'String getNamespaceFor(String)': (self: XmlNode, prefix: Text) => self.uriOf(required(prefix)),
      'Dom.XmlNodeType getNodeType()': (self: XmlNode) => platformEnumValue('dom.xmlnodetype', self.kind),
      'Dom.XmlNode getParent()': (self: XmlNode) => self.parent,
      'String getPrefixFor(String)': (self: XmlNode, namespace: Text) => self.prefixOf(required(namespace)),
      'String getText()': (self: XmlNode) => self.content,
      'Dom.XmlNode insertBefore(Dom.XmlNode, Dom.XmlNode)': (
        self: XmlNode,
        child: XmlNode | null,
        before: XmlNode | null
      ) => self.append(required(child), before),
      'Boolean removeAttribute(String, String)': (self: XmlNode, key: Text, namespace: Text) =>
        self.removeAttribute(required(key), namespace),
      'Boolean removeChild(Dom.XmlNode)': (self: XmlNode, child: XmlNode | null) => self.remove(required(child)),
      'void setAttribute(String, String)': (self: XmlNode, key: Text, value: Text) =>
        self.setAttribute(required(key), required(value, 2), null, null),
      'void setAttributeNs(String, String, String, String)': (
        self: XmlNode,
        key: Text,
        value: Text,
        namespace: Text,
        prefix: Text
      ) => self.setAttribute(required(key), required(value, 2), namespace, prefix),
      'void setNamespace(String, String)': (self: XmlNode, prefix: Text, namespace: Text) =>
        self.declare(required(prefix), required(namespace, 2)),
      'String toString()': (self: XmlNode) => self.apexText()
    }
  })
];
