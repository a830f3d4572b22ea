import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** Stands between a client and a PostgreSQL server, and can be shut: real connections that really break. */
export interface Gate {
  /** The database's address, through the gate. */
  readonly url: string;
  /** Cuts every connection and refuses new ones. */
  shut(): void;
  /** Takes connections and lets nothing through: a network that swallows packets. */
  stall(): void;
  open(): void;
  close(): Promise<void>;
}

export async function openGate(databaseUrl: string): Promise<Gate> {
  const url = new URL(databaseUrl);
  const host = url.searchParams.get('host') ?? url.hostname;
  const port = Number(url.port || 5432);
  const sockets = new Set<Socket>();
  let state: 'open' | 'shut' | 'stalled' = 'open';
  const server = createServer((client) => {
    if (state === 'shut') return void client.destroy();
    const upstream = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const [from, to] of [
      [client, upstream],
      [upstream, client]
    ] as const) {
      sockets.add(from);
      from.on('data', (chunk) => void (state !== 'stalled' && to.write(chunk)));
      from.on('error', () => undefined);
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const through = new URL(databaseUrl);
  through.searchParams.delete('host');
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port);
  const cut = (): void => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: through.href,
    shut: () => {
      state = 'shut';
      cut();
    },
    stall: () => void (state = 'stalled'),
    open: () => {
      cut();
      state = 'open';
    },
    close: () =>
      new Promise((resolve) => {
        cut();
        server.close(() => resolve());
      })
  };
}
