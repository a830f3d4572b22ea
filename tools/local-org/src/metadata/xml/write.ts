import type { XmlElement } from './element.js';

const NAMESPACE = 'http://soap.sforce.com/2006/04/metadata';

const escape = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&apos;');

/** An element made by code. */
export function element(name: string, content: string | readonly XmlElement[]): XmlElement {
  return typeof content === 'string'
    ? { name, attributes: {}, children: [], text: content }
    : { name, attributes: {}, children: content, text: '' };
}

/** A metadata file: declaration, root with the metadata namespace, four spaces of indent, as the platform writes it. */
export function writeMetadataFile(root: XmlElement): Uint8Array {
  const lines = ['<?xml version="1.0" encoding="UTF-8"?>'];
  write({ ...root, attributes: { ...root.attributes, xmlns: NAMESPACE } }, '', lines);
  return new TextEncoder().encode(lines.join('\n') + '\n');
}

function write(node: XmlElement, indent: string, lines: string[]): void {
  const attributes = Object.entries(node.attributes)
    .map(([name, value]) => ` ${name}="${escape(value)}"`)
    .join('');
  if (node.children.length === 0) {
    lines.push(
      node.text === ''
        ? `${indent}<${node.name}${attributes}/>`
        : `${indent}<${node.name}${attributes}>${escape(node.text)}</${node.name}>`
    );
    return;
  }
  lines.push(`${indent}<${node.name}${attributes}>`);
  for (const child of node.children) write(child, `${indent}    `, lines);
  lines.push(`${indent}</${node.name}>`);
}
