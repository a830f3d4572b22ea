/** DML statements. Source: Apex Developer Guide, "DML Statements". */
import { listOf, SOBJECT, type ApexType } from '../../../values/type.js';
import type { DmlOperation, DmlStatement } from '../../ast/nodes.js';
import { objectOf } from '../../binder/world.js';
import type { ObjectDefinition } from '../../../schema/definitions.js';
import type { BoundExpression } from '../../bound/nodes.js';
import { isUnknown, type BodyContext } from '../context.js';
import { asSingleRow } from '../convert.js';
import { bindExpression } from '../expressions/expression.js';
import type { Bound } from './statement.js';

export function bindDml(ctx: BodyContext, node: DmlStatement): Bound {
  const target = records(ctx, bindExpression(ctx, node.target), node);
  const mergeWith = node.mergeWith ? bindExpression(ctx, node.mergeWith) : null;
  const object = objectOf(ctx.world, elementType(target.type) ?? SOBJECT);
  if (object) checkOperation(ctx, node, object);
  if (mergeWith) checkMerge(ctx, node, target.type, mergeWith.type);
  return {
    statement: {
      kind: 'dml',
      operation: node.operation,
      access: node.accessLevel ? { mode: node.accessLevel } : ctx.access,
      target,
      upsertField: node.upsertField === null ? null : upsertField(ctx, node, node.upsertField, object),
      mergeWith,
      pos: node.pos
    },
    completion: 'yes'
  };
}

/** A record or a list of records; a query stands for its rows. */
function records(ctx: BodyContext, value: BoundExpression, node: DmlStatement): BoundExpression {
  if (isUnknown(value.type) || elementType(value.type)) return value;
  const row = asSingleRow(value, null, false);
  if (row) return row;
  ctx.problems.report(node.target.pos, 'dml-type', value.type.name);
  return value;
}

function elementType(type: ApexType): ApexType | null {
  if (type.kind === 'sobject') return type;
  const [element] = type.args;
  return type.kind === 'list' && element?.kind === 'sobject' ? element : null;
}

/** Operations that no object of a kind allows; rights and single objects are the run time's business. */
function checkOperation(ctx: BodyContext, node: DmlStatement, object: ObjectDefinition): void {
  const forbidden: readonly DmlOperation[] =
    object.kind === 'custom-metadata'
      ? ['insert', 'update', 'upsert', 'delete', 'undelete', 'merge']
      : object.kind === 'platform-event'
        ? ['update', 'upsert', 'delete', 'undelete', 'merge']
        : [];
  if (forbidden.includes(node.operation)) {
    ctx.problems.report(node.pos, 'dml-forbidden', capitalize(node.operation), object.name);
  }
}

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** `upsert x Field__c` and `upsert x Account.Fields.Field__c`: the declared name of an external id or id-lookup field. */
function upsertField(ctx: BodyContext, node: DmlStatement, text: string, object: ObjectDefinition | null): string {
  const name = text.split('.').at(-1) ?? text;
  if (!object) {
    ctx.problems.report(node.pos, 'upsert-concrete');
    return name;
  }
  const field = ctx.world.schema.field(object.name, name);
  if (!field || !(field.externalId || field.idLookup || field.type === 'id')) {
    ctx.problems.report(node.pos, 'upsert-field', name);
  }
  return field?.name ?? name;
}

function checkMerge(ctx: BodyContext, node: DmlStatement, master: ApexType, duplicates: ApexType): void {
  if (isUnknown(master) || isUnknown(duplicates)) return;
  if (master.kind !== 'sobject' || master === SOBJECT) ctx.problems.report(node.pos, 'merge-concrete', master.name);
  const fits =
    duplicates === master || duplicates === listOf(master) || duplicates.key === 'id' || duplicates.key === 'list<id>';
  if (!fits) ctx.problems.report(node.pos, 'merge-duplicates');
}
