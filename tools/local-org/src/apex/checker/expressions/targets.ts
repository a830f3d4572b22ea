/** What may stand on the left of an assignment. */
import type { Expression } from '../../ast/nodes.js';
import { isSubtype } from '../../binder/relations.js';
import type { FieldSymbol } from '../../binder/symbols.js';
import type { BoundExpression } from '../../bound/nodes.js';
import { isUnknown, type BodyContext, type LocalVariable } from '../context.js';
import { isVisible } from '../../binder/visibility.js';

type FieldExpression = Extract<BoundExpression, { kind: 'field' }>;
type RecordField = Extract<BoundExpression, { kind: 'sobject-field' }>;

/** Reports a property without a getter, or with one out of reach. */
export function checkReadable(ctx: BodyContext, value: BoundExpression, node: Expression): void {
  if (value.kind !== 'field') return;
  const field = value.field as FieldSymbol;
  if (field.kind !== 'property' || field === ctx.body.property) return;
  if (!field.getter) ctx.problems.report(node.pos, 'load-forbidden', field.name, field.owner.name);
  else if (!isVisible(ctx.world, ctx.owner, { ...field, access: field.getter.access })) {
    ctx.problems.report(node.pos, 'variable-not-visible', `${field.owner.name}.${field.name}`);
  }
}

/** Reports when the expression cannot be assigned. */
export function checkAssignable(ctx: BodyContext, target: BoundExpression, node: Expression): void {
  if (isUnknown(target.type)) return;
  switch (target.kind) {
    case 'local':
      if ((target.local as LocalVariable).isFinal) ctx.problems.report(node.pos, 'final-assignment', target.local.name);
      return;
    case 'field':
      if (target.safe) ctx.problems.report(node.pos, 'safe-assignment');
      checkField(ctx, target, node);
      return;
    case 'sobject-field':
      if (target.safe) ctx.problems.report(node.pos, 'safe-assignment');
      checkRecordField(ctx, target, node);
      return;
    case 'platform-property':
      if (!target.member.setter) {
        ctx.problems.report(node.pos, 'store-forbidden', target.member.name, target.member.owner.type.name);
      }
      return;
    case 'index':
      return;
    default:
      ctx.problems.report(node.pos, 'not-assignable');
  }
}

function checkField(ctx: BodyContext, target: FieldExpression, node: Expression): void {
  const field = target.field as FieldSymbol;
  if (field.kind === 'property') {
    if (!field.setter) {
      ctx.problems.report(node.pos, 'store-forbidden', field.name, field.owner.name);
    } else if (!isVisible(ctx.world, ctx.owner, { ...field, access: field.setter.access })) {
      ctx.problems.report(node.pos, 'variable-not-visible', `${field.owner.name}.${field.name}`);
    }
    return;
  }
  if (field.isFinal && !mayInitialize(ctx, field)) ctx.problems.report(node.pos, 'final-assignment', field.name);
}

function mayInitialize(ctx: BodyContext, field: FieldSymbol): boolean {
  // The constructor of a subclass may set what the superclass has left open.
  if (!isSubtype(ctx.world, ctx.owner.type, field.owner)) return false;
  if (field.isStatic) return ctx.body.kind === 'initializer' && ctx.body.isStatic;
  return ctx.body.kind === 'constructor' || (ctx.body.kind === 'initializer' && !ctx.body.isStatic);
}

function checkRecordField(ctx: BodyContext, target: RecordField, node: Expression): void {
  if (target.role === 'children') {
    ctx.problems.report(node.pos, 'field-not-writeable', `${target.object ?? 'SObject'}.${target.field}`);
    return;
  }
  if (target.role === 'parent' || target.object === null) return;
  if (!isWriteable(ctx, target.object, target.field)) {
    ctx.problems.report(node.pos, 'field-not-writeable', `${target.object}.${target.field}`);
  }
}

/** Whether code may assign the field of a record in memory. Source: Apex Developer Guide, "DML and sObjects". */
export function isWriteable(ctx: BodyContext, objectName: string, fieldName: string): boolean {
  const object = ctx.world.schema.object(objectName);
  const field = ctx.world.schema.field(objectName, fieldName);
  if (!object || !field) return true;
  // Custom metadata records are built in memory by tests; the id of any record may be set to make an update of it.
  if (object.kind === 'custom-metadata' || field.type === 'id') return true;
  return field.createable || field.updateable;
}
