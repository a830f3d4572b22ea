import { platformType, STRING } from '../../../values/type.js';
import type { FieldAccessExpression } from '../../ast/nodes.js';
import { platformConstructors } from '../../binder/members.js';
import type { BoundExpression } from '../../bound/nodes.js';
import { unknown, type BodyContext } from '../context.js';

const PAGE_REFERENCE = platformType('System', 'PageReference');

/**
 * `Page.Name`: the address of a Visualforce page of the org, `/apex/Name`.
 * Source: https://developer.salesforce.com/docs/atlas.en-us.apexref.meta/apexref/apex_system_pagereference.htm
 */
export function pageReference(ctx: BodyContext, node: FieldAccessExpression): BoundExpression {
  const page = ctx.world.pages.get(node.name.toLowerCase());
  const member = platformConstructors(ctx.world, PAGE_REFERENCE).find(
    ({ parameters: [first, ...rest] }) => first === STRING && rest.length === 0
  )?.member;
  if (page === undefined || !member) {
    ctx.problems.report(node.pos, 'page-unknown', node.name);
    return unknown(node.pos);
  }
  const address: BoundExpression = { kind: 'literal', value: `/apex/${page}`, type: STRING, pos: node.pos };
  return { kind: 'new-platform', member, args: [address], type: PAGE_REFERENCE, pos: node.pos };
}
