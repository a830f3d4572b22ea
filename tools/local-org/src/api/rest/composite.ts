import { ApiError } from '../../platform/api-error.js';
import { failureOf } from '../../platform/failure.js';
import { API_OPERATION } from '../../platform/logs/log-writer.js';
import type { SlotContext } from '../../platform/slot.js';
import type { JsonRow } from './json-codec.js';
import { resolveReferences } from './references.js';
import { runSubrequest, type Subrequest, type SubrequestReply } from './subrequest.js';

/** Sources: api_rest, resources_composite_composite, resources_composite_batch, resources_composite_graph. */
const MAX_SUBREQUESTS = 25;
const MAX_GRAPHS = 75;
const MAX_NODES = 500;

interface Named extends Subrequest {
  readonly referenceId: string;
}

interface CompositeItem {
  readonly body: unknown;
  readonly httpHeaders: Readonly<Record<string, string>>;
  readonly httpStatusCode: number;
  readonly referenceId: string;
}

const HALTED: SubrequestReply = {
  status: 400,
  headers: {},
  undo: true,
  body: [
    {
      errorCode: 'PROCESSING_HALTED',
      message: 'The transaction was rolled back since another operation in the same transaction failed.'
    }
  ]
};

/** `/composite`: requests that build on each other; with allOrNone they are one transaction. */
export function runComposite(context: SlotContext, body: JsonRow): unknown {
  const requests = namedRequests(body.compositeRequest, MAX_SUBREQUESTS);
  const run = body.allOrNone === true ? runTogether : runEach;
  return { compositeResponse: run(context, requests) };
}

/** `/composite/graph`: each graph is a transaction. */
export function runGraphs(context: SlotContext, body: JsonRow): unknown {
  const graphs = body.graphs;
  if (!Array.isArray(graphs)) throw missing('graphs');
  if (graphs.length > MAX_GRAPHS) throw tooMany('graphs', MAX_GRAPHS);
  const planned = (graphs as { graphId?: unknown; compositeRequest?: unknown }[]).map((graph) => ({
    graphId: String(graph.graphId ?? ''),
    requests: namedRequests(graph.compositeRequest, MAX_NODES)
  }));
  if (planned.reduce((sum, { requests }) => sum + requests.length, 0) > MAX_NODES) throw tooMany('nodes', MAX_NODES);
  return {
    graphs: planned.map(({ graphId, requests }) => {
      const compositeResponse = runTogether(context, requests);
      const isSuccessful = compositeResponse.every(({ httpStatusCode }) => httpStatusCode < 300);
      return { graphId, graphResponse: { compositeResponse }, isSuccessful };
    })
  };
}

/** `/composite/batch`: requests that have nothing to do with each other. */
export function runBatchRequest(context: SlotContext, body: JsonRow): unknown {
  const list = body.batchRequests;
  if (!Array.isArray(list)) throw missing('batchRequests');
  if (list.length > MAX_SUBREQUESTS) throw tooMany('subrequests', MAX_SUBREQUESTS);
  let halted = false;
  const results = (list as { method?: unknown; url?: unknown; richInput?: unknown }[]).map((item) => {
    if (halted) {
      const message = 'Batch processing halted per request.';
      return { statusCode: 412, result: [{ errorCode: 'BATCH_PROCESSING_HALTED', message }] };
    }
    const request = { method: verb(item.method), url: text(item.url, 'url'), body: item.richInput ?? null };
    const reply = runAlone(context, request);
    if (reply.status >= 400 && body.haltOnError === true) halted = true;
    return { statusCode: reply.status, result: reply.body };
  });
  return { hasErrors: results.some(({ statusCode }) => statusCode >= 400), results };
}

function runEach(context: SlotContext, requests: readonly Named[]): CompositeItem[] {
  const bodies = new Map<string, unknown>();
  return requests.map((request) => {
    const reply = withReferences(request, bodies, (resolved) => runAlone(context, resolved));
    if (reply.status < 300) bodies.set(request.referenceId, reply.body);
    return item(request, reply);
  });
}

function runTogether(context: SlotContext, requests: readonly Named[]): CompositeItem[] {
  let failed: { readonly request: Named; readonly reply: SubrequestReply } | null = null;
  try {
    return context.transaction({ operation: API_OPERATION }, (tx) => {
      const bodies = new Map<string, unknown>();
      return requests.map((request) => {
        const reply = withReferences(request, bodies, (resolved) => runSubrequest(tx, resolved));
        if (reply.undo) {
          failed = { request, reply };
          throw new Undone();
        }
        bodies.set(request.referenceId, reply.body);
        return item(request, reply);
      });
    });
  } catch (error) {
    const known = failed as { readonly request: Named; readonly reply: SubrequestReply } | null;
    if (!(error instanceof Undone) || !known) throw error;
    return requests.map((request) => item(request, request === known.request ? known.reply : HALTED));
  }
}

class Undone extends Error {}

/** A transaction of its own, undone when it fails. */
function runAlone(context: SlotContext, request: Subrequest): SubrequestReply {
  let reply: SubrequestReply | null = null;
  try {
    return context.transaction({ operation: API_OPERATION }, (tx) => {
      reply = runSubrequest(tx, request);
      if (reply.undo) throw new Undone();
      return reply;
    });
  } catch (error) {
    if (error instanceof Undone && reply) return reply;
    throw error;
  }
}

function withReferences(
  request: Named,
  bodies: ReadonlyMap<string, unknown>,
  run: (request: Subrequest) => SubrequestReply
): SubrequestReply {
  try {
    const url = resolveReferences(request.url, bodies);
    return run({ method: request.method, url: String(url), body: resolveReferences(request.body, bodies) });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, errorCode, message } = failureOf(error);
    return { status, body: [{ errorCode, message }], headers: {}, undo: true };
  }
}

const item = ({ referenceId }: Named, { status, body, headers }: SubrequestReply): CompositeItem => ({
  body,
  httpHeaders: headers,
  httpStatusCode: status,
  referenceId
});

function namedRequests(value: unknown, most: number): Named[] {
  if (!Array.isArray(value)) throw missing('compositeRequest');
  if (value.length > most) throw tooMany('subrequests', most);
  const seen = new Set<string>();
  return (value as Record<string, unknown>[]).map((entry) => {
    const referenceId = text(entry.referenceId, 'referenceId');
    if (!/^[A-Za-z0-9]\w*$/.test(referenceId) || seen.has(referenceId)) {
      throw new ApiError(
        400,
        'JSON_PARSER_ERROR',
        `Provided referenceId ('${referenceId}') must start with a letter or a number, can only contain letters, numbers and underscores, and must be unique`
      );
    }
    seen.add(referenceId);
    return { referenceId, method: verb(entry.method), url: text(entry.url, 'url'), body: entry.body ?? null };
  });
}

const verb = (value: unknown): string => text(value, 'method').toUpperCase();

function text(value: unknown, name: string): string {
  if (typeof value !== 'string') throw missing(name);
  return value;
}

const missing = (name: string): ApiError =>
  new ApiError(400, 'REQUIRED_FIELD_MISSING', `the request has no "${name}", or one of the wrong type`);

const tooMany = (what: string, most: number): ApiError =>
  new ApiError(400, 'LIMIT_EXCEEDED', `the request holds too many ${what}; ${most} at most`);
