import type { BoundLocal, BoundStatement } from '../bound/nodes.js';
import { condition, expression, expressionList, required } from './expressions.js';
import type { FunctionScope } from './scope.js';
import { body, statement } from './statements.js';

type Node<K extends BoundStatement['kind']> = Extract<BoundStatement, { kind: K }>;

/** At each turn of a loop: every so often look whether the transaction may go on. */
export const TICK = '--$clock.left<0&&$tick();';

function loopBody(node: BoundStatement, scope: FunctionScope, prologue: string, local: BoundLocal | null = null): void {
  const runAs = scope.runAs.at(-1);
  if (runAs) runAs.loops += 1;
  body(node, scope, prologue, local);
  if (runAs) runAs.loops -= 1;
}

export function whileLoop(node: Node<'while'>, scope: FunctionScope): void {
  scope.writer.write(`while(${condition(node.condition, scope)})`);
  loopBody(node.body, scope, TICK);
}

export function doWhileLoop(node: Node<'do-while'>, scope: FunctionScope): void {
  scope.writer.write('do');
  loopBody(node.body, scope, TICK);
  scope.writer.write(`while(${condition(node.condition, scope)});`);
}

export function forLoop(node: Node<'for'>, scope: FunctionScope): void {
  scope.block(() => forLoopText(node, scope));
}

function forLoopText(node: Node<'for'>, scope: FunctionScope): void {
  const { writer } = scope;
  const test = node.condition ? condition(node.condition, scope) : '';
  const update = node.update.map((item) => expression(item, scope, true)).join(',');
  const declarations = node.init.map((item) => (item.kind === 'local' ? item : null));
  const [first] = declarations;
  if (first && declarations.every((item) => item !== null)) {
    const list = declarations.map(
      (item) => `${item.local.jsName}=${item.value ? expression(item.value, scope) : 'null'}`
    );
    for (const item of declarations) scope.visible.push(item.local);
    writer.write(`for(let ${list.join(',')};${test};${update})`);
    loopBody(node.body, scope, TICK);
    return;
  }
  writer.write('{');
  for (const item of node.init) statement(item, scope);
  writer.write(`for(;${test};${update})`);
  loopBody(node.body, scope, TICK);
  writer.write('}');
}

/** A collection cannot change its size while a loop runs over it. */
export function forEachLoop(node: Node<'for-each'>, scope: FunctionScope): void {
  const { writer } = scope;
  const collection = scope.fresh('c');
  const local = node.local.jsName;
  const iterable = required(node.iterable, scope);
  switch (node.source) {
    case 'list': {
      const [items, at] = [scope.fresh('n'), scope.fresh('i')];
      writer.write(
        `{const ${collection}=${iterable},${items}=${collection}.items;${collection}.lock();` +
          `try{for(let ${at}=0;${at}<${items}.length;${at}++)`
      );
      loopBody(node.body, scope, `${TICK}let ${local}=${items}[${at}];`, node.local);
      writer.write(`}finally{${collection}.unlock();}}`);
      return;
    }
    case 'set':
      writer.write(
        `{const ${collection}=${iterable};${collection}.lock();try{for(let ${local} of ${collection}.values())`
      );
      loopBody(node.body, scope, TICK, node.local);
      writer.write(`}finally{${collection}.unlock();}}`);
      return;
    case 'iterable':
      writer.write(`{const ${collection}=$iterator(${iterable});while(${collection}.hasnext$0()??$npe())`);
      loopBody(node.body, scope, `${TICK}let ${local}=${collection}.next$0();`, node.local);
      writer.write('}');
      return;
    case 'soql-rows':
      writer.write(`{const ${collection}=${iterable}.items;for(let ${local} of ${collection})`);
      loopBody(node.body, scope, TICK, node.local);
      writer.write('}');
      return;
    case 'soql-chunks':
      writer.write(`{for(let ${local} of $chunks(${expressionList([node.iterable], scope)}))`);
      loopBody(node.body, scope, TICK, node.local);
      writer.write('}');
      return;
  }
}
