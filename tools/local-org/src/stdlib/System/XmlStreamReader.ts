import { platformEnumValue } from '../../values/enum.js';
import { PlatformObject } from '../../values/object.js';
import { PlatformError } from '../../values/platform-error.js';
import { platformType } from '../../values/type.js';
import { definePlatformType } from '../define.js';
import { required } from '../support/arguments.js';
import { defineEnum } from '../support/enums.js';
import { apexReference } from '../support/reference.js';
import type { XmlAttribute, XmlNode } from '../xml/nodes.js';
import { parseXml } from '../xml/parse.js';

const TYPE = platformType('System', 'XmlStreamReader');
const SOURCE = apexReference('apex_classes_xml_XmlStream_reader');

/** Numbers of the events as javax.xml.stream has them; `next()` answers them. */
const EVENTS = {
  START_ELEMENT: 1,
  END_ELEMENT: 2,
  CHARACTERS: 4,
  COMMENT: 5,
  START_DOCUMENT: 7,
  END_DOCUMENT: 8
} as const;

interface XmlEvent {
  readonly kind: keyof typeof EVENTS;
  readonly node: XmlNode | null;
}

function* eventsOf(node: XmlNode): Generator<XmlEvent> {
  if (node.kind !== 'ELEMENT') {
    yield { kind: node.kind === 'TEXT' ? 'CHARACTERS' : 'COMMENT', node };
    return;
  }
  yield { kind: 'START_ELEMENT', node };
  for (const child of node.children) yield* eventsOf(child);
  yield { kind: 'END_ELEMENT', node };
}

/** Walks over an XML text event by event. */
class Reader extends PlatformObject {
  private readonly events: readonly XmlEvent[];
  private at = 0;

  constructor(text: string) {
    super();
    this.events = [
      { kind: 'START_DOCUMENT', node: null },
      ...eventsOf(parseXml(text)),
      { kind: 'END_DOCUMENT', node: null }
    ];
  }

  override get apexType() {
    return TYPE;
  }

  get event(): XmlEvent {
    return this.events[this.at]!;
  }

  get node(): XmlNode | null {
    return this.event.node;
  }

  hasNext(): boolean {
    return this.at < this.events.length - 1;
  }

  next(): number {
    if (!this.hasNext()) throw new PlatformError('System.NoSuchElementException', 'No more events');
    this.at += 1;
    return EVENTS[this.event.kind];
  }

  nextTag(): number {
    let event = this.next();
    while (event !== EVENTS.START_ELEMENT && event !== EVENTS.END_ELEMENT) {
      if (this.event.kind === 'CHARACTERS' && this.node!.text!.trim() !== '') {
        throw new PlatformError('System.XmlException', 'Found text where an element was expected');
      }
      event = this.next();
    }
    return event;
  }

  attribute(index: number | null): XmlAttribute {
    const found = this.node?.attributes[required(index)];
    if (!found) throw new PlatformError('System.XmlException', `Attribute index out of bounds: ${index}`);
    return found;
  }
}

const is =
  (...kinds: (keyof typeof EVENTS)[]) =>
  (self: Reader) =>
    kinds.includes(self.event.kind);
const declared = (self: Reader): [string, string][] => [...(self.node?.namespaces ?? [])];

export default [
  defineEnum('System', 'XmlTag', SOURCE, [
    'ATTRIBUTE',
    'CDATA',
    'CHARACTERS',
    'COMMENT',
    'DTD',
    'END_DOCUMENT',
    'END_ELEMENT',
    'ENTITY_DECLARATION',
    'ENTITY_REFERENCE',
    'NAMESPACE',
    'NOTATION_DECLARATION',
    'PROCESSING_INSTRUCTION',
    'SPACE',
    'START_DOCUMENT',
    'START_ELEMENT'
  ]),
  definePlatformType({
    name: 'System.XmlStreamReader',
    source: SOURCE,
    constructors: { '(String)': (text: string | null) => new Reader(required(text)) },
    methods: {
      'Integer getAttributeCount()': (self: Reader) => self.node?.attributes.length ?? 0,
      'String getAttributeLocalName(Integer)': (self: Reader, index: number | null) => self.attribute(index).name,
      'String getAttributeNamespace(Integer)': (self: Reader, index: number | null) => self.attribute(index).namespace,
      'String getAttributePrefix(Integer)': (self: Reader, index: number | null) => self.attribute(index).prefix,
      'String getAttributeType(Integer)': () => 'CDATA',
      'String getAttributeValue(String, String)': (self: Reader, namespace: string | null, name: string | null) =>
        self.node?.attribute(required(name, 2), namespace)?.value ?? null,
      'String getAttributeValueAt(Integer)': (self: Reader, index: number | null) => self.attribute(index).value,
      'System.XmlTag getEventType()': (self: Reader) => platformEnumValue('system.xmltag', self.event.kind),
      'String getLocalName()': (self: Reader) => self.node?.name ?? null,
      'String getNamespace()': (self: Reader) => self.node?.namespace ?? null,
      'Integer getNamespaceCount()': (self: Reader) => declared(self).length,
      'String getNamespacePrefix(Integer)': (self: Reader, index: number | null) =>
        declared(self)[required(index)]?.[0] ?? null,
      'String getNamespaceURI(String)': (self: Reader, prefix: string | null) =>
        self.node?.uriOf(required(prefix)) ?? null,
      'String getNamespaceURIAt(Integer)': (self: Reader, index: number | null) =>
        declared(self)[required(index)]?.[1] ?? null,
      'String getPrefix()': (self: Reader) => self.node?.prefix ?? null,
      'String getText()': (self: Reader) => self.node?.text ?? null,
      'String getVersion()': () => '1.0',
      'Boolean hasName()': is('START_ELEMENT', 'END_ELEMENT'),
      'Boolean hasNext()': (self: Reader) => self.hasNext(),
      'Boolean hasText()': is('CHARACTERS', 'COMMENT'),
      'Boolean isCharacters()': is('CHARACTERS'),
      'Boolean isEndElement()': is('END_ELEMENT'),
      'Boolean isStartElement()': is('START_ELEMENT'),
      'Boolean isWhiteSpace()': (self: Reader) =>
        self.event.kind === 'CHARACTERS' && (self.node?.text ?? '').trim() === '',
      'Integer next()': (self: Reader) => self.next(),
      'Integer nextTag()': (self: Reader) => self.nextTag(),
      'void setCoalescing(Boolean)': () => undefined,
      'void setNamespaceAware(Boolean)': () => undefined
    }
  })
];
