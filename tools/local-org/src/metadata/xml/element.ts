import { XMLParser, XMLValidator } from 'fast-xml-parser';

/** An XML element: metadata files hold elements and text only, attributes are rare (xsi:type, xsi:nil). */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlElement[];
  /** Text of an element without children, entities resolved, white space kept; '' otherwise. */
  readonly text: string;
}

export class XmlError extends Error {
  constructor(
    message: string,
    readonly line: number | null,
    readonly column: number | null
  ) {
    super(message);
    this.name = 'XmlError';
  }
}

/** Deeper nesting than any metadata has: such a file is an attack or broken. */
const MAX_DEPTH = 100;

const parser = new XMLParser({
  maxNestedTags: MAX_DEPTH,
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  parseTagValue: false,
  parseAttributeValue: false,
  trimValues: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
  processEntities: true,
  // Also decodes numbered characters (&#233;).
  htmlEntities: true
});

type Node = Record<string, unknown>;

/**
 * Reads a document into its root element. Document types are refused, so there are no entities of one's own.
 *
 * @throws XmlError with line and column where known.
 */
export function parseXml(source: string | Uint8Array): XmlElement {
  const text = (typeof source === 'string' ? source : new TextDecoder('utf-8').decode(source)).replace(/^\uFEFF/, '');
  if (/<!DOCTYPE/i.test(text)) throw new XmlError('Document type declarations are not allowed', null, null);
  const validity = XMLValidator.validate(text, { allowBooleanAttributes: false });
  if (validity !== true) throw new XmlError(validity.err.msg, validity.err.line, validity.err.col);
  const roots = elements(nodesOf(text));
  const [root] = roots;
  if (!root || roots.length !== 1) throw new XmlError('The document must have one root element', 1, 1);
  return root;
}

/** What passes the validator can still be refused: tags without end within each other, too many entities. */
function nodesOf(text: string): Node[] {
  try {
    return parser.parse(text) as Node[];
  } catch (error) {
    throw new XmlError((error as Error).message, null, null);
  }
}

function elements(nodes: readonly Node[]): XmlElement[] {
  const found: XmlElement[] = [];
  for (const node of nodes) {
    const name = Object.keys(node).find((key) => key !== ':@' && key !== '#text');
    if (name === undefined || name.startsWith('#')) continue;
    const content = node[name] as Node[];
    const children = elements(content);
    found.push({
      name,
      attributes: (node[':@'] as Record<string, string> | undefined) ?? {},
      children,
      text: children.length > 0 ? '' : content.map((part) => String(part['#text'] ?? '')).join('')
    });
  }
  return found;
}

export const childrenOf = (element: XmlElement, name: string): readonly XmlElement[] =>
  element.children.filter((child) => child.name === name);

export const childOf = (element: XmlElement, name: string): XmlElement | null =>
  element.children.find((child) => child.name === name) ?? null;

/** Text of a child; null when it is absent, empty or xsi:nil. */
export function textOf(element: XmlElement, name: string): string | null {
  const child = childOf(element, name);
  return child === null || child.text === '' ? null : child.text;
}

export const flagOf = (element: XmlElement, name: string, fallback = false): boolean => {
  const text = textOf(element, name);
  return text === null ? fallback : text.trim() === 'true';
};

export function numberOf(element: XmlElement, name: string): number | null {
  const text = textOf(element, name);
  return text === null ? null : Number(text);
}
