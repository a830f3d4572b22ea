/** `new T(…)`: classes of the org, exceptions, platform classes, records. */
import { SOBJECT, type ApexType } from '../../../values/type.js';
import type { NewObjectExpression } from '../../ast/nodes.js';
import { apexTypeOf } from '../../../schema/apex-types.js';
import { platformConstructors, type ConstructorCandidate } from '../../binder/members.js';
import { parameterText } from '../../binder/signatures.js';
import type { ConstructorSymbol, TypeSymbol } from '../../binder/symbols.js';
import { resolveType } from '../../binder/type-names.js';
import { objectOf } from '../../binder/world.js';
import { constructorSlot } from '../../binder/slots.js';
import type { BoundExpression } from '../../bound/nodes.js';
import { isUnknown, unknown, type BodyContext } from '../context.js';
import { convert } from '../convert.js';
import { chooseOverload, convertArguments } from '../overloads.js';
import { checkMemberTypes } from '../dependents.js';
import { isVisible } from '../../binder/visibility.js';
import { exceptionConstructors } from './exception-constructors.js';
import { bindExpression } from './expression.js';
import { newCollectionFrom } from './collections.js';
import { parentType, relationshipField } from './sobject-fields.js';
import { isWriteable } from './targets.js';

export function bindNew(ctx: BodyContext, node: NewObjectExpression): BoundExpression {
  const type = resolveType(ctx.typeScope, node.type);
  if (node.fields) return newRecord(ctx, node, type);
  const args = node.args.map((arg) => bindExpression(ctx, arg));
  if (!type || isUnknown(type)) return unknown(node.pos);
  switch (type.kind) {
    case 'user':
      return newInstance(ctx, node, type, args);
    case 'sobject':
      if (args.length > 0) ctx.problems.report(node.pos, 'new-named-only', type.name);
      return newRecord(ctx, { ...node, fields: [] }, type);
    case 'list':
    case 'set':
    case 'map':
      return newCollectionFrom(ctx, node, type, args);
    case 'platform':
      return newPlatform(ctx, node, type, args);
    case 'primitive':
    case 'object': {
      // `new Object()` is legal; primitives have no constructors except where the registry says so.
      if (platformConstructors(ctx.world, type).length > 0) return newPlatform(ctx, node, type, args);
      ctx.problems.report(node.pos, 'new-type', type.name);
      return unknown(node.pos);
    }
    case 'void':
    case 'null':
    case 'parameter':
      ctx.problems.report(node.pos, 'new-type', type.name);
      return unknown(node.pos);
  }
}

function newInstance(
  ctx: BodyContext,
  node: NewObjectExpression,
  type: ApexType,
  args: readonly BoundExpression[]
): BoundExpression {
  const symbol = ctx.world.symbols.of(type);
  if (symbol?.kind !== 'class') {
    ctx.problems.report(node.pos, 'new-type', type.name);
    return { ...unknown(node.pos), type };
  }
  if (symbol.isAbstract) {
    ctx.problems.report(node.pos, 'new-abstract', type.name);
    return { ...unknown(node.pos), type };
  }
  const choice = chooseOverload(ctx, constructorsOf(ctx, symbol), args);
  if (choice.kind === 'none') {
    if (!args.some((arg) => isUnknown(arg.type))) {
      ctx.problems.report(node.pos, 'constructor-unknown', type.name, parameterText(args.map((arg) => arg.type)));
    }
    return { ...unknown(node.pos), type };
  }
  const { overload } = choice;
  if (choice.kind === 'ambiguous') ctx.problems.report(node.pos, 'method-ambiguous', `[${type.name}].<Constructor>`);
  checkMemberTypes(ctx, type, overload.parameters, node.pos);
  const converted = convertArguments(ctx, args, overload.parameters);
  if (!overload.symbol) return { kind: 'new-exception', args: converted, type, pos: node.pos };
  if (!isVisible(ctx.world, ctx.owner, overload.symbol)) {
    ctx.problems.report(
      node.pos,
      'method-not-visible',
      `[${type.name}].<Constructor>${parameterText(overload.parameters)}`
    );
  }
  const constructor = { owner: type, slot: overload.symbol.slot, member: null };
  return { kind: 'new', constructor, args: converted, type, pos: node.pos };
}

/** Constructors of a class: its own, the implicit one, and those that every exception class has. */
export function constructorsOf(ctx: BodyContext, symbol: TypeSymbol): readonly ConstructorCandidate[] {
  const own: ConstructorCandidate[] = symbol.constructors.map((constructor) => ({
    parameters: constructor.parameters,
    symbol: constructor,
    member: null
  }));
  if (symbol.isException) return [...own, ...exceptionConstructors(own)];
  return own.length > 0 ? own : [{ parameters: [], symbol: implicitConstructor(symbol), member: null }];
}

export const implicitConstructor = (symbol: TypeSymbol): ConstructorSymbol => ({
  owner: symbol.type,
  slot: constructorSlot(symbol.type, 0),
  parameters: [],
  access: 'public',
  isTestVisible: false
});

function newPlatform(
  ctx: BodyContext,
  node: NewObjectExpression,
  type: ApexType,
  args: readonly BoundExpression[]
): BoundExpression {
  const info = ctx.world.platform.of(type);
  const constructors = platformConstructors(ctx.world, type);
  const choice = chooseOverload(ctx, constructors, args);
  if (choice.kind === 'none' || !choice.overload.member) {
    if (args.some((arg) => isUnknown(arg.type))) return { ...unknown(node.pos), type };
    const parameters = parameterText(args.map((arg) => arg.type));
    if (info?.kind === 'interface' || info?.kind === 'enum') ctx.problems.report(node.pos, 'new-type', type.name);
    else if (!info) ctx.problems.report(node.pos, 'not-supported', `new ${type.name}${parameters}`);
    else ctx.problems.report(node.pos, 'constructor-unknown', type.name, parameters);
    return { ...unknown(node.pos), type };
  }
  const { overload } = choice;
  const converted = convertArguments(ctx, args, overload.parameters);
  return { kind: 'new-platform', member: choice.overload.member, args: converted, type, pos: node.pos };
}

// ---------------------------------------------------------------- records

function newRecord(ctx: BodyContext, node: NewObjectExpression, type: ApexType | null): BoundExpression {
  const values = (node.fields ?? []).map((field) => ({ field, value: bindExpression(ctx, field.value) }));
  if (!type || isUnknown(type)) return unknown(node.pos);
  if (type.kind !== 'sobject') {
    ctx.problems.report(node.pos, 'new-not-sobject', type.name);
    return { ...unknown(node.pos), type };
  }
  const object = objectOf(ctx.world, type);
  if (type === SOBJECT || !object) {
    ctx.problems.report(node.pos, 'new-sobject', type.name);
    return { ...unknown(node.pos), type };
  }
  const seen = new Set<string>();
  const fields: { field: string; value: BoundExpression }[] = [];
  for (const { field, value } of values) {
    const key = field.name.toLowerCase();
    if (seen.has(key)) ctx.problems.report(field.pos, 'field-init-twice', field.name);
    seen.add(key);
    const definition = object.fields[key];
    const relation = definition ? null : relationshipField(object, field.name);
    if (definition) {
      if (!isWriteable(ctx, object.name, definition.name)) {
        ctx.problems.report(field.pos, 'field-not-writeable', `${object.name}.${definition.name}`);
      }
      fields.push({ field: definition.name, value: convert(ctx, value, apexTypeOf(definition), field.pos) });
    } else if (relation) {
      const parent = parentType(ctx.world.schema, relation);
      fields.push({ field: relation.relationshipName ?? field.name, value: convert(ctx, value, parent, field.pos) });
    } else {
      ctx.problems.report(field.pos, 'field-unknown', field.name, object.name);
    }
  }
  return { kind: 'new-sobject', fields, type, pos: node.pos };
}
