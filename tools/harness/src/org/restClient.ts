import { HarnessError, OrgUnreachableError } from '../run/errors.js';
import { HttpClient, describeFailure, type HttpAnswer } from './httpClient.js';
import type { Session } from './session.js';

/** A record as the query resource returns it. */
export type SObjectRow = Readonly<Record<string, unknown>> & {
  readonly attributes?: { readonly type: string; readonly url?: string };
};

/** Result of one record of an sObject Collections request. */
export interface SaveResult {
  readonly id?: string;
  readonly success: boolean;
  readonly errors: readonly {
    readonly statusCode: string;
    readonly message: string;
    readonly fields: readonly string[];
  }[];
}

/** Most records of one sObject Collections request (REST API Developer Guide, "Work with Multiple Records"). */
export const COLLECTION_LIMIT = 200;

/**
 * The few REST resources of an org that the harness itself needs to prepare, read and clean up. What scenarios measure
 * goes through the clients in `workload/`, which record it.
 */
export class RestClient {
  readonly #http: HttpClient;

  constructor(
    readonly session: Session,
    readonly apiVersion: string,
    connections = 8
  ) {
    this.#http = new HttpClient(session.instanceUrl, connections);
  }

  /**
   * All rows of a query; further pages are fetched.
   *
   * @throws HarnessError with the platform's message when the query is refused
   */
  async query<Row extends SObjectRow = SObjectRow>(soql: string): Promise<Row[]> {
    const rows: Row[] = [];
    let path: string | undefined = `${this.#base()}/query?q=${encodeURIComponent(soql)}`;
    while (path !== undefined) {
      const page: { records: Row[]; nextRecordsUrl?: string } = await this.#json('GET', path);
      rows.push(...page.records);
      path = page.nextRecordsUrl;
    }
    return rows;
  }

  /** @returns the id of the new record */
  async create(type: string, fields: Readonly<Record<string, unknown>>): Promise<string> {
    const result = await this.#json<SaveResult>('POST', `${this.#base()}/sobjects/${type}`, fields);
    if (result.id === undefined) throw new HarnessError(`The org made no ${type}: ${JSON.stringify(result.errors)}.`);
    return result.id;
  }

  /**
   * Makes records, in as many requests as needed.
   *
   * @throws HarnessError for the first record that is refused
   */
  async createAll(type: string, records: readonly Readonly<Record<string, unknown>>[]): Promise<void> {
    for (let from = 0; from < records.length; from += COLLECTION_LIMIT) {
      const some = records.slice(from, from + COLLECTION_LIMIT).map((record) => ({ attributes: { type }, ...record }));
      const results = await this.#json<SaveResult[]>('POST', `${this.#base()}/composite/sobjects`, {
        allOrNone: false,
        records: some
      });
      const refused = results.find((result) => !result.success);
      if (refused !== undefined) {
        const [error] = refused.errors;
        throw new HarnessError(`The org refused a ${type}: ${error?.statusCode ?? ''} ${error?.message ?? ''}`.trim());
      }
    }
  }

  async update(type: string, id: string, fields: Readonly<Record<string, unknown>>): Promise<void> {
    await this.#json('PATCH', `${this.#base()}/sobjects/${type}/${id}`, fields);
  }

  /** Deletes records, in as many requests as needed; each fails alone. */
  async deleteAll(ids: readonly string[]): Promise<SaveResult[]> {
    const results: SaveResult[] = [];
    for (let from = 0; from < ids.length; from += COLLECTION_LIMIT) {
      const some = ids.slice(from, from + COLLECTION_LIMIT).join(',');
      results.push(...(await this.#json<SaveResult[]>('DELETE', `${this.#base()}/composite/sobjects?ids=${some}`)));
    }
    return results;
  }

  /**
   * A resource outside the REST API, such as those that only a local org has.
   *
   * @param timeoutMs for a resource that waits for something before it answers
   */
  async call<Result>(
    method: 'GET' | 'POST' | 'DELETE',
    path: string,
    body?: unknown,
    timeoutMs?: number
  ): Promise<Result> {
    return this.#json<Result>(method, path, body, timeoutMs);
  }

  async close(): Promise<void> {
    await this.#http.close();
  }

  #base(): string {
    return `/services/data/v${this.apiVersion}`;
  }

  async #json<Result>(
    method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
    path: string,
    body?: unknown,
    timeoutMs?: number
  ): Promise<Result> {
    let answer: HttpAnswer;
    try {
      answer = await this.#http.send({
        method,
        path,
        headers: {
          authorization: `Bearer ${this.session.accessToken}`,
          accept: 'application/json',
          ...(body === undefined ? {} : { 'content-type': 'application/json' })
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        ...(timeoutMs === undefined ? {} : { timeoutMs })
      });
    } catch (error) {
      throw new OrgUnreachableError(
        `The org at ${this.session.instanceUrl} does not answer (${describeFailure(error)}).`,
        ['Check that the org is running and reachable, then run again with the same --seed.'],
        { cause: error }
      );
    }
    const text = answer.body.toString('utf8');
    if (answer.status >= 400) throw new RestError(method, path, answer.status, text);
    return (text === '' ? undefined : JSON.parse(text)) as Result;
  }
}

/** The org refused a request of the harness itself. */
export class RestError extends HarnessError {
  override readonly name = 'RestError';
  /** The platform's error code, such as `INVALID_FIELD`, or undefined when the body names none. */
  readonly errorCode: string | undefined;

  constructor(
    method: string,
    path: string,
    readonly status: number,
    body: string
  ) {
    const { errorCode, message } = firstError(body);
    super(
      `${method} ${path.split('?')[0]} was refused with ${status}: ${errorCode ?? ''} ${message}`,
      hintsFor(errorCode)
    );
    this.errorCode = errorCode;
  }
}

function firstError(body: string): { errorCode: string | undefined; message: string } {
  try {
    const parsed = JSON.parse(body) as unknown;
    const first: unknown = Array.isArray(parsed) ? parsed[0] : parsed;
    if (typeof first === 'object' && first !== null) {
      const { errorCode, message } = first as { errorCode?: unknown; message?: unknown };
      return {
        errorCode: typeof errorCode === 'string' ? errorCode : undefined,
        message: typeof message === 'string' ? message : body.slice(0, 300)
      };
    }
  } catch {
    // Not JSON: shown as it is.
  }
  return { errorCode: undefined, message: body.slice(0, 300) };
}

function hintsFor(errorCode: string | undefined): string[] {
  switch (errorCode) {
    case 'INVALID_TYPE':
    case 'INVALID_FIELD':
      return ['Deploy the project to this org first: leave out --no-deploy.'];
    case 'INVALID_SESSION_ID':
      return ['The access token is no longer valid: log in to the org again with `sf org login web`.'];
    case 'REQUEST_LIMIT_EXCEEDED':
      return ['The org has no API requests left today: use another org, or wait, or use --profile smoke.'];
    case 'INSUFFICIENT_ACCESS':
    case 'INSUFFICIENT_ACCESS_OR_READONLY':
    case 'INSUFFICIENT_ACCESS_ON_CROSS_REFERENCE_ENTITY':
      return ['The user of the alias may not do this: log in to the org as an administrator.'];
    case 'API_DISABLED_FOR_ORG':
    case 'API_CURRENTLY_DISABLED':
      return ['The API is not enabled for this org or this user: use another org, or grant "API Enabled".'];
    default:
      return [];
  }
}
