/** Method calls. */
import { listOf, OBJECT, platformType, STRING, type ApexType } from '../../../values/type.js';
import type { MethodCallExpression } from '../../ast/nodes.js';
import { methodsNamed, type MethodCandidate } from '../../binder/members.js';
import { isEnum } from '../../binder/relations.js';
import { parameterText, qualifiedSignature } from '../../binder/signatures.js';
import { dependOn, typeNamed } from '../../binder/type-names.js';
import type { BoundExpression } from '../../bound/nodes.js';
import { isUnknown, unknown, type BodyContext } from '../context.js';
import { asSingleRow, convert } from '../convert.js';
import { chooseOverload, convertArguments } from '../overloads.js';
import { checkMemberTypes, mayBeInherited } from '../dependents.js';
import { isVisible } from '../../binder/visibility.js';
import { addErrorOnField } from './add-error.js';
import { bindConstructorCall } from './constructor-calls.js';
import { bindExpression } from './expression.js';
import { referentOf } from './field-access.js';
import { typeReferent } from './names.js';
import type { Referent } from './referents.js';

/** Where a call is made: on a value, on a type, or on what is in reach without a receiver. */
type Receiver =
  | { readonly kind: 'value'; readonly value: BoundExpression; readonly isSuper: boolean }
  | { readonly kind: 'type'; readonly type: ApexType }
  | { readonly kind: 'own'; readonly type: ApexType };

export function bindCall(ctx: BodyContext, node: MethodCallExpression): BoundExpression {
  if (node.target === null && (node.name === 'this' || node.name === 'super')) return bindConstructorCall(ctx, node);
  if (node.target === null) return unqualifiedCall(ctx, node);
  const field = addErrorOnField(ctx, node);
  if (field) return field;
  if (node.target.kind === 'super') {
    const target = bindExpression(ctx, node.target);
    const args = bindArguments(ctx, node);
    return callOn(ctx, node, { kind: 'value', value: target, isSuper: true }, args);
  }
  const referent = referentOf(ctx, node.target);
  const args = bindArguments(ctx, node);
  if (!referent) {
    const { target } = node;
    const name = target.kind === 'name' || target.kind === 'field-access' ? target.name : '';
    if (!ctx.problems.hasAt(target.pos)) {
      const isPlatforms = target.kind === 'name' && ctx.world.platform.knownElsewhere(name);
      ctx.problems.report(target.pos, isPlatforms ? 'not-supported' : 'variable-unknown', name);
    }
    return unknown(node.pos);
  }
  return callOnReferent(ctx, node, referent, args);
}

const bindArguments = (ctx: BodyContext, node: MethodCallExpression): readonly BoundExpression[] =>
  node.args.map((arg) => bindExpression(ctx, arg));

function callOnReferent(
  ctx: BodyContext,
  node: MethodCallExpression,
  referent: Referent,
  args: readonly BoundExpression[]
): BoundExpression {
  switch (referent.kind) {
    case 'value':
      if (referent.name !== null) {
        const type = hiddenType(ctx, node, referent.value, referent.name, args);
        if (type) return callOnReferent(ctx, node, type, args);
      }
      return callOn(ctx, node, { kind: 'value', value: referent.value, isSuper: false }, args);
    case 'describe':
    case 'describe-fields':
    case 'describe-field-sets':
      return callOn(ctx, node, { kind: 'value', value: referent.value, isSuper: false }, args);
    case 'type':
      if (node.safe) ctx.problems.report(node.pos, 'safe-static', referent.type.name);
      return callOn(ctx, node, { kind: 'type', type: referent.type }, args);
    case 'namespace': {
      // `System.debug(…)`: the class of the same name as its namespace.
      const [name = ''] = referent.path;
      const type = typeNamed(ctx.world, ctx.owner, [name, name]);
      if (type) return callOn(ctx, node, { kind: 'type', type }, args);
      return reportMissing(ctx, node, name, args);
    }
    case 'labels':
    case 'trigger':
    case 'pages':
    case 'object-describes':
      return callOnLanguageName(ctx, node, referent, args);
  }
}

/** `Trigger`, `Label` and the like have no methods, except those of a platform class of that name (`Label.get`). */
function callOnLanguageName(
  ctx: BodyContext,
  node: MethodCallExpression,
  referent: Referent,
  args: readonly BoundExpression[]
): BoundExpression {
  const name = { labels: 'Label', trigger: 'Trigger', pages: 'Page', 'object-describes': 'SObjectType' }[
    referent.kind as 'labels'
  ];
  const type = typeNamed(ctx.world, null, ['System', name]);
  return type ? callOn(ctx, node, { kind: 'type', type }, args) : reportMissing(ctx, node, name, args);
}

/** A variable that is named like a type hides it, unless only the type has a fitting static method. */
function hiddenType(
  ctx: BodyContext,
  node: MethodCallExpression,
  value: BoundExpression,
  name: string,
  args: readonly BoundExpression[]
): Referent | null {
  if (isUnknown(value.type)) return null;
  const onValue = methodsNamed(ctx.world, value.type, node.name).filter((method) => !method.isStatic);
  if (chooseOverload(ctx, onValue, args).kind !== 'none') return null;
  const referent = typeReferent(ctx, name);
  if (referent?.kind !== 'type') return null;
  const onType = methodsNamed(ctx.world, referent.type, node.name).filter((method) => method.isStatic);
  const fits =
    chooseOverload(ctx, onType, args).kind !== 'none' || specialStatic(ctx, node, referent.type, args) !== null;
  return fits ? referent : null;
}

// ---------------------------------------------------------------- calls without a receiver

/** `f(x)`: methods of the class and its superclasses, then static ones of the outer class. */
function unqualifiedCall(ctx: BodyContext, node: MethodCallExpression): BoundExpression {
  const args = bindArguments(ctx, node);
  const own = methodsNamed(ctx.world, ctx.owner.type, node.name);
  const outer = ctx.owner.outer ? ctx.world.symbols.get(ctx.owner.outer.toLowerCase()) : null;
  const outerMethods = outer ? methodsNamed(ctx.world, outer.type, node.name).filter((method) => method.symbol) : [];
  const choice = chooseOverload(ctx, own, args);
  if (choice.kind === 'none' && outer && chooseOverload(ctx, outerMethods, args).kind !== 'none') {
    return callOn(ctx, node, { kind: 'type', type: outer.type }, args);
  }
  return callOn(ctx, node, { kind: 'own', type: ctx.owner.type }, args);
}

// ---------------------------------------------------------------- calls

function callOn(
  ctx: BodyContext,
  node: MethodCallExpression,
  receiver: Receiver,
  args: readonly BoundExpression[]
): BoundExpression {
  const type = receiver.kind === 'value' ? receiver.value.type : receiver.type;
  if (isUnknown(type)) return unknown(node.pos);
  if (receiver.kind === 'type') {
    const special = specialStatic(ctx, node, type, args);
    if (special) return special;
  }
  const candidates = candidatesFor(ctx, node, receiver, type);
  const choice = chooseOverload(ctx, candidates, args);
  if (choice.kind === 'none') {
    const row = receiver.kind === 'value' ? asSingleRow(receiver.value, null, node.safe) : null;
    if (row) return callOn(ctx, node, { kind: 'value', value: row, isSuper: false }, args);
    if (args.some((arg) => isUnknown(arg.type))) return unknown(node.pos);
    return reportMissing(ctx, node, type.name, args, type);
  }
  if (choice.kind === 'ambiguous' && args.some((arg) => isUnknown(arg.type))) return unknown(node.pos);
  if (choice.kind === 'ambiguous') {
    ctx.problems.report(node.pos, 'method-ambiguous', qualifiedSignature(choice.overload));
  }
  return callOf(ctx, node, receiver, choice.overload, args);
}

function candidatesFor(
  ctx: BodyContext,
  node: MethodCallExpression,
  receiver: Receiver,
  type: ApexType
): readonly MethodCandidate[] {
  const all = methodsNamed(ctx.world, type, node.name);
  // Overloads that fit the kind of receiver come first; the others give the better message.
  if (receiver.kind === 'own') return all;
  const wanted = all.filter((method) => method.isStatic === (receiver.kind === 'type'));
  return wanted.length > 0 ? wanted : all;
}

function callOf(
  ctx: BodyContext,
  node: MethodCallExpression,
  receiver: Receiver,
  method: MethodCandidate,
  args: readonly BoundExpression[]
): BoundExpression {
  const { pos } = node;
  if (method.symbol && !isVisible(ctx.world, ctx.owner, method.symbol)) {
    ctx.problems.report(pos, 'method-not-visible', qualifiedSignature(method));
  }
  if (method.symbol) checkMemberTypes(ctx, method.owner, [method.returnType, ...method.parameters], pos);
  const target = targetOf(ctx, node, receiver, method);
  const converted = convertArguments(ctx, args, method.parameters);
  const isSuper = receiver.kind === 'value' && receiver.isSuper;
  if (isSuper && method.isAbstract) ctx.problems.report(pos, 'abstract-called', qualifiedSignature(method));
  const type = resultType(receiver, method);
  dependOn(ctx.typeScope, method.owner);
  if (method.symbol) {
    const { owner, name, slot, isStatic, parameters, returnType } = method.symbol;
    return {
      kind: 'call',
      method: { owner, name, slot, isStatic, parameters, returnType },
      target,
      args: converted,
      safe: node.safe,
      isSuper,
      type,
      pos
    };
  }
  if (!method.member) throw new Error(`the method ${method.name} has neither a symbol nor a platform member`);
  return {
    kind: 'platform-call',
    member: method.member,
    target,
    args: converted,
    safe: node.safe,
    isSuper,
    access: ctx.access,
    type,
    pos
  };
}

/** clone() of a record or an object has the static type of its receiver. */
function resultType(receiver: Receiver, method: MethodCandidate): ApexType {
  if (receiver.kind === 'value' && method.member && method.name.toLowerCase() === 'clone') {
    const { type } = receiver.value;
    if (type.kind === 'sobject' || (type.kind === 'user' && method.owner === OBJECT)) return type;
  }
  return method.returnType;
}

function targetOf(
  ctx: BodyContext,
  node: MethodCallExpression,
  receiver: Receiver,
  method: MethodCandidate
): BoundExpression | null {
  const { pos } = node;
  if (method.isStatic) {
    if (receiver.kind === 'value' && !receiver.isSuper) {
      ctx.problems.report(pos, 'static-method-on-instance', qualifiedSignature(method));
    }
    return null;
  }
  if (receiver.kind === 'value') return receiver.value;
  const needsInstance = receiver.kind === 'type' || ctx.body.isStatic;
  if (needsInstance) ctx.problems.report(pos, 'instance-method-in-static', qualifiedSignature(method));
  return { kind: 'this', type: ctx.owner.type, pos };
}

// ---------------------------------------------------------------- static methods that the language gives

/** `Color.values()`, `Color.valueOf(x)`, `Account.getSObjectType()`; null for every other method. */
function specialStatic(
  ctx: BodyContext,
  node: MethodCallExpression,
  type: ApexType,
  args: readonly BoundExpression[]
): BoundExpression | null {
  const name = node.name.toLowerCase();
  const { pos } = node;
  if (isEnum(ctx.world, type)) {
    if (name === 'values' && args.length === 0) return { kind: 'enum-values', owner: type, type: listOf(type), pos };
    const [text] = args;
    if (name === 'valueof' && args.length === 1 && text) {
      return { kind: 'enum-value-of', owner: type, text: convert(ctx, text, STRING, text.pos), type, pos };
    }
  }
  if (type.kind === 'sobject' && name === 'getsobjecttype' && args.length === 0 && type.key !== 'sobject') {
    return { kind: 'sobject-token', object: type.name, field: null, type: platformType('Schema', 'SObjectType'), pos };
  }
  return null;
}

// ---------------------------------------------------------------- messages

function reportMissing(
  ctx: BodyContext,
  node: MethodCallExpression,
  typeName: string,
  args: readonly BoundExpression[],
  type: ApexType | null = null
): BoundExpression {
  if (type && mayBeInherited(ctx, type, node.pos)) return unknown(node.pos);
  const parameters = parameterText(args.map((arg) => arg.type));
  const key = type ? platformKey(type) : typeName;
  const hasSignatures = type !== null && methodsNamed(ctx.world, type, node.name).length > 0;
  // An object may have the name of a class of the platform: `Site.getName()`.
  const isNamesake = type?.kind === 'sobject' && ctx.world.platform.knownElsewhere(`system.${type.key}`, node.name);
  if (isNamesake || (key !== null && !hasSignatures && ctx.world.platform.knownElsewhere(key, node.name))) {
    ctx.problems.report(node.pos, 'not-supported', `${typeName}.${node.name}${parameters}`);
  } else {
    ctx.problems.report(node.pos, 'method-unknown', `void ${node.name}${parameters}`, typeName);
  }
  return unknown(node.pos);
}

/** Name under which the list of the platform's members knows the type; null for types of the org. */
function platformKey(type: ApexType): string | null {
  switch (type.kind) {
    case 'user':
      return null;
    case 'platform':
      return type.key.replace(/<.*$/, '');
    case 'primitive':
      return `system.${type.key}`;
    default:
      return `system.${type.kind}`;
  }
}
