import type { XmlNode } from './nodes.js';

export const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

export const escapeAttribute = (text: string): string => escapeText(text).replaceAll('"', '&quot;');

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>';

const qualified = (prefix: string | null, name: string): string => (prefix ? `${prefix}:${name}` : name);

/** Text of a node and all below it, without declaration. */
export function nodeText(node: XmlNode): string {
  if (node.kind === 'TEXT') return escapeText(node.text ?? '');
  if (node.kind === 'COMMENT') return `<!--${node.text ?? ''}-->`;
  const name = qualified(node.prefix, node.name!);
  let open = name;
  for (const [prefix, uri] of node.namespaces) open += ` xmlns${prefix && `:${prefix}`}="${escapeAttribute(uri)}"`;
  for (const attribute of node.attributes) {
    const prefix = attribute.prefix ?? (attribute.namespace ? node.prefixOf(attribute.namespace) : null);
    open += ` ${qualified(prefix, attribute.name)}="${escapeAttribute(attribute.value)}"`;
  }
  if (node.children.length === 0) return `<${open} />`;
  return `<${open}>${node.children.map(nodeText).join('')}</${name}>`;
}
