import { element, writeMetadataFile } from '../../metadata/xml/write.js';

export interface Named {
  readonly type: string;
  readonly fullName: string;
}

/** A package.xml or destructiveChanges.xml that names the components. @param version `68.0`. */
export function manifestOf(components: readonly Named[], version: string): Uint8Array {
  const types = new Map<string, string[]>();
  for (const { type, fullName } of components) types.set(type, [...(types.get(type) ?? []), fullName]);
  return writeMetadataFile(
    element('Package', [
      ...[...types].map(([type, names]) =>
        element('types', [...names.map((name) => element('members', name)), element('name', type)])
      ),
      element('version', version)
    ])
  );
}
