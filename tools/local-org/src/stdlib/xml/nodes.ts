import { PlatformObject } from '../../values/object.js';
import { PlatformError } from '../../values/platform-error.js';
import { platformType } from '../../values/type.js';

const TYPE = platformType('Dom', 'XmlNode');

export type XmlNodeKind = 'ELEMENT' | 'TEXT' | 'COMMENT';

export interface XmlAttribute {
  readonly name: string;
  readonly namespace: string | null;
  readonly prefix: string | null;
  value: string;
}

/** A Dom.XmlNode: an element, a text or a comment. */
export class XmlNode extends PlatformObject {
  parent: XmlNode | null = null;
  readonly children: XmlNode[] = [];
  readonly attributes: XmlAttribute[] = [];
  /** Namespaces this element declares, by prefix; '' is the default one. */
  readonly namespaces = new Map<string, string>();

  /** @param text of texts and comments. */
  constructor(
    readonly kind: XmlNodeKind,
    readonly name: string | null,
    readonly namespace: string | null,
    readonly prefix: string | null,
    readonly text: string | null = null
  ) {
    super();
  }

  override get apexType() {
    return TYPE;
  }

  override apexText(): string {
    return `XMLNode[${this.kind},${this.name ?? ''},${this.namespace ?? ''},${this.content}]`;
  }

  /** Text that stands directly in the element. */
  get content(): string {
    if (this.kind !== 'ELEMENT') return this.text ?? '';
    return this.children
      .filter((child) => child.kind === 'TEXT')
      .map((child) => child.text)
      .join('');
  }

  append(child: XmlNode, before: XmlNode | null = null): XmlNode {
    if (this.kind !== 'ELEMENT') throw new PlatformError('System.XmlException', 'Only elements have children');
    const at = before ? this.children.indexOf(before) : this.children.length;
    if (at < 0) throw new PlatformError('System.XmlException', 'The reference node is no child of this node');
    child.parent?.remove(child);
    this.children.splice(at, 0, child);
    child.parent = this;
    return child;
  }

  remove(child: XmlNode): boolean {
    const at = this.children.indexOf(child);
    if (at < 0) return false;
    this.children.splice(at, 1);
    child.parent = null;
    return true;
  }

  /** @param namespace null: any element of that name without a namespace. */
  child(name: string, namespace: string | null): XmlNode | null {
    return (
      this.children.find(
        (node) => node.kind === 'ELEMENT' && node.name === name && (node.namespace ?? '') === (namespace ?? '')
      ) ?? null
    );
  }

  attribute(name: string, namespace: string | null): XmlAttribute | null {
    return (
      this.attributes.find(
        (attribute) => attribute.name === name && (attribute.namespace ?? '') === (namespace ?? '')
      ) ?? null
    );
  }

  setAttribute(name: string, value: string, namespace: string | null, prefix: string | null): void {
    const known = this.attribute(name, namespace);
    if (known) known.value = value;
    else this.attributes.push({ name, namespace, prefix, value });
    if (namespace !== null && prefix !== null) this.declare(prefix, namespace);
  }

  removeAttribute(name: string, namespace: string | null): boolean {
    const at = this.attributes.findIndex((attribute) => attribute === this.attribute(name, namespace));
    if (at < 0) return false;
    this.attributes.splice(at, 1);
    return true;
  }

  /** Declares a namespace here unless it is in force already. */
  declare(prefix: string, uri: string): void {
    if (this.uriOf(prefix) !== uri) this.namespaces.set(prefix, uri);
  }

  uriOf(prefix: string): string | null {
    return this.namespaces.get(prefix) ?? this.parent?.uriOf(prefix) ?? null;
  }

  prefixOf(uri: string): string | null {
    for (const [prefix, declared] of this.namespaces) if (declared === uri) return prefix;
    return this.parent?.prefixOf(uri) ?? null;
  }
}

/** A new element under `parent`, its namespace declared. */
export function newElement(
  parent: XmlNode | null,
  name: string,
  namespace: string | null,
  prefix: string | null
): XmlNode {
  const node = new XmlNode('ELEMENT', name, namespace, prefix === '' ? null : prefix);
  parent?.append(node);
  if (namespace !== null) node.declare(prefix ?? '', namespace);
  return node;
}
