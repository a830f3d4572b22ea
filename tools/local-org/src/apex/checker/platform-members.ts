/** Members of the platform that the language itself leans on. */
import type { Position } from '../ast/nodes.js';
import type { PlatformMember } from '../../stdlib/registry.js';
import type { ApexType } from '../../values/type.js';
import type { BoundExpression } from '../bound/nodes.js';
import { unknown, type BodyContext } from './context.js';

/** A method of a platform type by its parameter types; null, after reporting, when the local org has none. */
export function platformMethod(
  ctx: BodyContext,
  typeName: string,
  name: string,
  parameterKeys: readonly string[],
  pos: Position
): PlatformMember | null {
  const member = ctx.world.platform
    .type(typeName)
    ?.members.get(name.toLowerCase())
    ?.find(
      (candidate) =>
        candidate.kind === 'method' && candidate.parameters.map((type) => type.key).join() === parameterKeys.join()
    );
  if (!member) ctx.problems.report(pos, 'not-supported', `${typeName}.${name}(${parameterKeys.join(', ')})`);
  return member ?? null;
}

/** Calls a method without parameters on the value. */
export function callPlatform(
  ctx: BodyContext,
  target: BoundExpression,
  typeName: string,
  name: string,
  pos: Position,
  type?: ApexType
): BoundExpression {
  const member = platformMethod(ctx, typeName, name, [], pos);
  if (!member) return unknown(pos);
  return {
    kind: 'platform-call',
    member,
    target,
    args: [],
    safe: false,
    isSuper: false,
    access: ctx.access,
    type: type ?? member.returnType,
    pos
  };
}
