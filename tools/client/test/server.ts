import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** What the server does with the next request; 'drop' answers nothing and closes the connection. */
export type Reaction =
  'drop' | { readonly status: number; readonly headers?: Record<string, string>; readonly body?: unknown };

/** A real HTTP server that answers by script and keeps what it received. */
export class ScriptedServer {
  readonly received: Received[] = [];
  private constructor(
    private readonly server: Server,
    private readonly script: Reaction[]
  ) {}

  static async start(script: readonly Reaction[]): Promise<ScriptedServer> {
    const server = createServer();
    const scripted = new ScriptedServer(server, [...script]);
    server.on('request', (request, response) => {
      let body = '';
      request.setEncoding('utf8');
      request.on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        scripted.received.push({
          method: request.method ?? '',
          url: request.url ?? '',
          headers: request.headers,
          body
        });
        const reaction = scripted.script.shift();
        if (reaction === undefined || reaction === 'drop') return void request.socket.destroy();
        response.writeHead(reaction.status, { 'content-type': 'application/json', ...reaction.headers });
        response.end(typeof reaction.body === 'string' ? reaction.body : JSON.stringify(reaction.body ?? null));
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return scripted;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}
