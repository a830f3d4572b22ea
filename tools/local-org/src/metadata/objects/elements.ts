import type { XmlElement } from '../xml/element.js';

/** The elements that a metadata type may hold, and what the local org makes of them. */
export interface ElementRules {
  readonly type: string;
  /** Read and acted upon. */
  readonly used: readonly string[];
  /** Known to have no effect on data, code or access: layout, help, search, mobile. Kept for retrieve. */
  readonly cosmetic: readonly string[];
  /** Would change behaviour, which the local org cannot: refused when they say more than the given harmless value. */
  readonly refused?: Readonly<Record<string, string>>;
}

/** What is wrong with the elements of a component: unknown ones, as the platform words it, and ones we cannot honour. */
export function checkElements(xml: XmlElement, rules: ElementRules): string[] {
  const used = new Set(rules.used);
  const cosmetic = new Set(rules.cosmetic);
  const messages = new Set<string>();
  for (const { name, text, children } of xml.children) {
    if (used.has(name) || cosmetic.has(name)) continue;
    const harmless = rules.refused?.[name];
    if (harmless === undefined) {
      messages.add(
        `Element {http://soap.sforce.com/2006/04/metadata}${name} invalid at this location in type ${rules.type}`
      );
    } else if (children.length > 0 || text.trim() !== harmless) {
      messages.add(`not supported by the local org: ${rules.type}.${name}`);
    }
  }
  return [...messages];
}
