import type { Component, ComponentFile } from '../model/component.js';
import type { FileType } from '../registry/types.js';
import { textOf, type XmlElement } from '../xml/element.js';

/**
 * Splits a file that holds other components: an object into itself and its fields, rules, record types …; labels into
 * single ones. The parent keeps what is its own.
 */
export function takeApart(type: FileType, fullName: string, file: ComponentFile, xml: XmlElement): Component[] {
  const children: Component[] = [];
  const own: XmlElement[] = [];
  for (const element of xml.children) {
    const child = type.children.find((candidate) => candidate.element === element.name);
    const name = child ? textOf(element, 'fullName') : null;
    if (!child || name === null) own.push(element);
    else {
      children.push({
        type: child.name,
        fullName: type.name === 'CustomLabels' ? name : `${fullName}.${name}`,
        fileName: file.path,
        files: [],
        xml: element
      });
    }
  }
  const parent: Component = {
    type: type.name,
    fullName,
    fileName: file.path,
    files: [],
    xml: { ...xml, children: own }
  };
  return [parent, ...children];
}
