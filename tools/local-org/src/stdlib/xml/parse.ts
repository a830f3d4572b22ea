import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { PlatformError } from '../../values/platform-error.js';
import { XmlNode } from './nodes.js';

const TEXT = '#text';
const COMMENT = '#comment';
const CDATA = '#cdata';
const ATTRIBUTES = ':@';

type Parsed = Readonly<Record<string, unknown>>;

/** Root element of an XML text. @throws PlatformError System.XmlException with the place of the error. */
export function parseXml(text: string): XmlNode {
  const problem = XMLValidator.validate(text);
  if (problem !== true) {
    throw new PlatformError(
      'System.XmlException',
      `Failed to parse XML due to: ${problem.err.msg} (position: line ${problem.err.line}, column ${problem.err.col})`
    );
  }
  const parser = new XMLParser({
    preserveOrder: true,
    ignoreAttributes: false,
    attributeNamePrefix: '',
    ignoreDeclaration: true,
    ignorePiTags: true,
    parseTagValue: false,
    parseAttributeValue: false,
    trimValues: false,
    maxNestedTags: MAX_DEPTH,
    commentPropName: COMMENT,
    cdataPropName: CDATA
  });
  const nodes = parsed(parser, text).filter((node) => elementName(node) !== null);
  const [root] = nodes;
  if (!root) throw new PlatformError('System.XmlException', 'Failed to parse XML due to: no root element');
  return element(root, null);
}

/** What passes the validator can still be refused: tags without end within each other, too many entities. */
function parsed(parser: XMLParser, text: string): Parsed[] {
  try {
    return parser.parse(text) as Parsed[];
  } catch (error) {
    throw new PlatformError('System.XmlException', `Failed to parse XML due to: ${(error as Error).message}`);
  }
}

/** Deeper nesting would only exhaust the stack. */
const MAX_DEPTH = 1000;

const elementName = (node: Parsed): string | null =>
  Object.keys(node).find((key) => ![TEXT, COMMENT, CDATA, ATTRIBUTES].includes(key)) ?? null;

function split(name: string): { readonly prefix: string | null; readonly local: string } {
  const colon = name.indexOf(':');
  return colon < 0 ? { prefix: null, local: name } : { prefix: name.slice(0, colon), local: name.slice(colon + 1) };
}

function element(parsed: Parsed, parent: XmlNode | null): XmlNode {
  const qualified = elementName(parsed)!;
  const { prefix, local } = split(qualified);
  const given = Object.entries((parsed[ATTRIBUTES] ?? {}) as Record<string, string>);
  const declared = new Map<string, string>();
  for (const [name, value] of given) {
    if (name === 'xmlns') declared.set('', value);
    else if (name.startsWith('xmlns:')) declared.set(name.slice(6), value);
  }
  const uriOf = (wanted: string): string | null => declared.get(wanted) ?? parent?.uriOf(wanted) ?? null;
  const node = new XmlNode('ELEMENT', local, uriOf(prefix ?? ''), prefix);
  for (const [key, uri] of declared) node.namespaces.set(key, uri);
  parent?.append(node);
  for (const [name, value] of given) {
    if (name === 'xmlns' || name.startsWith('xmlns:')) continue;
    const attribute = split(name);
    const namespace = attribute.prefix === null ? null : uriOf(attribute.prefix);
    node.attributes.push({ name: attribute.local, namespace, prefix: attribute.prefix, value });
  }
  for (const child of parsed[qualified] as Parsed[]) {
    if (elementName(child) !== null) element(child, node);
    else leaf(child, node);
  }
  return node;
}

function leaf(parsed: Parsed, parent: XmlNode): void {
  if (TEXT in parsed) {
    // White space between elements only lays the text out.
    const text = String(parsed[TEXT]);
    if (text.trim() !== '') parent.append(new XmlNode('TEXT', null, null, null, text));
    return;
  }
  const kind = COMMENT in parsed ? 'COMMENT' : 'TEXT';
  const content = (parsed[kind === 'COMMENT' ? COMMENT : CDATA] as Parsed[] | undefined)?.[0]?.[TEXT];
  parent.append(new XmlNode(kind, null, null, null, String(content ?? '')));
}
