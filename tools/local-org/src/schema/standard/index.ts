import type { ObjectDefinition } from '../definitions.js';
import { addressLines, BUSINESS_TABLE, historyLines, shareLines } from './business-tables.js';
import { readStandardObjects } from './read-table.js';
import { SETUP_TABLE, STATUS_FIELDS } from './setup-tables.js';
import { SYSTEM_PERMISSIONS } from './system-permissions.js';

let cache: readonly ObjectDefinition[] | null = null;

/** The objects every org has before anything is deployed. Read once a thread. */
export function standardObjects(): readonly ObjectDefinition[] {
  cache ??= [...readStandardObjects(expand(SETUP_TABLE)), ...readStandardObjects(expand(BUSINESS_TABLE))];
  return cache;
}

function expand(table: string): string {
  return table
    .split('\n')
    .map((line) => {
      if (!line.startsWith('@')) return line;
      const [macro = '', first = '', second = '', third = ''] = line.split(/\s+/);
      switch (macro) {
        case '@systemPermissions':
          return SYSTEM_PERMISSIONS.map((name) => `  Permissions${name} bool`).join('\n');
        case '@statusFields':
          return STATUS_FIELDS;
        case '@address':
          return addressLines(first);
        case '@share':
          return shareLines(first, second, third);
        case '@history':
          return historyLines(first, second, third);
        default:
          throw new Error(`unknown macro ${macro} in the standard tables`);
      }
    })
    .join('\n');
}
