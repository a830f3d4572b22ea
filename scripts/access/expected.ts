import { readFileSync } from 'node:fs';
import type { Grants } from './permissionSets.js';

/** Roles of users; a permission set serves one. */
export const ROLES = {
  'Integration User': 'A calling or sending system: the contract and nothing else.',
  Operator:
    'People who look after the work: see every row, run stored work again, decide about repairs. Change nothing by hand.',
  Administrator: 'People who set the integration up: tenants, jobs. See every row, but no body; run nothing again.',
  'Metrics Reader': 'Monitoring: numbers, and no right to any row.',
  Worker: 'Given in addition to the user whose jobs send to a remote: the principal of its external credential.',
  Reader: 'People and dashboards that watch.'
} as const;

export type Role = keyof typeof ROLES;

/** A permission set as config/access.json has it; what is empty may be left out. */
export type Expected = Partial<Omit<Grants, 'other'>> & { readonly role: Role };

/** What config/access.json says. */
export interface AccessTable {
  readonly permissionSets: Readonly<Record<string, Expected>>;
  /** Why a class runs without sharing or in system mode, by class. */
  readonly systemMode: Readonly<Record<string, string>>;
}

export const readAccessTable = (path: string): AccessTable => JSON.parse(readFileSync(path, 'utf8')) as AccessTable;

/** With everything that was left out. */
export function grantsExpected({ role: _role, ...grants }: Expected): Grants {
  return {
    objects: {},
    edit: {},
    read: {},
    classes: [],
    customPermissions: [],
    credentials: [],
    apps: [],
    tabs: [],
    other: [],
    ...grants
  };
}
