import type { ApexMap } from '../../values/collections.js';

/**
 * Where a dynamic query takes its bind variables from: a map given by Apex, or the variables in scope at the call, which
 * the emitted code reads by lower-case name (undefined: no such variable).
 */
export type BindSource = ApexMap | ((name: string) => unknown);

/** Names ignore case in both. */
export function bindValues(source: BindSource | null): ReadonlyMap<string, unknown> {
  if (source === null) return new Map();
  if (typeof source === 'function') return new ScopeBinds(source);
  return new Map([...source].map(([name, value]) => [String(name).toLowerCase(), value]));
}

/** Reads variables only when the query asks for them. */
class ScopeBinds extends Map<string, unknown> {
  constructor(private readonly read: (name: string) => unknown) {
    super();
  }

  override has(name: string): boolean {
    return this.read(name.toLowerCase()) !== undefined;
  }

  override get(name: string): unknown {
    return this.read(name.toLowerCase());
  }
}
