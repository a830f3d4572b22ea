import { ApiError } from '../../platform/api-error.js';
import { failureOf } from '../../platform/failure.js';
import type { SlotTransaction } from '../../platform/transaction.js';
import { runCollection, retrieveCollection, type CollectionRequest } from './collections.js';
import { describeGlobal, describeObject } from './describe.js';
import type { JsonRow } from './json-codec.js';
import { answerQuery } from './query-operation.js';
import { objectOf, RowAction, type RestReply, type RowRequest } from './row-action.js';
import { parseVersion } from './versions.js';

/** A request inside another: of composite, graph or batch. */
export interface Subrequest {
  readonly method: string;
  /** `/services/data/v68.0/sobjects/Account`, or `v68.0/…` in a batch. */
  readonly url: string;
  readonly body: unknown;
}

export interface SubrequestReply extends RestReply {
  readonly headers: Readonly<Record<string, string>>;
  /** The transaction must be undone: an error, or rows of a collection that wanted all or none. */
  readonly undo: boolean;
}

const ROW_ACTIONS: Readonly<Record<string, RowRequest['action']>> = { GET: 'get', PATCH: 'update', DELETE: 'delete' };
const COLLECTION_ACTIONS: Readonly<Record<string, CollectionRequest['action']>> = {
  POST: 'create',
  PATCH: 'update',
  DELETE: 'delete'
};
/** Rows of a query inside another request: there is no way to ask for more. */
const PAGE = 2000;

/** Runs a subrequest in the transaction. Errors of the caller become replies. @throws what is the local org's own fault. */
export function runSubrequest(tx: SlotTransaction, request: Subrequest): SubrequestReply {
  try {
    return route(tx, request);
  } catch (error) {
    const { kind, status, errorCode, message, fields } = failureOf(error);
    if (kind === 'internal') throw error;
    const body = [{ errorCode, message, ...(fields.length > 0 ? { fields } : {}) }];
    return { status, body, headers: {}, undo: true };
  }
}

function route(tx: SlotTransaction, { method, url, body }: Subrequest): SubrequestReply {
  const address = new URL(url.replace(/^\/?(?:services\/data\/)?/, '/'), 'http://org');
  const [version = '', ...path] = address.pathname.split('/').filter(Boolean).map(decodeURIComponent);
  if (parseVersion(version) === null) throw notFound();
  const query = address.searchParams;
  switch (path[0]) {
    case 'sobjects':
      return sobject(tx, method, version, path.slice(1), query, body);
    case 'composite':
      if (path[1] === 'sobjects') return collection(tx, method, version, path.slice(2), query, body);
      break;
    case 'query':
    case 'queryAll':
      if (method === 'GET' && path.length === 1) return done(200, runQuery(tx, version, path[0], query.get('q')));
      break;
    case 'limits':
      if (method === 'GET') return done(200, tx.slot.usage.report());
  }
  throw new ApiError(400, 'NOT_SUPPORTED', `not supported by the local org: ${method} ${url} inside another request`);
}

function runQuery(tx: SlotTransaction, version: string, resource: string, soql: string | null): unknown {
  if (soql === null) throw new ApiError(400, 'MALFORMED_QUERY', 'the parameter q is missing');
  const allRows = resource === 'queryAll';
  const { reply, rest } = answerQuery(tx, { soql, version, resource, allRows, columns: false, batchSize: PAGE });
  if (rest) {
    throw new ApiError(
      400,
      'NOT_SUPPORTED',
      `not supported by the local org: a query of more than ${PAGE} rows inside another request`
    );
  }
  return reply;
}

function sobject(
  tx: SlotTransaction,
  method: string,
  version: string,
  path: readonly string[],
  query: URLSearchParams,
  body: unknown
): SubrequestReply {
  const [object, second, value] = path;
  if (object === undefined) return done(200, describeGlobal(tx, version));
  if (method === 'GET' && second === 'describe') return done(200, describeObject(tx, objectOf(tx, object), version));
  const byField = value !== undefined;
  const action = method === 'POST' && second === undefined ? 'create' : ROW_ACTIONS[method];
  if (action === undefined || (action !== 'create' && second === undefined) || path.length > 3) throw notFound();
  const reply = new RowAction(tx, {
    action: byField && action === 'update' ? 'upsert' : action,
    object,
    id: byField ? null : (second ?? null),
    externalField: byField ? (second ?? null) : null,
    externalValue: value ?? null,
    fields: query.get('fields')?.split(',') ?? null,
    body: (body ?? null) as JsonRow | null
  }).run();
  if (reply.content) {
    throw new ApiError(400, 'NOT_SUPPORTED', 'not supported by the local org: a file inside another request');
  }
  const created = reply.status === 201 ? (reply.body as { id: string }).id : null;
  const headers: Record<string, string> = created
    ? { Location: `/services/data/${version}/sobjects/${object}/${created}` }
    : {};
  return { ...reply, headers, undo: reply.status >= 300 };
}

function collection(
  tx: SlotTransaction,
  method: string,
  version: string,
  [object, field]: readonly string[],
  query: URLSearchParams,
  body: unknown
): SubrequestReply {
  const list = (name: string): string[] => query.get(name)?.split(',') ?? [];
  if (object !== undefined && field === undefined) {
    const given = (body ?? {}) as { ids?: string[]; fields?: string[] };
    const wanted = method === 'GET' ? { ids: list('ids'), fields: list('fields') } : { ids: [], fields: [], ...given };
    return done(200, retrieveCollection(tx, { object, version, ...wanted }));
  }
  const action = field === undefined ? COLLECTION_ACTIONS[method] : method === 'PATCH' ? 'upsert' : undefined;
  if (action === undefined) throw notFound();
  const deletion = { allOrNone: query.get('allOrNone') === 'true', ids: list('ids') };
  const payload = action === 'delete' ? deletion : ((body ?? {}) as JsonRow);
  const outcome = runCollection(tx, { action, object: object ?? null, externalField: field ?? null, body: payload });
  return { status: 200, body: outcome.results, headers: {}, undo: outcome.undo };
}

const done = (status: number, body: unknown): SubrequestReply => ({ status, body, headers: {}, undo: false });

const notFound = (): ApiError => new ApiError(404, 'NOT_FOUND', 'The requested resource does not exist');
