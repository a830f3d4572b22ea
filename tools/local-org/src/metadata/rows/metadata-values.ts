import { childOf, childrenOf, textOf, type XmlElement } from '../xml/element.js';

/** Record values by field name as the file writes them; null for xsi:nil. */
export function metadataValues(xml: XmlElement): Map<string, string | null> {
  return new Map(
    childrenOf(xml, 'values').map((item) => {
      const value = childOf(item, 'value');
      return [textOf(item, 'field') ?? '', value === null || value.text === '' ? null : value.text];
    })
  );
}
