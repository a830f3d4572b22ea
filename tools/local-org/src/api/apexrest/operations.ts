import { describeUncaught, formatUncaught } from '../../apex/runtime/index.js';
import { isUserInstance } from '../../values/object.js';
import { ApiError } from '../../platform/api-error.js';
import type { HandlerTable } from '../../platform/handlers.js';
import type { SlotContext } from '../../platform/slot.js';
import type { SlotTransaction } from '../../platform/transaction.js';
import { RestRequest } from '../../stdlib/System/RestRequest.js';
import { RestResponse } from '../../stdlib/System/RestResponse.js';
import { BlobValue } from '../../values/blob.js';
import type { ApexMap } from '../../values/collections.js';
import { bindParameters, returnedJson } from './binding.js';
import { findRestTarget, type RestTarget } from './mapping.js';

export interface ApexRestRequest {
  readonly method: string;
  /** After `/services/apexrest`, as sent. */
  readonly path: string;
  readonly parameters: readonly (readonly [string, string])[];
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array | null;
  readonly remoteAddress: string;
}

export interface ApexRestReply {
  readonly status: number;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: Uint8Array;
}

const JSON_TYPE = 'application/json;charset=UTF-8';

export const apexRestOperations: HandlerTable = {
  'apex-rest': (context: SlotContext, request: ApexRestRequest): ApexRestReply => {
    try {
      return context.transaction({ quiddity: 'REST', operation: `/services/apexrest${request.path}` }, (tx) =>
        call(tx, request)
      );
    } catch (error) {
      return failed(error);
    }
  }
};

function call(tx: SlotTransaction, request: ApexRestRequest): ApexRestReply {
  const target = findRestTarget(tx.code, request.method, request.path);
  if (!target) {
    throw new ApiError(404, 'NOT_FOUND', 'Could not find a match for URL');
  }
  if (!tx.rights.apexClass(target.type.type.name)) {
    throw new ApiError(403, 'FORBIDDEN', 'You do not have access to the Apex class named: ' + target.type.type.name);
  }
  if (!target.method) {
    throw new ApiError(
      405,
      'METHOD_NOT_ALLOWED',
      `HTTP Method '${request.method}' not allowed. Allowed are ${allowedVerbs(target)}`
    );
  }
  const restRequest = requestOf(request, target.resourcePath);
  const response = new RestResponse();
  tx.rest = { request: restRequest, response };
  target.type.initialize();
  const args = bindParameters(target.method, request);
  // With parameters the body is read into them and stays empty (apex_rest_methods).
  if (target.method.parameters.length > 0) restRequest.requestBody = null;
  const value = target.type.call(target.method.slot, args);
  return replyOf(tx, target.method, request.method, value);
}

function requestOf(request: ApexRestRequest, resourcePath: string): RestRequest {
  const made = new RestRequest();
  for (const [name, value] of request.headers) {
    // What authorises the call is not for the code that is called.
    if (name.toLowerCase() !== 'authorization') made.headers.put(name, value);
  }
  for (const [name, value] of request.parameters) (made.params as ApexMap).put(name, value);
  made.httpMethod = request.method;
  made.remoteAddress = request.remoteAddress;
  made.requestBody = new BlobValue(request.body ?? new Uint8Array());
  made.requestURI = request.path;
  made.resourcePath = `/services/apexrest${resourcePath}`;
  return made;
}

function allowedVerbs(target: RestTarget): string {
  const verbs = target.type.methods.flatMap((method) =>
    method.annotations.flatMap(({ name }) => /^http(get|post|put|patch|delete)$/i.exec(name)?.[1]?.toUpperCase() ?? [])
  );
  return verbs.join(',');
}

/** What is sent: a returned value as JSON, or what the code put into RestContext.response (apex_rest_methods). */
function replyOf(
  tx: SlotTransaction,
  method: NonNullable<RestTarget['method']>,
  verb: string,
  value: unknown
): ApexRestReply {
  // The code may have assigned another response object.
  const response = tx.rest.response as RestResponse | null;
  const problem = response?.statusProblem ?? null;
  if (problem !== null) return errorReply(500, 'APEX_ERROR', problem);
  const isVoid = method.returnType.kind === 'void';
  const status = response?.statusCode ?? (isVoid && verb === 'PATCH' ? 204 : 200);
  const headers: [string, string][] = [];
  for (const [name, text] of response?.headers ?? []) headers.push([String(name), String(text)]);
  const body = isVoid ? (response?.responseBody?.bytes ?? new Uint8Array()) : Buffer.from(returnedJson(value), 'utf8');
  if (body.length > 0 && !headers.some(([name]) => name.toLowerCase() === 'content-type')) {
    headers.push(['Content-Type', JSON_TYPE]);
  }
  return { status, headers, body };
}

/**
 * An exception that left the method: everything of the request is rolled back. 400 for an exception of the org's own
 * classes, 500 for one of the platform (apex_rest_methods).
 */
function failed(error: unknown): ApexRestReply {
  if (error instanceof ApiError) throw error;
  const uncaught = describeUncaught(error);
  if (uncaught.isInternal) throw error;
  const own = uncaught.exception !== null && isUserInstance(uncaught.exception);
  return errorReply(own ? 400 : 500, 'APEX_ERROR', formatUncaught(error));
}

function errorReply(status: number, errorCode: string, message: string): ApexRestReply {
  return {
    status,
    headers: [['Content-Type', JSON_TYPE]],
    body: Buffer.from(JSON.stringify([{ errorCode, message }]), 'utf8')
  };
}
