import type {
  AnonymousUnitContext,
  CompilationUnitContext,
  FieldDeclarationContext,
  ModifierContext,
  StatementContext,
  TriggerCaseContext,
  TriggerUnitContext
} from '@apexdevtools/apex-parser';
import type {
  AnonymousUnit,
  BlockStatement,
  ClassUnit,
  LocalVariableStatement,
  MemberDeclaration,
  Position,
  Statement,
  TriggerEvent,
  TriggerUnit
} from '../ast/nodes.js';
import { fieldDeclarations, memberDeclarations, typeDeclaration, type MemberContext } from './declarations.js';
import { modifierList } from './modifiers.js';
import type { SourceText } from './source.js';
import { statement } from './statements.js';

export function classUnit(source: SourceText, context: CompilationUnitContext): ClassUnit {
  return { kind: 'class-unit', type: typeDeclaration(source, context.typeDeclaration()) };
}

export function triggerUnit(source: SourceText, context: TriggerUnitContext): TriggerUnit {
  const body = context.triggerBlock();
  const { statements, members } = splitMembers(
    source,
    body.triggerBlockMember_list().map((item) => ({
      member: item.triggerMemberDeclaration(),
      modifiers: item.modifier_list(),
      statement: item.statement()
    }))
  );
  return {
    kind: 'trigger-unit',
    name: context.id(0).getText(),
    object: context.id(1).getText(),
    events: context.triggerCase_list().map(triggerEvent),
    body: block(statements, source.start(body), source.end(body)),
    members,
    pos: source.start(context.id(0))
  };
}

export function anonymousUnit(source: SourceText, context: AnonymousUnitContext): AnonymousUnit {
  const { statements, members } = splitMembers(
    source,
    context
      .anonymousBlock()
      .anonymousBlockMember_list()
      .map((item) => ({
        member: item.anonymousMemberDeclaration(),
        modifiers: item.modifier_list(),
        statement: item.statement()
      }))
  );
  const pos = source.start(context);
  return { kind: 'anonymous-unit', body: block(statements, pos, source.end(context)), members, pos };
}

function triggerEvent(context: TriggerCaseContext): TriggerEvent {
  const [time, action] = [context.getChild(0), context.getChild(1)].map((part) => part.getText().toLowerCase());
  return `${time} ${action}` as TriggerEvent;
}

const block = (statements: readonly Statement[], pos: Position, endPos: Position): BlockStatement => ({
  kind: 'block',
  statements,
  pos,
  endPos
});

interface BodyItem {
  readonly member: MemberContext | null;
  readonly modifiers: readonly ModifierContext[];
  readonly statement: StatementContext | null;
}

/**
 * Trigger bodies and anonymous blocks mix statements with declarations. A variable without modifiers (or with `final`
 * alone) is a local variable, which the grammar cannot tell from a field.
 */
function splitMembers(
  source: SourceText,
  items: readonly BodyItem[]
): { statements: readonly Statement[]; members: readonly MemberDeclaration[] } {
  const statements: Statement[] = [];
  const members: MemberDeclaration[] = [];
  for (const item of items) {
    if (item.statement) {
      statements.push(statement(source, item.statement));
      continue;
    }
    if (!item.member) continue;
    const modifiers = modifierList(source, item.modifiers);
    const field = item.member.fieldDeclaration();
    if (field && modifiers.modifiers.every((modifier) => modifier === 'final')) {
      statements.push(localStatement(source, field, modifiers.modifiers.length > 0));
    } else {
      members.push(...memberDeclarations(source, item.member, modifiers));
    }
  }
  return { statements, members };
}

function localStatement(source: SourceText, field: FieldDeclarationContext, isFinal: boolean): LocalVariableStatement {
  const fields = fieldDeclarations(source, field, { modifiers: [], annotations: [] });
  const [first] = fields;
  if (!first) throw new Error('a variable declaration without a variable');
  return {
    kind: 'local',
    isFinal,
    type: first.type,
    declarators: fields.map(({ name, initializer, pos }) => ({ name, initializer, pos })),
    pos: source.start(field)
  };
}
