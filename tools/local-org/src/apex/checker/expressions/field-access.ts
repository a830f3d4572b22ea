/** `a.b`: the meaning of the left side decides what the right side may be. */
import {
  listOf,
  mapOf,
  ID,
  platformType,
  SOBJECT,
  STRING,
  BOOLEAN,
  INTEGER,
  type ApexType
} from '../../../values/type.js';
import type { Expression, FieldAccessExpression, NameExpression, Position } from '../../ast/nodes.js';
import { fieldNamed, propertyNamed } from '../../binder/members.js';
import { enumValues, isEnum } from '../../binder/relations.js';
import { dependOn, objectNamed, typeNamed } from '../../binder/type-names.js';
import { classChain, objectOf } from '../../binder/world.js';
import type { BoundExpression } from '../../bound/nodes.js';
import { unknown, isUnknown, type BodyContext } from '../context.js';
import { asSingleRow } from '../convert.js';
import { pageReference } from './pages.js';
import { callPlatform } from '../platform-members.js';
import { checkMemberTypes, mayBeInherited } from '../dependents.js';
import { isTypeVisible, isVisible } from '../../binder/visibility.js';
import { bindExpression } from './expression.js';
import { referentOfName, staticField, typeReferent, viaAccessor } from './names.js';
import type { Referent } from './referents.js';
import { parentType, relationshipField, sobjectMember } from './sobject-fields.js';

/** Binds a name or a dotted name that must be a value. */
export function bindReference(ctx: BodyContext, node: NameExpression | FieldAccessExpression): BoundExpression {
  const referent = referentOf(ctx, node);
  if (!referent) {
    const isInherited = node.kind === 'name' && mayBeInherited(ctx, ctx.owner.type, node.pos);
    if (!isInherited && !ctx.problems.hasAt(node.pos)) {
      ctx.problems.report(node.pos, 'variable-unknown', node.name);
    }
    return unknown(node.pos);
  }
  const value = valueOf(referent);
  if (value) return value;
  ctx.problems.report(node.pos, 'variable-unknown', node.name);
  return unknown(node.pos);
}

export const valueOf = (referent: Referent): BoundExpression | null =>
  referent.kind === 'value' || referent.kind === 'describe' ? referent.value : null;

/** What an expression stands for as the left side of a dot; null, possibly reported, when nothing. */
export function referentOf(ctx: BodyContext, node: Expression): Referent | null {
  if (node.kind === 'name') return referentOfName(ctx, node);
  if (node.kind !== 'field-access') return { kind: 'value', value: bindExpression(ctx, node), name: null };
  const target = referentOf(ctx, node.target);
  if (!target) {
    if (node.target.kind === 'name' || node.target.kind === 'field-access') {
      if (!ctx.problems.hasAt(node.target.pos)) {
        const isPlatforms = node.target.kind === 'name' && ctx.world.platform.knownElsewhere(node.target.name);
        ctx.problems.report(node.target.pos, isPlatforms ? 'not-supported' : 'variable-unknown', node.target.name);
      }
    }
    return { kind: 'value', value: unknown(node.pos), name: null };
  }
  if (node.safe && target.kind === 'type') ctx.problems.report(node.pos, 'safe-static', target.type.name);
  return memberOf(ctx, target, node);
}

function memberOf(ctx: BodyContext, target: Referent, node: FieldAccessExpression): Referent | null {
  const value = (found: BoundExpression): Referent => ({ kind: 'value', value: found, name: null });
  switch (target.kind) {
    case 'value': {
      const found = valueMember(ctx, target.value, node);
      if (found) return value(found);
      if (
        target.value.kind === 'sobject-token' &&
        target.value.field === null &&
        node.name.toLowerCase() === 'fields'
      ) {
        return tokenFields(ctx, target.value.object, node);
      }
      const cause = target.value.kind === 'sobject-token' ? rowCause(ctx, target.value, node) : null;
      if (cause) return value(cause);
      const type = target.name === null ? null : typeReferent(ctx, target.name);
      const asType = type ? memberOf(ctx, type, node) : null;
      if (asType) return asType;
      if (!ctx.problems.hasAt(node.pos)) reportMissing(ctx, target.value.type, node);
      return value(unknown(node.pos));
    }
    case 'type':
      return typeMember(ctx, target.type, target.path, node);
    case 'namespace':
      return namespaceMember(ctx, target.path, node);
    case 'object-describes': {
      const object = ctx.world.schema.object(node.name);
      if (!object) return null;
      const token = objectToken(object.name, node.pos);
      const describe = callPlatform(ctx, token, 'Schema.SObjectType', 'getDescribe', node.pos);
      ctx.typeScope.dependencies.add(`object:${object.name.toLowerCase()}`);
      return { kind: 'describe', object: object.name, value: describe };
    }
    case 'describe': {
      const found = valueMember(ctx, target.value, node);
      if (!found) return null;
      const name = node.name.toLowerCase();
      if (name === 'fields') return { kind: 'describe-fields', object: target.object, value: found, tokens: false };
      return name === 'fieldsets' ? { kind: 'describe-field-sets', object: target.object, value: found } : value(found);
    }
    case 'describe-fields': {
      const field = ctx.world.schema.field(target.object, node.name);
      if (!field) return null;
      const token = fieldToken(target.object, field.name, node.pos);
      if (target.tokens) return value(token);
      return value(callPlatform(ctx, token, 'Schema.SObjectField', 'getDescribe', node.pos));
    }
    case 'describe-field-sets':
      return value(fieldSet(ctx, target.value, node));
    case 'labels':
      return value(label(ctx, node));
    case 'trigger':
      return value(triggerVariable(ctx, node));
    case 'pages':
      return value(pageReference(ctx, node));
  }
}

function reportMissing(ctx: BodyContext, type: ApexType, node: FieldAccessExpression): void {
  if (isUnknown(type)) return;
  const symbol = ctx.world.symbols.of(type);
  const field = symbol ? fieldNamed(ctx.world, symbol, node.name) : null;
  if (field?.isStatic) {
    ctx.problems.report(node.pos, 'static-field-on-instance', field.name, field.owner.name);
    return;
  }
  const platformName = ctx.world.platform.of(type)?.name;
  if (type.kind === 'platform' && ctx.world.platform.knownElsewhere(type.key.replace(/<.*$/, ''), node.name)) {
    ctx.problems.report(node.pos, 'not-supported', `${platformName ?? type.name}.${node.name}`);
  } else {
    ctx.problems.report(node.pos, 'variable-unknown', node.name);
  }
}

// ---------------------------------------------------------------- members of values

/** `value.name`; null when the value has no such member. */
export function valueMember(
  ctx: BodyContext,
  target: BoundExpression,
  node: FieldAccessExpression
): BoundExpression | null {
  const { type } = target;
  if (isUnknown(type)) return unknown(node.pos);
  const { name, pos, safe } = node;
  const symbol = ctx.world.symbols.of(type);
  if (symbol) {
    const field = fieldNamed(ctx.world, symbol, name);
    if (!field) return platformProperty(ctx, target, node) ?? (mayBeInherited(ctx, type, pos) ? unknown(pos) : null);
    dependOn(ctx.typeScope, field.owner);
    checkMemberTypes(ctx, field.owner, [field.type], pos);
    if (field.isStatic) return null;
    if (!isVisible(ctx.world, ctx.owner, field)) {
      ctx.problems.report(pos, 'variable-not-visible', `${field.owner.name}.${field.name}`);
    }
    return { kind: 'field', field, target, viaAccessor: viaAccessor(ctx, field), safe, type: field.type, pos };
  }
  if (type.kind === 'sobject')
    return sobjectMember(ctx, target, name, safe, pos) ?? platformProperty(ctx, target, node);
  const row = asSingleRow(target, null, safe);
  if (row) return sobjectMember(ctx, row, name, safe, pos);
  return platformProperty(ctx, target, node);
}

function platformProperty(
  ctx: BodyContext,
  target: BoundExpression,
  node: FieldAccessExpression
): BoundExpression | null {
  const property = propertyNamed(ctx.world, target.type, node.name);
  if (!property || property.member.isStatic) return null;
  return {
    kind: 'platform-property',
    member: property.member,
    target,
    safe: node.safe,
    type: property.type,
    pos: node.pos
  };
}

// ---------------------------------------------------------------- members of types and namespaces

function typeMember(
  ctx: BodyContext,
  type: ApexType,
  path: readonly string[],
  node: FieldAccessExpression
): Referent | null {
  const { name, pos } = node;
  const value = (found: BoundExpression): Referent => ({ kind: 'value', value: found, name: null });
  const constant = isEnum(ctx.world, type)
    ? enumValues(ctx.world, type).find((candidate) => candidate.toLowerCase() === name.toLowerCase())
    : undefined;
  if (constant !== undefined) return value({ kind: 'enum-value', owner: type, name: constant, type, pos });
  const symbol = ctx.world.symbols.of(type);
  if (symbol) {
    const field = fieldNamed(ctx.world, symbol, name);
    if (field?.isStatic) {
      if (!isVisible(ctx.world, ctx.owner, field)) {
        ctx.problems.report(pos, 'variable-not-visible', `${field.owner.name}.${field.name}`);
      }
      return value(staticField(ctx, field, node));
    }
    for (const base of classChain(ctx.world, symbol)) {
      const inner = base.inner.get(name.toLowerCase());
      if (!inner) continue;
      if (!isTypeVisible(ctx.world, ctx.owner, inner.type))
        ctx.problems.report(pos, 'type-not-visible', inner.type.name);
      return { kind: 'type', type: inner.type, path: [...path, name] };
    }
    if (field) {
      ctx.problems.report(pos, 'instance-field-in-static', field.name, field.owner.name);
      return value(unknown(pos));
    }
  }
  if (type.kind === 'sobject') {
    const token = sobjectTypeMember(ctx, type, node);
    if (token) return token;
  }
  const property = type.kind === 'user' ? null : propertyNamed(ctx.world, type, name);
  if (property?.member.isStatic) {
    return value({
      kind: 'platform-property',
      member: property.member,
      target: null,
      safe: false,
      type: property.type,
      pos
    });
  }
  return namespaceMember(ctx, path, node);
}

/** `Account.SObjectType`, `Account.Name`, and `Contact.Account.Name` along a relationship. */
function sobjectTypeMember(ctx: BodyContext, type: ApexType, node: FieldAccessExpression): Referent | null {
  const key = node.name.toLowerCase();
  const value = (found: BoundExpression): Referent => ({ kind: 'value', value: found, name: null });
  if (key === 'sobjecttype') return value(objectToken(type.name, node.pos));
  const object = objectOf(ctx.world, type);
  if (!object) return null;
  const field = object.fields[key];
  if (field) return value(fieldToken(object.name, field.name, node.pos));
  if (key === 'fields') return tokenFields(ctx, object.name, node);
  const relation = relationshipField(object, node.name);
  if (!relation) return null;
  const parent = parentType(ctx.world.schema, relation);
  return parent === SOBJECT ? null : { kind: 'type', type: parent, path: [parent.name] };
}

/** `Account.fields`, `Account.SObjectType.fields`. */
function tokenFields(ctx: BodyContext, object: string, node: FieldAccessExpression): Referent | null {
  const describe = callPlatform(ctx, objectToken(object, node.pos), 'Schema.SObjectType', 'getDescribe', node.pos);
  const fields = valueMember(ctx, describe, node);
  return fields ? { kind: 'describe-fields', object, value: fields, tokens: true } : null;
}

/**
 * `Job__Share.RowCause.Recruiter__c`: a value of the picklist as text.
 * https://developer.salesforce.com/docs/atlas.en-us.apexcode.meta/apexcode/apex_bulk_sharing_creating_with_apex.htm
 */
function rowCause(
  ctx: BodyContext,
  token: { readonly object: string; readonly field: string | null },
  node: FieldAccessExpression
): BoundExpression | null {
  if (token.field?.toLowerCase() !== 'rowcause') return null;
  const causes = ctx.world.schema.field(token.object, token.field)?.picklist ?? [];
  const cause = causes.find(({ value }) => value.toLowerCase() === node.name.toLowerCase());
  return cause ? { kind: 'literal', value: cause.value, type: STRING, pos: node.pos } : null;
}

const objectToken = (object: string, pos: Position): BoundExpression => ({
  kind: 'sobject-token',
  object,
  field: null,
  type: platformType('Schema', 'SObjectType'),
  pos
});

const fieldToken = (object: string, field: string, pos: Position): BoundExpression => ({
  kind: 'sobject-token',
  object,
  field,
  type: platformType('Schema', 'SObjectField'),
  pos
});

function namespaceMember(ctx: BodyContext, path: readonly string[], node: FieldAccessExpression): Referent | null {
  const [first = ''] = path;
  const space = first.toLowerCase();
  const key = node.name.toLowerCase();
  if (path.length === 1 && space === 'schema' && key === 'sobjecttype') return { kind: 'object-describes' };
  if (path.length === 1 && space === 'system' && key === 'label') return { kind: 'labels' };
  if (path.length === 1 && space === 'system' && key === 'trigger') return { kind: 'trigger' };
  if (path.length === 1 && space === 'system' && key === 'page') return { kind: 'pages' };
  const full = [...path, node.name];
  const type = typeNamed(ctx.world, ctx.owner, full);
  if (type) return { kind: 'type', type, path: full };
  if (path.length === 1 && space === 'schema') {
    const object = objectNamed(ctx.world, node.name);
    if (object) return { kind: 'type', type: object, path: full };
  }
  const name = full.join('.');
  if (ctx.world.platform.knownElsewhere(name) || ctx.world.platform.knownElsewhere(path.join('.'), node.name)) {
    ctx.problems.report(node.pos, 'not-supported', name);
  }
  return null;
}

// ---------------------------------------------------------------- names of the language

function fieldSet(ctx: BodyContext, fieldSets: BoundExpression, node: FieldAccessExpression): BoundExpression {
  const { pos } = node;
  const map = callPlatform(ctx, fieldSets, 'Schema.SObjectTypeFieldSets', 'getMap', pos);
  const get = ctx.world.platform.type('System.Map')?.members.get('get')?.[0];
  if (!get || isUnknown(map.type)) return unknown(pos);
  return {
    kind: 'platform-call',
    member: get,
    target: map,
    args: [{ kind: 'literal', value: node.name, type: STRING, pos }],
    safe: false,
    isSuper: false,
    access: ctx.access,
    type: platformType('Schema', 'FieldSet'),
    pos
  };
}

function label(ctx: BodyContext, node: FieldAccessExpression): BoundExpression {
  const declared = ctx.world.labels.get(node.name.toLowerCase());
  if (declared === undefined && node.name.toLowerCase() === 'site') {
    ctx.problems.report(node.pos, 'not-supported', 'Label.Site');
    return unknown(node.pos);
  }
  if (declared === undefined) {
    ctx.problems.report(node.pos, 'label-unknown', node.name);
    return unknown(node.pos);
  }
  ctx.typeScope.dependencies.add(`label:${node.name.toLowerCase()}`);
  return { kind: 'label', name: declared, type: STRING, pos: node.pos };
}

/** Source: Apex Developer Guide, "Trigger Context Variables". */
function triggerVariable(ctx: BodyContext, node: FieldAccessExpression): BoundExpression {
  const record = ctx.unitContext.triggerObject ?? SOBJECT;
  const types: Readonly<Record<string, ApexType>> = {
    new: listOf(record),
    old: listOf(record),
    newmap: mapOf(ID, record),
    oldmap: mapOf(ID, record),
    size: INTEGER,
    operationtype: platformType('System', 'TriggerOperation')
  };
  const key = node.name.toLowerCase();
  const flags = ['isexecuting', 'isinsert', 'isupdate', 'isdelete', 'isbefore', 'isafter', 'isundelete'];
  const type = types[key] ?? (flags.includes(key) ? BOOLEAN : null);
  if (!type) {
    ctx.problems.report(node.pos, 'variable-unknown', node.name);
    return unknown(node.pos);
  }
  return { kind: 'trigger-variable', name: key, type, pos: node.pos };
}
