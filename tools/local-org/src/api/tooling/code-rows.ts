import { zipSync } from 'fflate';
import type { FastifyRequest } from 'fastify';
import { DEFAULT_OPTIONS } from '../../metadata/index.js';
import { element, writeMetadataFile } from '../../metadata/xml/write.js';
import { ApiError } from '../../platform/api-error.js';
import { sendJson, type OrgGateway, type RouteModule } from '../host.js';
import { DeployQueue } from '../metadata/deploy-queue.js';
import { manifestOf, type Named } from '../metadata/manifest.js';
import { jsonBody } from '../rest/json-body.js';
import type { QueryAnswer, QueryRequest } from '../rest/query-operation.js';

/** Objects whose rows are code: a row that is written is a component that is deployed. */
const CODE = {
  ApexClass: { directory: 'classes', suffix: 'cls', name: /\b(?:class|interface|enum)\s+(\w+)/i },
  ApexTrigger: { directory: 'triggers', suffix: 'trigger', name: /\btrigger\s+(\w+)\s+on\b/i }
} as const;

type CodeType = keyof typeof CODE;

const VERSION = '68.0';

interface Code {
  readonly name: string;
  readonly body: string;
  readonly apiVersion: string;
  readonly status: string;
}

/**
 * Makes, changes and deletes classes and triggers one by one (api_tooling, tooling_api_objects_apexclass). They are
 * compiled as a deploy compiles them.
 */
export const codeRowRoutes: RouteModule = (app, org) => {
  const rows = new CodeRows(org);
  for (const api of ['/services/data/:version', '/services/data/:version/tooling']) {
    for (const type of Object.keys(CODE) as CodeType[]) {
      const url = `${api}/sobjects/${type}`;
      app.post(url, async (request, reply) =>
        sendJson(reply, 201, { id: await rows.create(type, request), success: true, errors: [] })
      );
      app.patch(`${url}/:id`, async (request, reply) => {
        await rows.update(type, request);
        return reply.code(204).send();
      });
      app.delete(`${url}/:id`, async (request, reply) => {
        await rows.delete(type, request);
        return reply.code(204).send();
      });
    }
  }
};

class CodeRows {
  private readonly deploys: DeployQueue;

  constructor(private readonly org: OrgGateway) {
    this.deploys = new DeployQueue(org);
  }

  /** @returns the id of the new row. */
  async create(type: CodeType, request: FastifyRequest): Promise<string> {
    const given = jsonBody(request);
    const body = textOf(given.Body) ?? '';
    const name = CODE[type].name.exec(body)?.[1] ?? textOf(given.Name);
    if (!name) throw new ApiError(400, 'REQUIRED_FIELD_MISSING', 'Required fields are missing: [Body]', ['Body']);
    if (!/^[a-z]\w*$/i.test(name))
      throw new ApiError(400, 'FIELD_INTEGRITY_EXCEPTION', `invalid name: ${name}`, ['Name']);
    const [there] = await this.find(type, `Name = '${name}'`, request);
    if (there) {
      const message = `duplicate value found: Name duplicates value on record with id: ${String(there.Id)}`;
      throw new ApiError(400, 'DUPLICATE_VALUE', message, ['Name']);
    }
    const version = (request.params as { version: string }).version.replace(/^v/, '');
    return this.deploy(type, codeOf(given, { name, body, apiVersion: version, status: 'Active' }), request);
  }

  async update(type: CodeType, request: FastifyRequest): Promise<void> {
    const row = await this.row(type, request);
    const before = {
      name: String(row.Name),
      body: String(row.Body),
      apiVersion: Number(row.ApiVersion).toFixed(1),
      status: String(row.Status)
    };
    await this.deploy(type, codeOf(jsonBody(request), before), request);
  }

  async delete(type: CodeType, request: FastifyRequest): Promise<void> {
    const { Name } = await this.row(type, request);
    const files = { 'destructiveChanges.xml': manifestOf([{ type, fullName: String(Name) }], VERSION) };
    await this.run([], files, request);
  }

  private async deploy(type: CodeType, code: Code, request: FastifyRequest): Promise<string> {
    const { directory, suffix } = CODE[type];
    const path = `${directory}/${code.name}.${suffix}`;
    const meta = element(type, [element('apiVersion', code.apiVersion), element('status', code.status)]);
    const files = { [path]: new TextEncoder().encode(code.body), [`${path}-meta.xml`]: writeMetadataFile(meta) };
    await this.run([{ type, fullName: code.name }], files, request);
    const [row] = await this.find(type, `Name = '${code.name}'`, request);
    return String(row?.Id);
  }

  /** @throws ApiError with the first problem of the deploy. */
  private async run(
    components: readonly Named[],
    files: Readonly<Record<string, Uint8Array>>,
    { session: { userId } }: FastifyRequest
  ): Promise<void> {
    const archive = zipSync({ 'package.xml': manifestOf(components, VERSION), ...files });
    const result = await this.deploys.complete(archive, { ...DEFAULT_OPTIONS, singlePackage: true }, userId);
    if (result.success) return;
    const [failure] = result.details.componentFailures;
    const place = failure?.lineNumber ? ` (${failure.lineNumber}:${failure.columnNumber ?? 0})` : '';
    const message = `${failure?.problem ?? result.errorMessage ?? 'the code was refused'}${place}`;
    throw new ApiError(400, 'FIELD_INTEGRITY_EXCEPTION', message, ['Body']);
  }

  /** @throws ApiError 404 */
  private async row(type: CodeType, request: FastifyRequest): Promise<Readonly<Record<string, unknown>>> {
    const { id } = request.params as { id: string };
    const [row] = /^\w{15}(?:\w{3})?$/.test(id) ? await this.find(type, `Id = '${id}'`, request) : [];
    if (!row) throw new ApiError(404, 'NOT_FOUND', 'The requested resource does not exist');
    return row;
  }

  private async find(
    type: CodeType,
    where: string,
    { session: { userId } }: FastifyRequest
  ): Promise<readonly Readonly<Record<string, unknown>>[]> {
    const payload: QueryRequest = {
      soql: `SELECT Id, Name, Body, ApiVersion, Status FROM ${type} WHERE ${where}`,
      version: 'v68.0',
      resource: 'tooling/query',
      allRows: false,
      columns: false,
      batchSize: 200
    };
    const { reply } = await this.org.run<QueryAnswer>('query', payload, userId);
    return 'records' in reply ? reply.records : [];
  }
}

/** What the request says, and what stays of before. */
function codeOf(given: Readonly<Record<string, unknown>>, before: Code): Code {
  const metadata = (given.Metadata ?? {}) as Readonly<Record<string, unknown>>;
  const version = metadata.apiVersion ?? given.ApiVersion;
  return {
    name: before.name,
    body: textOf(given.Body) ?? before.body,
    apiVersion: version === undefined || version === null ? before.apiVersion : Number(version).toFixed(1),
    status: textOf(metadata.status) ?? textOf(given.Status) ?? before.status
  };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);
