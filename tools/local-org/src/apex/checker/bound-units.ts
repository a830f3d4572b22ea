/** Makes the bound tree of a declared unit. */
import { SOBJECT, type ApexType } from '../../values/type.js';
import type { BlockStatement, TriggerUnit } from '../ast/nodes.js';
import { slotBridges } from '../binder/inheritance.js';
import { allSupertypes, isInterface } from '../binder/relations.js';
import { scopeOf } from '../binder/declare-members.js';
import { dependOn, objectNamed } from '../binder/type-names.js';
import type { DeclaredType, DeclaredUnit } from '../binder/units.js';
import type { World } from '../binder/world.js';
import type { BoundBlock, BoundType, BoundUnit } from '../bound/nodes.js';
import { bindMembers } from './bodies.js';
import { BodyContext, UnitContext, type BodyKind } from './context.js';
import { bindStatements } from './statements/statement.js';

const START = { line: 1, column: 1, offset: 0 };

export function bindUnit(unit: DeclaredUnit, world: World): BoundUnit {
  const { ast, apiVersion } = unit.source;
  const object = ast.kind === 'trigger-unit' ? triggerObject(unit, ast, world) : null;
  const context = new UnitContext(world, unit, object);
  const [holder] = unit.types;
  const types = unit.types
    .filter((declared) => declared.syntax !== null || declared.members.some((member) => isOwnMember(member.kind)))
    .map((declared) => bindType(context, declared));
  const block = (syntax: BlockStatement, kind: BodyKind['kind']): BoundBlock => {
    if (!holder) throw new Error('a unit without a type');
    return bindStatements(
      new BodyContext(context, holder.symbol, { kind, isStatic: true, returnType: null, property: null }),
      syntax
    ).statement;
  };
  const trigger =
    ast.kind === 'trigger-unit'
      ? { object: object?.name ?? ast.object, events: ast.events, body: block(ast.body, 'trigger') }
      : null;
  const body = ast.kind === 'anonymous-unit' ? block(ast.body, 'anonymous') : null;
  return {
    kind: ast.kind === 'class-unit' ? 'class' : ast.kind === 'trigger-unit' ? 'trigger' : 'anonymous',
    name:
      ast.kind === 'class-unit' ? ast.type.name : ast.kind === 'trigger-unit' ? ast.name : (holder?.symbol.name ?? ''),
    apiVersion,
    types,
    trigger,
    body,
    dependencies: [...unit.dependencies].sort(),
    executableLines: [...context.executableLines].sort((a, b) => a - b)
  };
}

/** Inner types of a trigger or anonymous block are bound as types of their own. */
const isOwnMember = (kind: string): boolean => kind !== 'class' && kind !== 'interface' && kind !== 'enum';

function triggerObject(unit: DeclaredUnit, ast: TriggerUnit, world: World): ApexType {
  const type = objectNamed(world, ast.object);
  if (!type) {
    unit.problems.report(ast.pos, 'trigger-object', ast.object);
    return SOBJECT;
  }
  unit.dependencies.add(`object:${type.key}`);
  const isEvent = world.schema.object(type.name)?.kind === 'platform-event';
  const seen = new Set<string>();
  for (const event of ast.events) {
    if (seen.has(event)) unit.problems.report(ast.pos, 'trigger-event-twice', event);
    seen.add(event);
    if (event === 'before undelete') unit.problems.report(ast.pos, 'trigger-undelete');
    else if (isEvent && event !== 'after insert') unit.problems.report(ast.pos, 'trigger-event', type.name);
  }
  return type;
}

function bindType(context: UnitContext, declared: DeclaredType): BoundType {
  const { symbol, syntax } = declared;
  const { world } = context;
  const supertypes = allSupertypes(world, symbol.type);
  // A change of an inherited member changes overrides and slots here, whether the code names the member or not.
  const scope = scopeOf(declared, world);
  for (const base of supertypes) dependOn(scope, base);
  const bridges = symbol.kind === 'class' && !symbol.isAbstract ? slotBridges(world, symbol.type) : [];
  return {
    kind: symbol.kind,
    type: symbol.type,
    isAbstract: symbol.isAbstract,
    isException: symbol.isException,
    isTest: symbol.isTest,
    isGlobal: symbol.access === 'global',
    sharing: symbol.sharing,
    superclass: symbol.superclass,
    interfaces: supertypes.filter((type) => isInterface(world, type)),
    enumValues: symbol.enumValues,
    ...bindMembers(context, declared),
    bridges: bridges.map(({ alias, method }) => ({
      alias,
      slot: method.symbol?.slot ?? alias,
      arity: method.parameters.length,
      isStatic: method.isStatic,
      owner: method.owner
    })),
    annotations: symbol.annotations,
    pos: syntax?.pos ?? START
  };
}
