import type {
  BlockContext,
  DoWhileStatementContext,
  ForStatementContext,
  IfStatementContext,
  LocalVariableDeclarationContext,
  StatementContext,
  TryStatementContext,
  WhileStatementContext
} from '@apexdevtools/apex-parser';
import type {
  BlockStatement,
  ForEachStatement,
  ForStatement,
  LocalVariableStatement,
  Statement,
  TryStatement
} from '../ast/nodes.js';
import { dmlStatement } from './dml.js';
import { expression, expressions } from './expressions.js';
import type { SourceText } from './source.js';
import { switchStatement } from './switches.js';
import { qualifiedTypeReference, typeReference } from './types.js';

export function block(source: SourceText, context: BlockContext): BlockStatement {
  return {
    kind: 'block',
    statements: context.statement_list().map((item) => statement(source, item)),
    pos: source.start(context),
    endPos: source.end(context)
  };
}

export function statement(source: SourceText, context: StatementContext): Statement {
  const pos = source.start(context);
  const inner = context.getChild(0);
  const nested = context.block();
  if (nested) return block(source, nested);
  const simple = context.expressionStatement();
  if (simple) return { kind: 'expression-statement', expression: expression(source, simple.expression()), pos };
  const local = context.localVariableDeclarationStatement();
  if (local) return localVariables(source, local.localVariableDeclaration());
  const conditional = context.ifStatement();
  if (conditional) return ifStatement(source, conditional);
  const result = context.returnStatement();
  if (result) {
    return { kind: 'return', expression: result.expression() ? expression(source, result.expression()) : null, pos };
  }
  const loop = context.forStatement();
  if (loop) return forStatement(source, loop);
  const attempt = context.tryStatement();
  if (attempt) return tryStatement(source, attempt);
  const thrown = context.throwStatement();
  if (thrown) return { kind: 'throw', expression: expression(source, thrown.expression()), pos };
  const choice = context.switchStatement();
  if (choice) return switchStatement(source, choice);
  const whileLoop = context.whileStatement();
  if (whileLoop) return whileStatement(source, whileLoop);
  const doWhile = context.doWhileStatement();
  if (doWhile) return doWhileStatement(source, doWhile);
  if (context.breakStatement()) return { kind: 'break', pos };
  if (context.continueStatement()) return { kind: 'continue', pos };
  const runAs = context.runAsStatement();
  if (runAs) {
    const [user] = expressions(source, runAs.expressionList());
    if (!user)
      return {
        kind: 'run-as',
        user: { kind: 'literal', type: 'null', value: 'null', pos },
        body: block(source, runAs.block()),
        pos
      };
    return { kind: 'run-as', user, body: block(source, runAs.block()), pos };
  }
  const dml = dmlStatement(source, context);
  if (dml) return dml;
  throw new Error(`the parser met a statement it does not know: ${inner?.getText() ?? context.getText()}`);
}

export function localVariables(source: SourceText, context: LocalVariableDeclarationContext): LocalVariableStatement {
  return {
    kind: 'local',
    isFinal: context.modifier_list().some((modifier) => Boolean(modifier.FINAL())),
    type: typeReference(source, context.typeRef()),
    declarators: context
      .variableDeclarators()
      .variableDeclarator_list()
      .map((declarator) => ({
        name: declarator.id().getText(),
        initializer: declarator.expression() ? expression(source, declarator.expression()) : null,
        pos: source.start(declarator)
      })),
    pos: source.start(context)
  };
}

function ifStatement(source: SourceText, context: IfStatementContext): Statement {
  const [then, otherwise] = context.statement_list();
  return {
    kind: 'if',
    condition: expression(source, context.parExpression().expression()),
    then: statement(source, then as StatementContext),
    otherwise: otherwise ? statement(source, otherwise) : null,
    pos: source.start(context)
  };
}

/** Body of a loop; `;` is an empty block. */
function loopBody(source: SourceText, context: ForStatementContext | WhileStatementContext): Statement {
  const body = context.statement();
  if (body) return statement(source, body);
  const pos = source.at(context.SEMI());
  return { kind: 'block', statements: [], pos, endPos: pos };
}

function whileStatement(source: SourceText, context: WhileStatementContext): Statement {
  return {
    kind: 'while',
    condition: expression(source, context.parExpression().expression()),
    body: loopBody(source, context),
    pos: source.start(context)
  };
}

function doWhileStatement(source: SourceText, context: DoWhileStatementContext): Statement {
  return {
    kind: 'do-while',
    body: block(source, context.block()),
    condition: expression(source, context.parExpression().expression()),
    pos: source.start(context)
  };
}

function forStatement(source: SourceText, context: ForStatementContext): ForStatement | ForEachStatement {
  const control = context.forControl();
  const pos = source.start(context);
  const each = control.enhancedForControl();
  if (each) {
    return {
      kind: 'for-each',
      type: typeReference(source, each.typeRef()),
      name: each.id().getText(),
      iterable: expression(source, each.expression()),
      body: loopBody(source, context),
      pos
    };
  }
  const init = control.forInit();
  const declaration = init?.localVariableDeclaration();
  return {
    kind: 'for',
    init: declaration ? localVariables(source, declaration) : expressions(source, init?.expressionList() ?? null),
    condition: control.expression() ? expression(source, control.expression()) : null,
    update: expressions(source, control.forUpdate()?.expressionList() ?? null),
    body: loopBody(source, context),
    pos
  };
}

function tryStatement(source: SourceText, context: TryStatementContext): TryStatement {
  const finallyBlock = context.finallyBlock();
  return {
    kind: 'try',
    body: block(source, context.block()),
    catches: context.catchClause_list().map((clause) => ({
      type: qualifiedTypeReference(source, clause.qualifiedName()),
      name: clause.id().getText(),
      body: block(source, clause.block()),
      pos: source.start(clause)
    })),
    finallyBody: finallyBlock ? block(source, finallyBlock.block()) : null,
    pos: source.start(context)
  };
}
