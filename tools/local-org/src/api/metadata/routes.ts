import type { FastifyReply, FastifyRequest } from 'fastify';
import { describeMetadata, type FileProperties, type RetrieveResult } from '../../metadata/index.js';
import { ApiError } from '../../platform/api-error.js';
import { sendJson, type OrgGateway, type RouteModule } from '../host.js';
import { envelope, fault, parseEnvelope } from '../soap/envelope.js';
import { refusalOf } from '../soap/refusal.js';
import { MetadataCrud } from './crud.js';
import { readDeployOptions } from './deploy-options.js';
import { DeployQueue } from './deploy-queue.js';
import { readMultipart } from '../rest/multipart.js';
import type { DeployState } from './operations.js';
import { listOf, response, textIn } from './soap-body.js';

const NAMESPACE = 'http://soap.sforce.com/2006/04/metadata';
/** Retrieves wait here for their client to fetch them; a client that never does is forgotten. */
const RETRIEVES_KEPT = 20;

type Body = Readonly<Record<string, unknown>>;
type Operation = (body: Body, userId: string) => Promise<unknown>;

/**
 * The Metadata API: SOAP for everything, REST for deploys.
 * Source: https://developer.salesforce.com/docs/atlas.en-us.api_meta.meta/api_meta/
 */
export const metadataRoutes: RouteModule = (app, org) => {
  const deploys = new DeployQueue(org);
  const operations = soapOperations(org, deploys);
  const crud = new MetadataCrud(org, deploys);
  app.post<{ Params: { version: string } }>(
    '/services/Soap/m/:version',
    { config: { ownAuthentication: true } },
    async (request, reply) => soapCall(request, reply, org, operations, crud)
  );
  restRoutes(app, deploys);
  app.addHook('onReady', () => deploys.resume());
};

async function soapCall(
  request: FastifyRequest,
  reply: FastifyReply,
  org: OrgGateway,
  operations: Readonly<Record<string, Operation>>,
  crud: MetadataCrud
): Promise<FastifyReply> {
  reply.header('content-type', 'text/xml; charset=utf-8');
  try {
    const soap = parseEnvelope(request.body as Buffer);
    // The Metadata API carries its session in the envelope only.
    const session = org.findSession(soap.sessionId ?? '');
    if (!session) {
      const message =
        'Invalid Session ID found in SessionHeader: Illegal Session. Session not found, missing session hash';
      return reply.code(500).send(fault('INVALID_SESSION_ID', message));
    }
    const { version } = request.params as { version: string };
    const answered = await crud.answer({ soap, raw: request.body as Buffer, version, userId: session.userId });
    if (answered !== null) return reply.send(envelope(NAMESPACE, answered));
    const operation = Object.hasOwn(operations, soap.operation) ? operations[soap.operation] : undefined;
    if (!operation) {
      return reply
        .code(500)
        .send(fault('INVALID_OPERATION', `not supported by the local org: Metadata API ${soap.operation}`));
    }
    const result = await operation(soap.body, session.userId);
    return reply.send(envelope(NAMESPACE, response(soap.operation, result)));
  } catch (error) {
    const refusal = refusalOf(error);
    if (!refusal) throw error;
    return reply.code(500).send(fault(refusal.errorCode, refusal.message));
  }
}

function soapOperations(org: OrgGateway, deploys: DeployQueue): Readonly<Record<string, Operation>> {
  const retrieves = new Map<string, RetrieveResult>();
  return {
    async deploy(body, userId) {
      const options = readDeployOptions((body.DeployOptions ?? {}) as Body);
      const id = await deploys.start(Buffer.from(textIn(body, 'ZipFile'), 'base64'), options, userId);
      return { done: false, id, state: 'Queued' };
    },
    async checkDeployStatus(body, userId) {
      return soapState(
        await deploys.state(idIn(body, 'asyncProcessId'), userId),
        textIn(body, 'includeDetails') === 'true'
      );
    },
    async cancelDeploy(body, userId) {
      const id = idIn(body, 'String', 'asyncProcessId', 'id');
      return { done: await deploys.cancel(id, userId), id };
    },
    deployRecentValidation: (body, userId) => deploys.startValidated(idIn(body, 'validationId'), userId),
    async retrieve(body, userId) {
      const request = (body.request ?? body.retrieveRequest ?? {}) as Body;
      if (listOf(request.packageNames).length > 0) {
        throw new ApiError(400, 'INVALID_OPERATION', 'not supported by the local org: retrieving packages by name');
      }
      const unpackaged = (request.unpackaged ?? {}) as Body;
      const payload = {
        apiVersion: textIn(unpackaged, 'version') || textIn(request, 'apiVersion'),
        entries: listOf(unpackaged.types).map((types) => ({
          type: textIn(types, 'name'),
          members: listOf(types.members).map((member) => String(member).trim())
        })),
        singlePackage: textIn(request, 'singlePackage') === 'true'
      };
      const result = await org.run<RetrieveResult & { readonly id: string }>('retrieve', payload, userId);
      const [oldest] = retrieves.keys();
      if (retrieves.size >= RETRIEVES_KEPT && oldest !== undefined) retrieves.delete(oldest);
      retrieves.set(result.id, result);
      return { done: false, id: result.id, state: 'Queued' };
    },
    async checkRetrieveStatus(body) {
      const id = idIn(body, 'asyncProcessId');
      const found = [...retrieves].find(([known]) => known.slice(0, 15) === id.slice(0, 15))?.[1];
      if (!found) throw new ApiError(404, 'INVALID_CROSS_REFERENCE_KEY', `invalid retrieve id: ${id}`);
      const wantsZip = textIn(body, 'includeZip') !== 'false';
      return {
        done: true,
        fileProperties: found.fileProperties,
        id,
        messages: found.messages,
        status: 'Succeeded',
        success: true,
        ...(wantsZip ? { zipFile: Buffer.from(found.zip).toString('base64') } : {})
      };
    },
    async describeMetadata() {
      return {
        metadataObjects: describeMetadata(),
        organizationNamespace: '',
        partialSaveAllowed: true,
        testRequired: false
      };
    },
    listMetadata: (body, userId) =>
      org.run<FileProperties[]>(
        'list-metadata',
        { types: listOf(body.queries).map((query) => textIn(query, 'type')) },
        userId
      )
  };
}

function idIn(body: Body, ...names: readonly string[]): string {
  const id = names.map((name) => textIn(body, name)).find((text) => text !== '') ?? '';
  if (!/^[a-zA-Z0-9]{15}(?:[a-zA-Z0-9]{3})?$/.test(id)) throw new ApiError(400, 'MALFORMED_ID', `bad id ${id}`);
  return id;
}

/** By SOAP a result without details has none; the type of an empty component is still said. */
function soapState(state: DeployState, includeDetails: boolean): unknown {
  if (!('details' in state)) return state;
  const { details, ...rest } = state;
  return includeDetails ? { ...rest, details } : rest;
}

function restRoutes(app: Parameters<RouteModule>[0], deploys: DeployQueue): void {
  const base = '/services/data/:version/metadata/deployRequest';
  app.post(base, async (request, reply) => {
    const type = request.headers['content-type'] ?? '';
    if (type.startsWith('application/json')) {
      const body = readJson(request.body as Buffer);
      const validation = body.validatedDeployRequestId;
      if (typeof validation !== 'string')
        throw new ApiError(400, 'INVALID_REQUEST', 'validatedDeployRequestId is missing');
      const id = await deploys.startValidated(validation, request.session.userId);
      return sendJson(reply, 201, { validatedDeployRequestId: validation, id });
    }
    const parts = readMultipart(request.body as Buffer, type);
    const archive = parts.find((part) => part.type === 'application/zip' || part.name === 'file');
    const json = parts.find((part) => part.name === 'entity_content' || part.name === 'json');
    if (!archive || !json) {
      throw new ApiError(
        400,
        'INVALID_MULTIPART_REQUEST',
        'a deploy needs two parts: the zip file and a JSON object with deployOptions'
      );
    }
    const deployOptions = (readJson(json.content).deployOptions ?? {}) as Body;
    const id = await deploys.start(archive.content, readDeployOptions(deployOptions), request.session.userId);
    return sendJson(reply, 201, { id, deployOptions, deployResult: null });
  });
  app.get<{ Params: { id: string }; Querystring: { includeDetails?: string } }>(
    `${base}/:id`,
    async (request, reply) => {
      const state = await deploys.state(idIn(request.params, 'id'), request.session.userId);
      const empty = { componentSuccesses: [], componentFailures: [] };
      const details = 'details' in state && request.query.includeDetails === 'true' ? state.details : empty;
      return sendJson(reply, 200, { id: state.id, deployResult: { ...state, details } });
    }
  );
  app.patch<{ Params: { id: string } }>(`${base}/:id`, async (request, reply) => {
    const wanted = (readJson(request.body as Buffer).deployResult ?? {}) as Body;
    if (wanted.status !== 'Canceling')
      throw new ApiError(400, 'INVALID_REQUEST', 'the only status that can be asked for is Canceling');
    const id = idIn(request.params, 'id');
    await deploys.cancel(id, request.session.userId);
    return sendJson(reply, 202, { id, deployResult: await deploys.state(id, request.session.userId) });
  });
}

function readJson(body: Uint8Array): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(Buffer.from(body).toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Said below, for text that is no JSON and for JSON that is no object alike.
  }
  throw new ApiError(400, 'JSON_PARSER_ERROR', 'the body must be a JSON object');
}
