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
        // The CLI names folders of reports and dashboards with a slash at the end.
        .map((member) => member.text.trim().replace(/\/$/, ''))
        .filter((member) => member !== '')
    }))
  };
}
