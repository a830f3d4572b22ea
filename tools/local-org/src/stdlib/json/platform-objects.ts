import type { DmlRowResult } from '../../apex/runtime/transaction.js';
import type { RowError } from '../../values/platform-error.js';
import type { ApexType } from '../../values/type.js';
import { toId18 } from '../../values/id.js';
import { DatabaseError, RowResult } from '../support/dml-results.js';
import { platformRegistry } from '../support/registry-access.js';
import { Bean, isJsonBean } from '../support/bean.js';
import type { JsonNode } from './tree.js';

type Reader = (node: JsonNode, type: ApexType, strict: boolean) => unknown;

/**
 * Instances of platform classes that JSON can make: results of DML calls (the usual way to fake them in tests) and
 * classes that only hold properties. @returns undefined for all others.
 */
export function platformObject(node: JsonNode, type: ApexType, read: Reader): unknown {
  if (node.kind !== 'object') return undefined;
  if (/^database\.(save|upsert|delete|undelete|merge|emptyrecyclebin)result$/.test(type.key)) {
    return new RowResult(type, rowOf(node));
  }
  if (type.key === 'database.error') return new DatabaseError(errorOf(node));
  return beanOf(node, type, read);
}

const member = (node: JsonNode, name: string): JsonNode | undefined =>
  node.kind === 'object' ? node.entries.find(([key]) => key.toLowerCase() === name)?.[1] : undefined;

const textOf = (node: JsonNode | undefined): string | null => (node?.kind === 'string' ? node.text : null);

function rowOf(node: JsonNode): DmlRowResult {
  const id = member(node, 'id');
  const success = member(node, 'success');
  const created = member(node, 'created');
  const errors = member(node, 'errors');
  return {
    id: idOf(id),
    success: success?.kind === 'boolean' && success.value,
    created: created?.kind === 'boolean' && created.value,
    errors: errors?.kind === 'array' ? errors.items.map(errorOf) : []
  };
}

/** Tests fake results of rows that have no id by whatever text comes of it (`"null"`): the platform takes any. */
function idOf(node: JsonNode | undefined): string | null {
  const text = textOf(node);
  return text === null ? null : (toId18(text) ?? text);
}

function errorOf(node: JsonNode): RowError {
  const fields = member(node, 'fields');
  return {
    statusCode: textOf(member(node, 'statuscode')) ?? 'UNKNOWN_EXCEPTION',
    message: textOf(member(node, 'message')) ?? '',
    fields: fields?.kind === 'array' ? fields.items.map((field) => textOf(field) ?? '') : []
  };
}

function beanOf(node: JsonNode, type: ApexType, read: Reader): unknown {
  const info = platformRegistry().of(type);
  const made = isJsonBean(type)
    ? new Bean(type)
    : info?.constructors.find((candidate) => candidate.parameters.length === 0)?.implementation?.();
  if (!info || !(made instanceof Bean) || node.kind !== 'object') return undefined;
  for (const [name, value] of node.entries) {
    const property = info.members.get(name.toLowerCase())?.find((candidate) => candidate.kind === 'property');
    if (property) made.write(name, read(value, property.returnType, false));
  }
  return made;
}
