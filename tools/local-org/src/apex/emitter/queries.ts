import type { BoundExpression } from '../bound/nodes.js';
import { expressionList, quoted } from './expressions.js';
import type { FunctionScope } from './scope.js';

type Node<K extends BoundExpression['kind']> = Extract<BoundExpression, { kind: K }>;

export function soql(node: Node<'soql'>, scope: FunctionScope): string {
  const access = scope.unit.accessConstant(scope.owner?.type ?? null, node.access);
  const binds = `[${expressionList(node.binds, scope)}]`;
  const call = `$query(${quoted(node.text)},${binds},${access}())`;
  switch (node.result) {
    case 'list':
      return `$rows(${call},${scope.unit.typeConstant(node.type)})`;
    case 'single':
      return `$onlyRow(${call})`;
    case 'single-or-null':
      return `$rowOrNull(${call})`;
    case 'count':
      return `$count(${call})`;
  }
}

export function sosl(node: Node<'sosl'>, scope: FunctionScope): string {
  const access = scope.unit.accessConstant(scope.owner?.type ?? null, node.access);
  return `$search(${quoted(node.text)},[${expressionList(node.binds, scope)}],${access}())`;
}
