import { readdir } from 'node:fs/promises';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { join } from 'node:path';
import type { PlatformTypeDefinition } from '../define.js';

const STDLIB = fileURLToPath(new URL('..', import.meta.url));

function isDefinition(value: unknown): value is PlatformTypeDefinition {
  return typeof value === 'object' && value !== null && 'name' in value && 'source' in value;
}

/**
 * Imports every file of `stdlib/<Namespace>/` (folders that start with a capital letter) and takes its default export: one
 * definition, or a list of them. Files without a default export are helpers.
 *
 * @throws Error when a default export is neither.
 */
export async function loadDefinitions(): Promise<PlatformTypeDefinition[]> {
  const folders = (await readdir(STDLIB, { withFileTypes: true })).filter(
    (entry) => entry.isDirectory() && /^[A-Z]/.test(entry.name)
  );
  const definitions: PlatformTypeDefinition[] = [];
  for (const folder of folders.map((entry) => join(STDLIB, entry.name)).sort()) {
    for (const file of (await readdir(folder)).sort()) {
      if (!/\.(js|ts)$/.test(file) || file.endsWith('.d.ts')) continue;
      const module = (await import(pathToFileURL(join(folder, file)).href)) as { default?: unknown };
      if (module.default === undefined) continue;
      const exported: readonly unknown[] = Array.isArray(module.default) ? module.default : [module.default];
      for (const definition of exported) {
        if (!isDefinition(definition)) throw new Error(`${file}: the default export is no platform type definition`);
        definitions.push(definition);
      }
    }
  }
  return definitions;
}
