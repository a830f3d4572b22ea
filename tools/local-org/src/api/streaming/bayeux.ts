import { randomBytes } from 'node:crypto';

/** A message of the Bayeux protocol, as far as it is read (https://docs.cometd.org/current/reference/#_bayeux). */
export interface Message {
  readonly channel: string;
  readonly id?: string;
  readonly clientId?: string;
  readonly subscription?: string;
  readonly advice?: { readonly timeout?: number };
}

type Reply = Readonly<Record<string, unknown>>;

interface Client {
  readonly id: string;
  readonly userId: string;
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
const ADVICE = { reconnect: 'retry', interval: 0, timeout: HOLD_MS };

/** Clients of long polling and what they have subscribed to. */
export class Bayeux {
  private readonly clients = new Map<string, Client>();

  /** @param channels those that exist here. @param onChange called when somebody subscribes or leaves. */
  constructor(
    private readonly channels: readonly string[],
    private readonly onChange: () => void
  ) {}

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
      client.events.push({ channel, clientId: client.id, data });
      client.wake?.();
    }
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
        return [{ ...own, ...this.subscribe(client, message.subscription ?? '') }];
      case '/meta/unsubscribe':
        client.channels.delete(message.subscription ?? '');
        this.onChange();
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
      advice: ADVICE
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

  private subscribe(client: Client, subscription: string): Reply {
    if (!this.channels.includes(subscription)) {
      return {
        successful: false,
        subscription,
        error: `403:${subscription}:not supported by the local org: subscribing to ${subscription}`
      };
    }
    client.channels.add(subscription);
    this.onChange();
    return { successful: true, subscription };
  }

  private remove(client: Client): void {
    client.wake?.();
    this.clients.delete(client.id);
    this.onChange();
  }

  private forget(): void {
    const limit = Date.now() - FORGOTTEN_MS;
    for (const client of this.clients.values()) {
      if (client.wake === null && client.lastSeen < limit) this.remove(client);
    }
  }
}
