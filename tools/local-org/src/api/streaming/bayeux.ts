import { randomBytes } from 'node:crypto';

/** A message of the Bayeux protocol, as far as it is read (https://docs.cometd.org/current/reference/#_bayeux). */
export interface Message {
  readonly channel: string;
  readonly id?: string;
  readonly clientId?: string;
  readonly subscription?: string | readonly string[];
  readonly advice?: { readonly timeout?: number };
  readonly ext?: { readonly replay?: Readonly<Record<string, number>> };
}

export type Reply = Readonly<Record<string, unknown>>;

interface Client {
  readonly id: string;
  readonly userId: string;
  /** System topics and names of event channels. */
  readonly channels: Set<string>;
  readonly events: Reply[];
  connected: boolean;
  /** Ends the connect that waits. */
  wake: (() => void) | null;
  lastSeen: number;
}

/** A connect waits so long for an event, as on the platform. Milliseconds. */
const HOLD_MS = 110_000;
/** A client that has not connected for so long is gone. */
const FORGOTTEN_MS = 60_000;
/** Events that wait for a client; one that leaves more behind is gone. */
const MAX_WAITING = 10_000;
const ADVICE = { reconnect: 'retry', interval: 0, timeout: HOLD_MS };

/** What clients may subscribe to. */
export interface Channels {
  /**
   * @param replayId see `EventTopics.subscribe`; absent: -1.
   * @returns the channel as it is called. @throws Error whose text tells why not.
   */
  open(clientId: string, userId: string, channel: string, replayId: number): Promise<string>;
  close(clientId: string, channel: string): void;
  /** The client is gone. */
  forget(clientId: string): void;
  /** Somebody has subscribed, or left. */
  changed(): void;
}

/** Clients of long polling and what they have subscribed to. */
export class Bayeux {
  private readonly clients = new Map<string, Client>();

  constructor(private readonly channels: Channels) {}

  /** Answers the messages of one request; a connect that comes alone waits for events. */
  async answer(messages: readonly Message[], userId: string): Promise<Reply[]> {
    this.forget();
    const replies: Reply[] = [];
    for (const message of messages) {
      replies.push(...(await this.answerOne(message, userId, messages.length === 1)));
    }
    return replies;
  }

  isWanted(channel: string): boolean {
    return [...this.clients.values()].some((client) => client.channels.has(channel));
  }

  /** Hands an event to the subscribers of one user. */
  publish(channel: string, userId: string, data: unknown): void {
    for (const client of this.clients.values()) {
      if (client.userId !== userId || !client.channels.has(channel)) continue;
      this.put(client, channel, data);
    }
  }

  /** Hands an event to one client. @returns false when there is no such client (any more). */
  send(clientId: string, channel: string, data: unknown): boolean {
    const client = this.clients.get(clientId);
    return client !== undefined && this.put(client, channel, data);
  }

  private put(client: Client, channel: string, data: unknown): boolean {
    if (client.events.length >= MAX_WAITING) {
      this.remove(client);
      return false;
    }
    client.events.push({ channel, clientId: client.id, data });
    client.wake?.();
    return true;
  }

  close(): void {
    for (const client of this.clients.values()) client.wake?.();
    this.clients.clear();
  }

  private async answerOne(message: Message, userId: string, alone: boolean): Promise<Reply[]> {
    const { channel, id } = message;
    const common = { channel, ...(id === undefined ? {} : { id }) };
    if (channel === '/meta/handshake') return [{ ...common, ...this.handshake(userId) }];
    const client = this.clients.get(message.clientId ?? '');
    if (!client || client.userId !== userId) {
      const advice = { reconnect: 'handshake', interval: 0 };
      return [{ ...common, successful: false, error: '403::Unknown client', advice }];
    }
    client.lastSeen = Date.now();
    const own = { ...common, clientId: client.id };
    switch (channel) {
      case '/meta/connect':
        return this.connect(client, own, alone && message.advice?.timeout !== 0);
      case '/meta/subscribe':
        return Promise.all(
          namesIn(message).map(async (name) => ({ ...own, ...(await this.subscribe(client, name, message)) }))
        );
      case '/meta/unsubscribe':
        for (const name of namesIn(message)) {
          client.channels.delete(name);
          this.channels.close(client.id, name);
        }
        this.channels.changed();
        return [{ ...own, successful: true, subscription: message.subscription }];
      case '/meta/disconnect':
        this.remove(client);
        return [{ ...own, successful: true }];
      default:
        return [{ ...own, successful: false, error: `403:${channel}:clients of the local org cannot publish` }];
    }
  }

  private handshake(userId: string): Reply {
    const id = randomBytes(16).toString('hex');
    const client = { id, userId, channels: new Set<string>(), events: [], wake: null, lastSeen: Date.now() };
    this.clients.set(id, { ...client, connected: false });
    return {
      version: '1.0',
      minimumVersion: '1.0',
      clientId: id,
      supportedConnectionTypes: ['long-polling'],
      successful: true,
      advice: ADVICE,
      ext: { replay: true, 'payload.format': true }
    };
  }

  private async connect(client: Client, common: Reply, mayWait: boolean): Promise<Reply[]> {
    client.wake?.();
    if (mayWait && client.connected && client.events.length === 0) await this.hold(client);
    client.connected = true;
    client.lastSeen = Date.now();
    return [...client.events.splice(0), { ...common, successful: true, advice: ADVICE }];
  }

  private async hold(client: Client): Promise<void> {
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, HOLD_MS).unref();
      client.wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
    client.wake = null;
  }

  private async subscribe(client: Client, subscription: string, { ext }: Message): Promise<Reply> {
    try {
      const replayId = Number(ext?.replay?.[subscription] ?? -1);
      client.channels.add(await this.channels.open(client.id, client.userId, subscription, replayId));
      this.channels.changed();
      return { successful: true, subscription };
    } catch (error) {
      // No advice: it would be the whole client's, whose other subscriptions are fine.
      return { successful: false, subscription, error: (error as Error).message };
    }
  }

  private remove(client: Client): void {
    client.wake?.();
    this.clients.delete(client.id);
    this.channels.forget(client.id);
    this.channels.changed();
  }

  private forget(): void {
    const limit = Date.now() - FORGOTTEN_MS;
    for (const client of this.clients.values()) {
      if (client.wake === null && client.lastSeen < limit) this.remove(client);
    }
  }
}

const namesIn = ({ subscription }: Message): string[] =>
  typeof subscription === 'string' ? [subscription] : [...(subscription ?? [])].map((name) => String(name));
