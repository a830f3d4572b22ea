/** `record.Field.addError('text')`: a method of the field, not of its value. */
import { BOOLEAN, STRING, type ApexType } from '../../../values/type.js';
import type { Expression, MethodCallExpression } from '../../ast/nodes.js';
import { isExceptionType } from '../../binder/relations.js';
import type { BoundExpression } from '../../bound/nodes.js';
import { unknown, type BodyContext } from '../context.js';
import { convert } from '../convert.js';
import { callPlatform, platformMethod } from '../platform-members.js';
import { bindExpression } from './expression.js';
import { referentOf, valueOf } from './field-access.js';

/** The call as `record.addError('Field', text[, escape])`; null when the receiver is no field of a record. */
export function addErrorOnField(ctx: BodyContext, node: MethodCallExpression): BoundExpression | null {
  if (node.name.toLowerCase() !== 'adderror' || !node.target || !mayBeField(node.target)) return null;
  const referent = referentOf(ctx, node.target);
  const field = referent ? valueOf(referent) : null;
  if (field?.kind !== 'sobject-field' || field.role !== 'value') return null;
  if (node.safe) ctx.problems.report(node.pos, 'safe-add-error');
  const [text, escape] = node.args.map((arg) => bindExpression(ctx, arg));
  if (!text || node.args.length > 2) return null;
  const signature: readonly ApexType[] = escape ? [STRING, STRING, BOOLEAN] : [STRING, STRING];
  const member = platformMethod(
    ctx,
    'System.SObject',
    'addError',
    signature.map((type) => type.key),
    node.pos
  );
  if (!member) return unknown(node.pos);
  const message = isExceptionType(ctx.world, text.type)
    ? callPlatform(ctx, text, 'System.Exception', 'getMessage', text.pos)
    : convert(ctx, text, STRING, text.pos);
  const name: BoundExpression = { kind: 'literal', value: field.field, type: STRING, pos: node.pos };
  return {
    kind: 'platform-call',
    member,
    target: field.target,
    args: escape ? [name, message, convert(ctx, escape, BOOLEAN, escape.pos)] : [name, message],
    safe: field.safe,
    isSuper: false,
    access: ctx.access,
    type: member.returnType,
    pos: node.pos
  };
}

const mayBeField = (node: Expression): boolean => node.kind === 'field-access';
