import { SymbolTable } from '../apex/checker/index.js';
import { symbolsOf, type ApexSource } from '../apex/compiler.js';
import type { SyncConnection } from '../database/connection.js';
import type { PlatformRegistry } from '../stdlib/registry.js';
import { apiVersionOf } from './deploy/code-types.js';
import type { OrgContents } from './load-org.js';
import { ComponentStore } from './store/component-store.js';

/** Types that the org's classes declare, read from their stored sources. Slow the first time: it parses them all. */
export function orgSymbols(db: SyncConnection, contents: OrgContents, platform: PlatformRegistry): SymbolTable {
  const sources = [...new ComponentStore(db).sources('ApexClass')].map(([name, { source, xml }]): ApexSource => ({
    kind: 'class',
    fileName: `${name}.cls`,
    source,
    apiVersion: apiVersionOf(xml)
  }));
  const labels = [...contents.labels.values()].map((label) => label.name);
  return symbolsOf(sources, {
    schema: contents.schema,
    platform,
    existing: new SymbolTable(),
    labels,
    pages: contents.pages
  });
}
