import type { BoundBlock, BoundLocal, BoundStatement } from '../bound/nodes.js';
import { condition, expression, quoted, required } from './expressions.js';
import { doWhileLoop, forEachLoop, forLoop, whileLoop } from './loops.js';
import type { FunctionScope } from './scope.js';
import { switchStatement } from './switches.js';
import { tryStatement } from './tries.js';

type Node<K extends BoundStatement['kind']> = Extract<BoundStatement, { kind: K }>;

/** Writes a statement on its Apex line. */
export function statement(node: BoundStatement, scope: FunctionScope): void {
  const { writer } = scope;
  writer.moveTo(node.pos.line);
  if (node.kind === 'block') {
    writer.write('{');
    statements(node, scope);
    writer.write('}');
    return;
  }
  countLine(node.pos.line, scope);
  switch (node.kind) {
    case 'local': {
      const value = node.value ? expression(node.value, scope) : 'null';
      writer.write(`${scope.declare(node.local)} ${node.local.jsName}=${value};`);
      return;
    }
    case 'expression':
      writer.write(`${expressionStatement(node, scope)};`);
      return;
    case 'if':
      ifStatement(node, scope);
      return;
    case 'while':
      whileLoop(node, scope);
      return;
    case 'do-while':
      doWhileLoop(node, scope);
      return;
    case 'for':
      forLoop(node, scope);
      return;
    case 'for-each':
      forEachLoop(node, scope);
      return;
    case 'switch':
      switchStatement(node, scope);
      return;
    case 'try':
      tryStatement(node, scope);
      return;
    case 'throw':
      writer.write(`throw ${required(node.value, scope)};`);
      return;
    case 'not-supported':
      writer.write(`$notSupported(${quoted(node.feature)});`);
      return;
    case 'return':
      returnStatement(node, scope);
      return;
    case 'break':
    case 'continue':
      leaveLoop(node.kind, scope);
      return;
    case 'dml':
      dmlStatement(node, scope);
      return;
    case 'run-as':
      runAsStatement(node, scope);
      return;
    default:
      throw new Error(`the emitter met a statement it does not know: ${(node as { kind: string }).kind}`);
  }
}

export function statements(block: BoundBlock, scope: FunctionScope): void {
  scope.block(() => {
    for (const item of block.statements) statement(item, scope);
  });
}

/**
 * Body of a loop or branch, in braces.
 * @param prologue JavaScript in front of it, which declares `local`.
 */
export function body(node: BoundStatement, scope: FunctionScope, prologue = '', local: BoundLocal | null = null): void {
  scope.writer.write(`{${prologue}`);
  scope.block(() => {
    if (local) scope.visible.push(local);
    if (node.kind === 'block') statements(node, scope);
    else statement(node, scope);
  });
  scope.writer.write('}');
}

/** Coverage: one count for each execution of a statement on the line. */
export function countLine(line: number, scope: FunctionScope): void {
  if (scope.unit.coverage && scope.unit.executable.has(line)) scope.writer.write(`$k[${line}]++;`);
}

function expressionStatement(node: Node<'expression'>, scope: FunctionScope): string {
  const text = expression(node.expression, scope, true);
  // A statement must not start with a brace or the word function; parentheses never hurt.
  return /^[{]|^function/.test(text) ? `(${text})` : text;
}

function ifStatement(node: Node<'if'>, scope: FunctionScope): void {
  scope.writer.write(`if(${condition(node.condition, scope)})`);
  body(node.then, scope);
  if (!node.otherwise) return;
  scope.writer.write('else');
  body(node.otherwise, scope);
}

/** Inside System.runAs the body is a function: what leaves it tells the code behind the call to go on leaving. */
function returnStatement(node: Node<'return'>, scope: FunctionScope): void {
  const value = node.value ? expression(node.value, scope) : scope.emptyReturn;
  const runAs = scope.runAs.at(-1);
  if (!runAs) {
    scope.writer.write(value ? `return ${value};` : 'return;');
    return;
  }
  runAs.leaves.add('return');
  scope.writer.write(`return [${value || 'undefined'}];`);
}

function leaveLoop(kind: 'break' | 'continue', scope: FunctionScope): void {
  const runAs = scope.runAs.at(-1);
  if (!runAs || runAs.loops > 0) {
    scope.writer.write(`${kind};`);
    return;
  }
  runAs.leaves.add(kind);
  scope.writer.write(`return ${quoted(kind)};`);
}

function dmlStatement(node: Node<'dml'>, scope: FunctionScope): void {
  const access = `${scope.unit.accessConstant(scope.owner?.type ?? null, node.access)}()`;
  const target = required(node.target, scope);
  if (node.operation === 'merge') {
    if (!node.mergeWith) throw new Error('a merge without a second operand');
    scope.writer.write(`$merge(${target},${required(node.mergeWith, scope)},${access});`);
    return;
  }
  const field = node.upsertField ? `,${quoted(node.upsertField)}` : '';
  scope.writer.write(`$dml(${quoted(node.operation)},${target},${access}${field});`);
}

function runAsStatement(node: Node<'run-as'>, scope: FunctionScope): void {
  const { writer } = scope;
  const result = scope.fresh('x');
  const block = { loops: 0, leaves: new Set<'return' | 'break' | 'continue'>() };
  writer.write(`const ${result}=$runAs(${required(node.user, scope)},()=>{`);
  const ended = scope.ended.length;
  scope.runAs.push(block);
  statements(node.body, scope);
  scope.runAs.pop();
  // They are variables of the function that ends here.
  scope.ended.length = ended;
  writer.write('});');
  for (const kind of ['break', 'continue'] as const) {
    if (!block.leaves.has(kind)) continue;
    writer.write(`if(${result}===${quoted(kind)})`);
    leaveLoop(kind, scope);
  }
  if (!block.leaves.has('return')) return;
  const outer = scope.runAs.at(-1);
  outer?.leaves.add('return');
  writer.write(`if(${result}!==undefined)return ${outer ? result : `${result}[0]`};`);
}
