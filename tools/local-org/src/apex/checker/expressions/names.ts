/** Simple names: variables first, then types, then namespaces. */
import type { NameExpression } from '../../ast/nodes.js';
import type { BoundExpression } from '../../bound/nodes.js';
import { fieldNamed } from '../../binder/members.js';
import { dependOn, typeNamed, userTypeNamed } from '../../binder/type-names.js';
import type { FieldSymbol, TypeSymbol } from '../../binder/symbols.js';
import { checkMemberTypes } from '../dependents.js';
import { isVisible } from '../../binder/visibility.js';
import { unknown, type BodyContext } from '../context.js';
import type { Referent } from './referents.js';

/** Names that the language itself defines, unless the org has a type of that name. */
const LANGUAGE_NAMES: Readonly<Record<string, Referent>> = {
  trigger: { kind: 'trigger' },
  label: { kind: 'labels' },
  page: { kind: 'pages' },
  sobjecttype: { kind: 'object-describes' }
};

/** What the name means; null when nothing. */
export function referentOfName(ctx: BodyContext, node: NameExpression): Referent | null {
  const variable = variableNamed(ctx, node);
  return variable ? { kind: 'value', value: variable, name: node.name } : typeReferent(ctx, node.name);
}

function variableNamed(ctx: BodyContext, node: NameExpression): BoundExpression | null {
  const local = ctx.local(node.name);
  if (local) return { kind: 'local', local, type: local.type, pos: node.pos };
  const own = fieldNamed(ctx.world, ctx.owner, node.name);
  if (own && isVisible(ctx.world, ctx.owner, own)) {
    // Where no instance is at hand, a type of the same name is meant: `Kind.FAILED` beside a field `kind`.
    const isOutOfReach = !own.isStatic && ctx.body.isStatic;
    return isOutOfReach && typeReferent(ctx, node.name) ? null : fieldReference(ctx, own, node);
  }
  const outer = ctx.owner.outer ? ctx.world.symbols.get(ctx.owner.outer.toLowerCase()) : null;
  const outerField = outer ? fieldNamed(ctx.world, outer, node.name) : null;
  if (!outerField) return null;
  if (outerField.isStatic) return staticField(ctx, outerField, node);
  return typeReferent(ctx, node.name) ? null : fieldReference(ctx, outerField, node);
}

function fieldReference(ctx: BodyContext, field: FieldSymbol, node: NameExpression): BoundExpression {
  if (field.isStatic) return staticField(ctx, field, node);
  const fromInner = !isMemberOf(ctx, field);
  if (ctx.body.isStatic || fromInner) {
    ctx.problems.report(node.pos, 'instance-field-in-static', field.name, field.owner.name);
    return unknown(node.pos);
  }
  if (ctx.inConstructorCall) {
    ctx.problems.report(node.pos, 'instance-in-constructor-call', field.name);
    return unknown(node.pos);
  }
  dependOn(ctx.typeScope, field.owner);
  checkMemberTypes(ctx, field.owner, [field.type], node.pos);
  return {
    kind: 'field',
    field,
    target: { kind: 'this', type: ctx.owner.type, pos: node.pos },
    viaAccessor: viaAccessor(ctx, field),
    safe: false,
    type: field.type,
    pos: node.pos
  };
}

const isMemberOf = (ctx: BodyContext, field: FieldSymbol): boolean =>
  fieldNamed(ctx.world, ctx.owner, field.name)?.owner === field.owner;

export function staticField(
  ctx: BodyContext,
  field: FieldSymbol,
  node: { readonly pos: NameExpression['pos'] }
): BoundExpression {
  dependOn(ctx.typeScope, field.owner);
  checkMemberTypes(ctx, field.owner, [field.type], node.pos);
  return {
    kind: 'field',
    field,
    target: null,
    viaAccessor: viaAccessor(ctx, field),
    safe: false,
    type: field.type,
    pos: node.pos
  };
}

/**
 * Whether reading or writing the property calls accessors. Inside its own accessors the name means the backing field.
 * Source: Apex Developer Guide, "Apex Properties" (the examples of BasicProperty).
 */
export const viaAccessor = (ctx: BodyContext, field: FieldSymbol): boolean =>
  field.kind === 'property' &&
  field !== ctx.body.property &&
  ((field.getter?.call ?? false) || (field.setter?.call ?? false));

/** The name as a type, a namespace or a name of the language; null when it is none. */
export function typeReferent(ctx: BodyContext, name: string): Referent | null {
  const user: TypeSymbol | null = userTypeNamed(ctx.world, ctx.owner, name);
  if (user) {
    dependOn(ctx.typeScope, user.type);
    return { kind: 'type', type: user.type, path: [name] };
  }
  const special = LANGUAGE_NAMES[name.toLowerCase()];
  if (special) return special;
  const type = typeNamed(ctx.world, ctx.owner, [name]);
  if (type) {
    dependOn(ctx.typeScope, type);
    return { kind: 'type', type, path: [name] };
  }
  return ctx.world.platform.namespace(name) ? { kind: 'namespace', path: [name] } : null;
}
