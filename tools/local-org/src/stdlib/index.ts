import { transactionOrNull } from '../apex/runtime/transaction.js';
import { configureValues } from '../values/environment.js';
import { objectStatics } from './object-statics.js';
import { buildRegistry, loadDefinitions } from './registry-impl/index.js';
import type { PlatformRegistry } from './registry.js';
import { useRegistry } from './support/registry-access.js';
import type { OrgSchema } from '../schema/definitions.js';

let loaded: Promise<PlatformRegistry> | null = null;

/** Reads all definitions of the standard library, once a thread, and ties values and library to the running transaction. */
export function loadStandardLibrary(): Promise<PlatformRegistry> {
  loaded ??= load();
  return loaded;
}

const schema = (): OrgSchema | null => transactionOrNull()?.schema ?? null;

async function load(): Promise<PlatformRegistry> {
  const registry = buildRegistry({
    definitions: await loadDefinitions(),
    objectStatics,
    findObject: (name) => schema()?.object(name) ?? null
  });
  useRegistry(registry);
  configureValues({
    fieldName: (objectName, key) => schema()?.field(objectName, key)?.name ?? key,
    objectFacts: (objectName) => schema()?.object(objectName) ?? null
  });
  return registry;
}
