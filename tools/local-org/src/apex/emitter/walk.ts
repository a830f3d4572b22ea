import type { BoundExpression, BoundStatement } from '../bound/nodes.js';

/** Properties that hold descriptions (types, members, variables), not parts of the tree. */
const DESCRIPTIONS = new Set([
  'type',
  'of',
  'test',
  'member',
  'method',
  'constructor',
  'local',
  'owner',
  'pos',
  'parameter'
]);

/**
 * Calls `visit` for the node and for all statements and expressions in it, outer ones first.
 * @param visit answers false to leave out what the node contains.
 */
export function walk(node: unknown, visit: (node: BoundStatement | BoundExpression) => boolean | void): void {
  if (Array.isArray(node)) {
    for (const item of node) walk(item, visit);
    return;
  }
  if (typeof node !== 'object' || node === null) return;
  if ('kind' in node && visit(node as BoundStatement | BoundExpression) === false) return;
  for (const [key, value] of Object.entries(node)) {
    if (typeof value !== 'object' || value === null || DESCRIPTIONS.has(key)) continue;
    // `field` is a description in field accesses, text in sObject fields.
    if (key === 'field' && !('kind' in value && 'pos' in value)) continue;
    walk(value, visit);
  }
}
