import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Configuration } from '../config/load.js';
import type { Normalize, Verify } from '../contract.js';
import { Forwarder } from '../forward/forwarder.js';
import { createAdminServer, type Readiness } from '../http/adminServer.js';
import { createWebhookServer } from '../http/webhookServer.js';
import type { Logger } from '../observe/logger.js';
import { createMetrics, type Metrics } from '../observe/metrics.js';
import { Inbox } from '../salesforce/collections.js';
import { chooseOpenSession } from '../salesforce/openSession.js';
import { SessionKeeper, type OpenSession } from '../salesforce/session.js';
import { Claims } from '../store/claims.js';
import { openDatabase, type Database } from '../store/database.js';
import { GroupWriter } from '../store/groupWriter.js';
import { deleteExpired, measureQueue } from '../store/upkeep.js';

export interface ReceiverOptions {
  readonly configuration: Configuration;
  readonly verify: Verify;
  readonly normalize: Normalize;
  readonly logger: Logger;
  /** Instead of the configured way to a session. */
  readonly openSession?: OpenSession;
}

/** A receiver that runs. */
export interface Receiver {
  /** `http://HOST:PORT` of the listener for senders. */
  readonly url: string;
  readonly adminUrl: string;
  readonly metrics: Metrics;
  /** Rejects when the receiver cannot go on: its embedded database has ended. */
  readonly failed: Promise<never>;
  /** Takes no more deliveries, answers those it has, lets the running call end, closes the database. */
  stop(): Promise<void>;
}

const UPKEEP_MS = 3_600_000;
const READY_TIMEOUT_MS = 2_000;
/** How often connections are looked at while the receiver stops. */
const SWEEP_MS = 50;

/**
 * Composes the layers and starts them: database first, listeners last.
 *
 * @throws Error that says what to do; nothing is left running then
 */
export async function startReceiver(options: ReceiverOptions): Promise<Receiver> {
  const { configuration, logger } = options;
  // Before anything is started: a key that is none is a mistake of the configuration.
  const openSession = options.openSession ?? chooseOpenSession(configuration.salesforce.authentication);
  const database = await openDatabase(
    { ...configuration.database, statementTimeoutMs: configuration.limits.storeTimeoutSeconds * 1000 },
    logger
  );
  const parts = compose(options, database, openSession);
  try {
    // An embedded database has one owner: whatever is claimed was claimed by a process that is gone.
    if (configuration.database.url === undefined) await parts.claims.releaseAll();
    const adminUrl = await listen(parts.admin, configuration.admin, 'admin');
    const url = await listen(parts.webhooks, configuration.listen, 'listen');
    if (configuration.forwarding.enabled) parts.forwarder.start();
    const upkeep = startUpkeep(database, configuration, logger);
    logger.info({ url, adminUrl, sources: configuration.sources.map(({ path }) => path) }, 'the receiver is ready');
    const failed = new Promise<never>((_resolve, reject) =>
      database.onDeath(() => reject(new Error('The embedded PostgreSQL server has ended. Start the receiver again.')))
    );
    // Whoever does not wait for it must not be ended by it.
    failed.catch(() => undefined);
    return {
      url,
      adminUrl,
      metrics: parts.metrics,
      failed,
      stop: once(() => stop(parts, configuration, upkeep, logger))
    };
  } catch (error) {
    await Promise.allSettled([parts.webhooks.close(), parts.admin.close(), parts.inbox.close()]);
    await database.close();
    throw error;
  }
}

interface Parts {
  readonly database: Database;
  readonly metrics: Metrics;
  readonly writer: GroupWriter;
  readonly claims: Claims;
  readonly inbox: Inbox;
  readonly forwarder: Forwarder;
  readonly webhooks: FastifyInstance;
  /** Open connections of senders. */
  readonly sockets: ReadonlySet<Socket>;
  readonly admin: FastifyInstance;
  readonly state: { shuttingDown: boolean };
}

function compose(options: ReceiverOptions, database: Database, openSession: OpenSession): Parts {
  const { configuration, logger } = options;
  const { limits, forwarding, salesforce } = configuration;
  const { pool } = database;
  const metrics = createMetrics();
  const state = { shuttingDown: false };
  const writer = new GroupWriter(pool, { ...limits, timeoutMs: limits.storeTimeoutSeconds * 1000 }, metrics);
  const claims = new Claims(pool, forwarding.leaseSeconds * 1000);
  const inbox = new Inbox(new SessionKeeper(openSession, () => metrics.sessions.inc()), {
    apiVersion: salesforce.apiVersion,
    timeoutMs: forwarding.callTimeoutSeconds * 1000
  });
  const forwarder = new Forwarder({ claims, inbox, settings: forwarding, metrics, logger });
  const webhooks = createWebhookServer({
    ...configuration,
    verify: options.verify,
    normalize: options.normalize,
    writer,
    onStored: (events) => forwarder.notify(events),
    metrics,
    logger
  });
  const sockets = new Set<Socket>();
  webhooks.server.on('connection', (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  const readiness = async (): Promise<Readiness> => {
    const available = await answers(pool.query('SELECT 1'));
    return {
      ready: available && !state.shuttingDown,
      store: available ? 'available' : 'not available',
      forwarding: forwarding.enabled ? forwarder.state : 'off',
      shuttingDown: state.shuttingDown
    };
  };
  const admin = createAdminServer({ metrics, measure: () => measureQueue(pool, metrics), readiness });
  return { database, metrics, writer, claims, inbox, forwarder, webhooks, sockets, admin, state };
}

async function stop(parts: Parts, configuration: Configuration, upkeep: Upkeep, logger: Logger): Promise<void> {
  const deadline = Date.now() + configuration.limits.shutdownSeconds * 1000;
  parts.state.shuttingDown = true;
  logger.info('the receiver stops: it takes no more deliveries');
  // Senders first: what they are waiting for is stored and answered.
  await Promise.all([closeWithin(parts.webhooks, parts.sockets, deadline - Date.now()), upkeep.stop()]);
  await parts.writer.drain();
  await parts.forwarder.stop(Math.max(0, deadline - Date.now()));
  await parts.inbox.close();
  await parts.admin.close();
  await parts.database.close();
  logger.info('the receiver has stopped');
}

/**
 * Lets the requests that run end. Senders keep connections open: one is closed as soon as its answer is out, because Node
 * closes only those that are idle when closing begins. What is still open at the deadline is cut.
 */
async function closeWithin(app: FastifyInstance, sockets: ReadonlySet<Socket>, milliseconds: number): Promise<void> {
  const sweep = setInterval(() => {
    app.server.closeIdleConnections();
    // To Node, a connection that has not sent a byte yet is busy.
    for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
  }, SWEEP_MS);
  const timer = setTimeout(() => app.server.closeAllConnections(), Math.max(0, milliseconds));
  try {
    await app.close();
  } finally {
    clearInterval(sweep);
    clearTimeout(timer);
  }
}

interface Upkeep {
  stop(): Promise<void>;
}

function startUpkeep({ pool }: Database, { retention }: Configuration, logger: Logger): Upkeep {
  const stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const tidy = (): void => {
    running = deleteExpired(pool, retention.deliveredDays, stopping.signal).then(
      (events) => void (events > 0 && logger.info({ events }, 'delivered events past their retention were deleted')),
      (error: unknown) => logger.warn({ error }, 'delivered events could not be deleted; the next try is in an hour')
    );
  };
  tidy();
  const timer = setInterval(tidy, UPKEEP_MS);
  return {
    stop: () => {
      clearInterval(timer);
      stopping.abort();
      return running;
    }
  };
}

async function listen(
  app: FastifyInstance,
  { host, port }: { readonly host: string; readonly port: number },
  setting: 'listen' | 'admin'
): Promise<string> {
  try {
    return await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const reason =
      code === 'EADDRINUSE'
        ? `port ${port} of ${host} is taken`
        : code === 'EACCES'
          ? `port ${port} needs more rights than this process has`
          : `${host} cannot be listened on (${code ?? String(error)})`;
    const variable = setting === 'listen' ? 'RECEIVER_PORT' : 'RECEIVER_ADMIN_PORT';
    throw new Error(`${setting}: ${reason}. Write another ${setting}.port, or set ${variable}.`, { cause: error });
  }
}

async function answers(query: Promise<unknown>): Promise<boolean> {
  const late = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), READY_TIMEOUT_MS).unref());
  return Promise.race([query.then(() => true).catch(() => false), late]);
}

function once(action: () => Promise<void>): () => Promise<void> {
  let started: Promise<void> | undefined;
  return () => (started ??= action());
}
