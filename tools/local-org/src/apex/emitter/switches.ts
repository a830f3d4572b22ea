import type { BoundCase, BoundExpression, BoundStatement } from '../bound/nodes.js';
import { typeTest } from './conversions.js';
import { expression } from './expressions.js';
import type { FunctionScope } from './scope.js';
import { body } from './statements.js';

type Switch = Extract<BoundStatement, { kind: 'switch' }>;

/**
 * A chain of comparisons: a JavaScript `switch` would catch the `break` of a loop around it. Text compares with case:
 * Apex Developer Guide, "Switch Statements".
 */
export function switchStatement(node: Switch, scope: FunctionScope): void {
  const subject = scope.fresh('s');
  scope.writer.write(`{const ${subject}=${expression(node.subject, scope)};`);
  node.cases.forEach((item, index) => {
    scope.writer.write(index === 0 ? '' : 'else ');
    switchCase(item, subject, node.subject, scope);
  });
  scope.writer.write('}');
}

function switchCase(item: BoundCase, subject: string, node: BoundExpression, scope: FunctionScope): void {
  switch (item.kind) {
    case 'values': {
      const tests = item.values.map((value) => `${subject}===${expression(value, scope)}`);
      scope.writer.write(`if(${tests.join('||')})`);
      body(item.body, scope);
      return;
    }
    case 'type':
      scope.writer.write(`if(${typeTest(subject, item.local.type, scope)})`);
      body(item.body, scope, `let ${item.local.jsName}=${subject};`, item.local);
      return;
    case 'else':
      body(item.body, scope);
      return;
  }
}
