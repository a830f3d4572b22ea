import type { BoundStatement } from '../bound/nodes.js';
import type { ApexType } from '../../values/type.js';
import { classVariable, type FunctionScope } from './scope.js';
import { body } from './statements.js';

type Try = Extract<BoundStatement, { kind: 'try' }>;

/**
 * Neither `catch` nor `finally` runs for what Apex cannot catch (limit errors, failed assertions, faults of the local
 * org itself): `$caught` throws such an error again, `$isFatal` tells it in `finally`.
 */
export function tryStatement(node: Try, scope: FunctionScope): void {
  const { writer } = scope;
  if (!node.finallyBody) {
    tryCatch(node, scope);
    return;
  }
  const [fatal, error] = [scope.fresh('f'), scope.fresh('e')];
  writer.write(`let ${fatal}=false;try{`);
  if (node.catches.length > 0) tryCatch(node, scope);
  else body(node.body, scope);
  writer.write(`}catch(${error}){${fatal}=$isFatal(${error});throw ${error};}finally{if(!${fatal})`);
  writer.moveTo(node.finallyBody.pos.line);
  body(node.finallyBody, scope);
  writer.write('}');
}

function tryCatch(node: Try, scope: FunctionScope): void {
  const { writer } = scope;
  const [error, caught] = [scope.fresh('e'), scope.fresh('e')];
  writer.write('try');
  body(node.body, scope);
  writer.write(`catch(${error}){const ${caught}=$caught(${error});`);
  for (const clause of node.catches) {
    writer.moveTo(clause.pos.line);
    writer.write(`if(${catchTest(caught, clause.local.type, scope)})`);
    body(clause.body, scope, `let ${clause.local.jsName}=${caught};`, clause.local);
    writer.write('else ');
  }
  writer.write(`throw ${caught};}`);
}

function catchTest(caught: string, type: ApexType, scope: FunctionScope): string {
  if (type.key === 'system.exception') return 'true';
  if (scope.unit.ownType(type)) return `${caught} instanceof ${classVariable(type)}`;
  return `$isInstance(${caught},${scope.unit.typeConstant(type)})`;
}
