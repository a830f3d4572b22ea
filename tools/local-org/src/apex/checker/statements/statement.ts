/** Binds any statement. */
import type { BlockStatement, LocalVariableStatement, Statement } from '../../ast/nodes.js';
import type { BoundBlock, BoundStatement } from '../../bound/nodes.js';
import type { BodyContext } from '../context.js';
import type { Completion } from './completion.js';
import { bindIf } from './conditionals.js';
import { bindDml } from './dml.js';
import { bindForEach } from './for-each.js';
import { bindBreak, bindContinue, bindDoWhile, bindFor, bindWhile } from './loops.js';
import { bindReturn, bindThrow } from './exits.js';
import { bindRunAs } from './run-as.js';
import { bindExpressionStatement, bindLocals } from './simple.js';
import { bindSwitch } from './switch.js';
import { bindTry } from './try.js';

export interface Bound<S = BoundStatement> {
  readonly statement: S;
  readonly completion: Completion;
}

/** A local declaration makes several statements; they stand in the scope around it. */
export function bindStatement(
  ctx: BodyContext,
  node: Statement
): { statements: readonly BoundStatement[]; completion: Completion } {
  if (node.kind === 'local') return { statements: bindLocalsOrThrow(ctx, node), completion: 'yes' };
  const { statement, completion } = bindSingle(ctx, node);
  return { statements: [statement], completion };
}

/** A statement that is the body of another one: a declaration in it has a scope of its own. */
export function bindBody(ctx: BodyContext, node: Statement): Bound {
  if (node.kind !== 'local') return bindSingle(ctx, node);
  const statements = ctx.inScope(() => bindLocalsOrThrow(ctx, node));
  return { statement: { kind: 'block', statements, pos: node.pos }, completion: 'yes' };
}

function bindLocalsOrThrow(ctx: BodyContext, node: LocalVariableStatement): readonly BoundStatement[] {
  const { value, missing } = ctx.problems.watch(() => bindLocals(ctx, node));
  return missing === null ? value : [{ kind: 'not-supported', feature: missing, pos: node.pos }];
}

/** A statement that needs what the local org has not throws in its place, when that is deferred. */
function bindSingle(ctx: BodyContext, node: Exclude<Statement, { kind: 'local' }>): Bound {
  const { value, missing } = ctx.problems.watch(() => bindKind(ctx, node));
  if (missing === null) return value;
  return { ...value, statement: { kind: 'not-supported', feature: missing, pos: node.pos } };
}

function bindKind(ctx: BodyContext, node: Exclude<Statement, { kind: 'local' }>): Bound {
  if (node.kind !== 'block') ctx.executable(node.pos);
  switch (node.kind) {
    case 'block':
      return bindBlock(ctx, node);
    case 'expression-statement':
      return bindExpressionStatement(ctx, node);
    case 'if':
      return bindIf(ctx, node);
    case 'while':
      return bindWhile(ctx, node);
    case 'do-while':
      return bindDoWhile(ctx, node);
    case 'for':
      return bindFor(ctx, node);
    case 'for-each':
      return bindForEach(ctx, node);
    case 'switch':
      return bindSwitch(ctx, node);
    case 'try':
      return bindTry(ctx, node);
    case 'throw':
      return bindThrow(ctx, node);
    case 'return':
      return bindReturn(ctx, node);
    case 'break':
      return bindBreak(ctx, node);
    case 'continue':
      return bindContinue(ctx, node);
    case 'dml':
      return bindDml(ctx, node);
    case 'run-as':
      return bindRunAs(ctx, node);
    default:
      return unhandled(node);
  }
}

function unhandled(node: never): never {
  throw new Error(`the checker met a statement it does not know: ${JSON.stringify(node)}`);
}

export function bindBlock(ctx: BodyContext, node: BlockStatement): Bound<BoundBlock> {
  return ctx.inScope(() => bindStatements(ctx, node));
}

/** The statements of a block in the current scope. */
export function bindStatements(ctx: BodyContext, node: BlockStatement): Bound<BoundBlock> {
  const statements: BoundStatement[] = [];
  let completion: Completion = 'yes';
  for (const statement of node.statements) {
    if (completion === 'no') {
      ctx.problems.report(statement.pos, 'unreachable');
      break;
    }
    const bound = bindStatement(ctx, statement);
    statements.push(...bound.statements);
    if (completion !== 'loops') completion = bound.completion;
  }
  return { statement: { kind: 'block', statements, pos: node.pos }, completion };
}
