import type { BoundBlock, BoundExpression } from '../bound/nodes.js';
import { walk } from './walk.js';

/** Types of the library whose methods with a number or truth value as result never answer null. */
const TOTAL_OWNERS = new Set(['system.list', 'system.set', 'system.map', 'system.math']);

/** Whether the value of an expression can be shown not to be null, so that the check for it can be left out. */
export function isNonNull(node: BoundExpression, locals: ReadonlySet<string>): boolean {
  switch (node.kind) {
    case 'literal':
      return node.value !== null;
    case 'local':
      return locals.has(node.local.jsName);
    case 'convert':
      return node.conversion === 'to-string' || isNonNull(node.operand, locals);
    case 'cast':
      return isNonNull(node.operand, locals);
    case 'logical':
      return node.operator !== '??' || isNonNull(node.right, locals);
    case 'ternary':
      return isNonNull(node.then, locals) && isNonNull(node.otherwise, locals);
    case 'assign':
      return isNonNull(node.value, locals);
    case 'soql':
      return node.result !== 'single-or-null';
    case 'platform-call':
      return (
        node.member.returnType.kind === 'primitive' &&
        ['integer', 'boolean', 'long', 'double'].includes(node.member.returnType.key) &&
        TOTAL_OWNERS.has(node.member.owner.type.key.replace(/<.*$/, '')) &&
        !node.safe &&
        !hasSafeTarget(node.target)
      );
    case 'decimal-literal':
    case 'this':
    case 'enum-value':
    case 'new':
    case 'new-platform':
    case 'new-exception':
    case 'new-sobject':
    case 'new-collection':
    case 'new-array':
    case 'instanceof':
    case 'unary':
    case 'increment':
    case 'binary':
    case 'date-arithmetic':
    case 'compound-assign':
    case 'class-literal':
    case 'sobject-token':
    case 'sosl':
      return true;
    default:
      return false;
  }
}

/** `a?.b.c()`: null comes from further left. */
function hasSafeTarget(target: BoundExpression | null): boolean {
  if (!target) return false;
  if ('safe' in target && target.safe) return true;
  if ('target' in target) return hasSafeTarget(target.target);
  return target.kind === 'convert' && hasSafeTarget(target.operand);
}

/**
 * Names of the local variables of a function that never hold null: they start with a value and are only ever given
 * values that are not null. Parameters and loop variables over collections are never among them.
 */
export function nonNullLocals(body: BoundBlock | null): ReadonlySet<string> {
  const values = new Map<string, (BoundExpression | null)[]>();
  const note = (name: string, value: BoundExpression | null): void => {
    const known = values.get(name);
    if (known) known.push(value);
    else values.set(name, [value]);
  };
  const declared = new Set<string>();
  walk(body, (node) => {
    if (node.kind === 'local' && !('type' in node)) {
      declared.add(node.local.jsName);
      note(node.local.jsName, node.value);
    } else if (node.kind === 'assign' && node.target.kind === 'local') {
      note(node.target.local.jsName, node.value);
    }
  });
  const result = declared;
  for (let changed = true; changed;) {
    changed = false;
    for (const name of result) {
      if (values.get(name)?.every((value) => value !== null && isNonNull(value, result))) continue;
      result.delete(name);
      changed = true;
    }
  }
  return result;
}
