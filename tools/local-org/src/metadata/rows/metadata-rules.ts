import type { ObjectDefinition, OrgSchema } from '../../schema/definitions.js';
import type { DeployContext } from '../deploy/context.js';
import type { Component } from '../model/component.js';

/** Messages of the validation rules of a custom metadata type that its record breaks. */
export function recordRuleMessages(
  _component: Component,
  _object: ObjectDefinition,
  _given: ReadonlyMap<string, string | null>,
  _context: DeployContext,
  _schema: OrgSchema
): string[] {
  return [];
}
