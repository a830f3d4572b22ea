import type { BoundExpression } from '../bound/nodes.js';
import { call, platformCall } from './calls.js';
import { expression } from './expressions.js';
import { field, index, platformProperty, sobjectField } from './fields.js';
import type { FunctionScope } from './scope.js';

export type ChainNode = Extract<
  BoundExpression,
  { kind: 'field' | 'sobject-field' | 'platform-property' | 'call' | 'platform-call' | 'index' }
>;

/** Text of a link with the tests for null that `?.` to its left asks for, leftmost first. */
interface Link {
  readonly text: string;
  readonly guards: readonly string[];
}

const NO_GUARDS: readonly string[] = [];

export const isChainNode = (node: BoundExpression): node is ChainNode =>
  node.kind === 'field' ||
  node.kind === 'sobject-field' ||
  node.kind === 'platform-property' ||
  node.kind === 'call' ||
  node.kind === 'platform-call' ||
  node.kind === 'index';

/**
 * Field accesses, calls and indexes, each the target of the next: `a?.b.c(d)[0]`. When the target of a `?.` is null, the
 * whole rest of the chain is skipped. Source: Apex Developer Guide, "Safe Navigation Operator".
 */
export function chain(node: ChainNode, scope: FunctionScope): string {
  const { text, guards } = link(node, scope);
  return guards.length === 0 ? text : `(${guards.map((guard) => `${guard}===null?null:`).join('')}${text})`;
}

function link(node: BoundExpression, scope: FunctionScope): Link {
  if (node.kind === 'convert' && node.conversion === 'none') return link(node.operand, scope);
  if (!isChainNode(node)) return { text: expression(node, scope), guards: NO_GUARDS };
  if (node.target === null) return { text: linkText(node, '', scope), guards: NO_GUARDS };
  const target = link(node.target, scope);
  if (!('safe' in node) || !node.safe) return { text: linkText(node, target.text, scope), guards: target.guards };
  const temporary = scope.temporary();
  return {
    text: linkText(node, temporary, scope, true),
    guards: [...target.guards, `(${temporary}=${target.text})`]
  };
}

function linkText(node: ChainNode, target: string, scope: FunctionScope, nonNullTarget = false): string {
  switch (node.kind) {
    case 'field':
      return field(node, target, scope);
    case 'sobject-field':
      return sobjectField(node, target, scope);
    case 'platform-property':
      return platformProperty(node, target, scope, nonNullTarget);
    case 'call':
      return call(node, target, scope);
    case 'platform-call':
      return platformCall(node, target, scope, nonNullTarget);
    case 'index':
      return index(node, target, scope);
  }
}
