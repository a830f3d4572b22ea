import type { AccessOptions, ExecutionContext } from '../schema/execution.js';
import { PlatformError } from '../values/platform-error.js';
import type { BoundQuery, FieldRead } from './analysis/bound-query.js';
import { noSuchColumn, noSuchObject } from './analysis/messages.js';
import type { QueryErrorDetail } from './problem.js';

/** What QueryException.getInaccessibleFields() tells: fields by object. */
export interface InaccessibleDetail extends QueryErrorDetail {
  readonly inaccessibleFields: Readonly<Record<string, readonly string[]>>;
}

/**
 * Refuses a query that reads what the user must not: everything in user mode, selected fields with SECURITY_ENFORCED.
 * https://developer.salesforce.com/docs/atlas.en-us.apexcode.meta/apexcode/apex_classes_enforce_usermode.htm
 */
export function checkRights(context: ExecutionContext, query: BoundQuery, access: AccessOptions): void {
  if (access.mode !== 'user' && query.access !== 'security-enforced') return;
  const queries = withChildren(query);
  const enforced = query.access === 'security-enforced';
  const denied = queries.find((part) => !context.rights.object(part.object.name).read);
  const reads = queries.flatMap((part) => part.reads).filter((read) => read.selected || !enforced);
  const hidden = reads.filter((read) => !readable(context, read));
  if (!denied && hidden.length === 0) return;
  const inaccessibleFields: Record<string, string[]> = {};
  for (const read of hidden) {
    const fields = (inaccessibleFields[read.object] ??= []);
    if (!fields.includes(read.field)) fields.push(read.field);
  }
  const first = hidden[0];
  const errorCode = denied && !enforced ? 'INVALID_TYPE' : 'INVALID_FIELD';
  const detail: InaccessibleDetail = { offset: first?.offset ?? 0, errorCode, inaccessibleFields };
  const message = enforced
    ? 'Insufficient permissions: secure query included inaccessible field'
    : denied
      ? noSuchObject(denied.object.name)
      : noSuchColumn((first as FieldRead).field, (first as FieldRead).object);
  throw new PlatformError('System.QueryException', message, detail);
}

const readable = (context: ExecutionContext, read: FieldRead): boolean =>
  context.rights.object(read.object).read && context.rights.field(read.object, read.field).read;

function withChildren(query: BoundQuery): BoundQuery[] {
  return [query, ...query.outputs.flatMap((output) => (output.kind === 'children' ? withChildren(output.query) : []))];
}
