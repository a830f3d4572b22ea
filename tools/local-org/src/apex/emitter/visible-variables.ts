import type { PlatformMember } from '../../stdlib/registry.js';
import type { BoundBlock, BoundType } from '../bound/nodes.js';
import { getterName, staticVariable } from './fields.js';
import { quoted } from './expressions.js';
import type { FunctionScope } from './scope.js';
import { walk } from './walk.js';

const DYNAMIC_QUERIES: ReadonlySet<string> = new Set(['query', 'countquery', 'getquerylocator']);

/** Methods whose query text may name variables (`:name`) of the place where they are called. */
export const readsVariables = (member: PlatformMember): boolean =>
  member.owner.type.key === 'system.database' &&
  DYNAMIC_QUERIES.has(member.name.toLowerCase()) &&
  member.parameters[0]?.key === 'string';

/** Whether a function has a query whose text may name its variables. */
export function hasDynamicQuery(body: BoundBlock | null): boolean {
  let found = false;
  walk(body, (node) => {
    if (node.kind === 'platform-call' && readsVariables(node.member)) found = true;
    return !found;
  });
  return found;
}

/**
 * Function that answers the variable of a lower-case name which is visible here: locals and parameters, then static fields
 * of the class, then fields of the instance; undefined when there is none. Locals of blocks that have ended are visible, too:
 * of several with one name the last, null when its block did not run.
 * Source: Apex Developer Guide, "Dynamic SOQL", simple bind variables; salesforce.stackexchange.com/questions/164399.
 */
export function variableReader(scope: FunctionScope): string {
  const cases = new Map<string, string>();
  for (const type of scope.enclosingTypes()) for (const [name, text] of staticFieldTexts(type)) cases.set(name, text);
  for (const local of scope.ended) cases.set(local.name.toLowerCase(), `${local.jsName}??null`);
  for (const local of scope.visible) cases.set(local.name.toLowerCase(), local.jsName);
  const texts = [...cases].map(([name, text]) => `case ${quoted(name)}:return ${text};`);
  const otherwise = scope.isStatic ? 'undefined' : '$fieldNamed(this,n)';
  return `n=>{switch(n){${texts.join('')}default:return ${otherwise};}}`;
}

function staticFieldTexts(type: BoundType): readonly (readonly [string, string])[] {
  const fields = type.fields
    .filter((field) => field.isStatic)
    .map((field) => [field.name.toLowerCase(), staticVariable(field)] as const);
  const properties = type.properties
    .filter((property) => property.isStatic && property.getter)
    .map((property) => {
      const text = property.getter?.body ? `$L.s.${getterName(property)}()` : staticVariable(property);
      return [property.name.toLowerCase(), text] as const;
    });
  return [...fields, ...properties];
}
