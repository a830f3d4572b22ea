import type { PlatformRegistry } from '../registry.js';

let registry: PlatformRegistry | null = null;

/** Makes the registry known to the library itself (Type.forName, Type.newInstance); called by `loadStandardLibrary`. */
export function useRegistry(loaded: PlatformRegistry): void {
  registry = loaded;
}

/** @throws Error before loadStandardLibrary: a bug of the local org. */
export function platformRegistry(): PlatformRegistry {
  if (!registry) throw new Error('the standard library is not loaded');
  return registry;
}
