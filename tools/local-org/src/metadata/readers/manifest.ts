import type { ManifestEntry } from '../model/component.js';
import { childrenOf, parseXml, textOf } from '../xml/element.js';

export interface Manifest {
  readonly apiVersion: string | null;
  readonly entries: readonly ManifestEntry[];
}

/** Reads package.xml or destructiveChanges*.xml. @throws XmlError */
export function readManifest(content: Uint8Array): Manifest {
  const root = parseXml(content);
  return {
    apiVersion: textOf(root, 'version')?.trim() ?? null,
    entries: childrenOf(root, 'types').map((types) => ({
      type: textOf(types, 'name')?.trim() ?? '',
      members: childrenOf(types, 'members')
        .map((member) => member.text.trim())
        .filter((member) => member !== '')
    }))
  };
}
