/**
 * Names of the platform's types and members, whether the local org has them or not. With them the checker tells "not
 * supported by the local org" from "does not exist". The data file lists the members of each type, separated by spaces.
 */
import data from './known-platform.json' with { type: 'json' };
import { IMPLICIT_NAMESPACES } from './names.js';

/** Namespaces of products that the local org does without: everything in them is known and not supported. */
const FOREIGN_NAMESPACES = new Set(
  `cartextension commercebuygrp component commercepayments connectapi datasource dataweavescriptresource externalservice flow
  functions isvpartners lxscheduler reports richmessaging sfc sfdc_checkout sfdc_enablement slack territorymgmt
  visualeditor wave`.split(/\s+/)
);

const isForeign = (name: string): boolean => FOREIGN_NAMESPACES.has((name.split('.', 1)[0] ?? '').toLowerCase());

let index: ReadonlyMap<string, ReadonlySet<string>> | null = null;
const namespaces = new Set<string>();

function known(): ReadonlyMap<string, ReadonlySet<string>> {
  if (index) return index;
  const types = new Map<string, ReadonlySet<string>>();
  for (const [name, members] of Object.entries(data as Record<string, string>)) {
    types.set(name.toLowerCase(), new Set(members.toLowerCase().split(' ')));
    namespaces.add(name.slice(0, name.indexOf('.')).toLowerCase());
  }
  index = types;
  return types;
}

function membersOf(typeName: string): ReadonlySet<string> | null {
  const key = typeName.toLowerCase();
  if (key.includes('.')) return known().get(key) ?? null;
  for (const namespace of IMPLICIT_NAMESPACES) {
    const found = known().get(`${namespace.toLowerCase()}.${key}`);
    if (found) return found;
  }
  return null;
}

/** @param typeName in any case; a bare name is looked up in System, then Schema. */
export const knownType = (typeName: string): boolean =>
  membersOf(typeName) !== null || (typeName.includes('.') && isForeign(typeName));

/** @param typeName and @param member in any case. */
export const knownMember = (typeName: string, member: string): boolean =>
  membersOf(typeName)?.has(member.toLowerCase()) ?? isForeign(typeName);

export function knownNamespace(name: string): boolean {
  known();
  return isForeign(name) || namespaces.has(name.toLowerCase());
}
