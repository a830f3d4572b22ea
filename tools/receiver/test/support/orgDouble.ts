import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRow {
  readonly Event_Key__c: string;
  readonly Entity_Id__c: string;
  readonly Source__c: string;
  readonly Payload__c: string;
  readonly Source_Version__c?: number;
}

export interface OrgAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

/** Answers instead of the inbox; undefined: the inbox itself answers. */
export type Script = (
  rows: readonly ReceivedRow[],
  call: number
) => OrgAnswer | undefined | Promise<OrgAnswer | undefined>;

/**
 * An HTTP server that answers as sObject Collections does: it has a unique event key, and says what a real org says only
 * rarely (limits, locks, faults) when a test wants it.
 */
export class OrgDouble {
  readonly rows = new Map<string, ReceivedRow>();
  /** Event keys in the order in which they were inserted. */
  readonly order: string[] = [];
  readonly calls: { readonly rows: readonly ReceivedRow[]; readonly token: string; readonly body: string }[] = [];
  private server = createServer((request, response) => void this.answer(request, response));
  script: Script = () => undefined;
  /** Tokens that are taken; undefined: every one. */
  validTokens: Set<string> | undefined;

  static async start(): Promise<OrgDouble> {
    const org = new OrgDouble();
    await new Promise<void>((resolve) => org.server.listen(0, '127.0.0.1', resolve));
    return org;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** Says what it stands for, as an org would. */
  insert(rows: readonly ReceivedRow[]): OrgAnswer {
    const body = rows.map((row) => {
      if (this.rows.has(row.Event_Key__c)) {
        const errors = [{ statusCode: 'DUPLICATE_VALUE', message: 'duplicate', fields: ['Event_Key__c'] }];
        return { success: false, errors };
      }
      this.rows.set(row.Event_Key__c, row);
      this.order.push(row.Event_Key__c);
      return { id: `a00${String(this.rows.size).padStart(15, '0')}`, success: true, errors: [] };
    });
    return { status: 200, body };
  }

  stop(): Promise<void> {
    this.server.closeAllConnections();
    return new Promise((resolve) => this.server.close(() => resolve()));
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    const token = (request.headers.authorization ?? '').replace(/^Bearer /, '');
    const { status, body: answer, headers } = await this.decide(token, body);
    if (status === 0) return void response.destroy();
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(answer ?? []));
  }

  private async decide(token: string, body: string): Promise<OrgAnswer> {
    if (this.validTokens && !this.validTokens.has(token)) {
      return { status: 401, body: [{ errorCode: 'INVALID_SESSION_ID', message: 'Session expired or invalid' }] };
    }
    const { records } = JSON.parse(body) as { records: ReceivedRow[] };
    this.calls.push({ rows: records, token, body });
    return (await this.script(records, this.calls.length)) ?? this.insert(records);
  }
}

/** An answer for every row: the same error. */
export function rowErrors(rows: readonly unknown[], statusCode: string): OrgAnswer {
  return {
    status: 200,
    body: rows.map(() => ({ success: false, errors: [{ statusCode, message: 'no', fields: [] }] }))
  };
}
