import { runQuery } from '../../../src/soql/index.js';
import type { DmlOptions } from '../../../src/dml/index.js';
import { PlatformError } from '../../../src/values/platform-error.js';
import type { SObjectRecord } from '../../../src/values/record.js';
import type { TestContext } from './org.js';

export const SYSTEM = { mode: 'system', sharing: false } as const;
export const ALL: DmlOptions = { allOrNone: true, access: SYSTEM, externalIdField: null };
export const PARTIAL: DmlOptions = { ...ALL, allOrNone: false };

export const select = (context: TestContext, text: string, ...binds: unknown[]): readonly SObjectRecord[] =>
  runQuery(context, text, binds, SYSTEM).records;

/** Values of one field of all rows a query finds, as text. */
export const values = (context: TestContext, text: string, ...binds: unknown[]): string[] =>
  select(context, text, ...binds).map((row) => {
    const selected = /select\s+(\w+)/i.exec(text)?.[1]?.toLowerCase() ?? '';
    return String(row.fields.get(selected));
  });

export function caught(body: () => unknown): PlatformError {
  try {
    body();
  } catch (error) {
    if (error instanceof PlatformError) return error;
    throw error;
  }
  throw new Error('nothing was thrown');
}
