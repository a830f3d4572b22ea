import type { OrgGateway } from '../host.js';
import type { EventNews, EventPosition } from './operations.js';

/** Events read at once. */
const PAGE = 200;

/** Hands a client what happened on a channel. @returns false when the client is gone. */
export type Send = (clientId: string, channel: string, data: unknown) => boolean;

/**
 * Channels of platform events. Events reach subscribers behind the Apex triggers, in the order in which those got them.
 * Source: https://developer.salesforce.com/docs/atlas.en-us.platform_events.meta/platform_events/platform_events_subscribe_cometd.htm
 */
export class EventTopics {
  /** By object: the sequence of the last event that each client has got. */
  private readonly readers = new Map<string, Map<string, number>>();
  private readonly busy = new Set<string>();
  private readonly again = new Set<string>();

  constructor(
    private readonly org: OrgGateway,
    private readonly send: Send
  ) {
    org.onEventsDelivered((objectName) => this.notify(objectName));
  }

  /**
   * @param replayId -1: what is new from now on; -2: all that are kept; else what came behind that event.
   * @returns the channel as it is called.
   * @throws OperationError for a channel that does not exist here, or a replay id of no event that is kept.
   */
  async subscribe(clientId: string, userId: string, channel: string, replayId: number): Promise<string> {
    const { objectName, sequence } = await this.org.run<EventPosition>('event-position', { channel, replayId }, userId);
    const readers = this.readers.get(objectName) ?? new Map<string, number>();
    this.readers.set(objectName, readers.set(clientId, sequence));
    this.notify(objectName);
    return channelOf(objectName);
  }

  unsubscribe(clientId: string, channel: string): void {
    for (const [objectName, readers] of this.readers) {
      if (channelOf(objectName) === channel) this.remove(objectName, readers, clientId);
    }
  }

  forget(clientId: string): void {
    for (const [objectName, readers] of this.readers) this.remove(objectName, readers, clientId);
  }

  private remove(objectName: string, readers: Map<string, number>, clientId: string): void {
    readers.delete(clientId);
    if (readers.size === 0) this.readers.delete(objectName);
  }

  private notify(objectName: string): void {
    if (!this.readers.has(objectName)) return;
    if (this.busy.has(objectName)) return void this.again.add(objectName);
    this.busy.add(objectName);
    void this.pass(objectName)
      // The next event, or the client's next connect, brings what was left.
      .catch(() => undefined)
      .finally(() => {
        this.busy.delete(objectName);
        if (this.again.delete(objectName)) this.notify(objectName);
      });
  }

  /** Passes on what readers have not got yet. */
  private async pass(objectName: string): Promise<void> {
    for (let readers = this.readers.get(objectName); readers; readers = this.readers.get(objectName)) {
      const payload = { objectName, after: Math.min(...readers.values()), limit: PAGE };
      const news = await this.org.run<EventNews[]>('event-news', payload, this.org.adminUserId);
      for (const event of news) {
        for (const [clientId, last] of [...readers]) {
          if (last < event.sequence) this.hand(objectName, readers, clientId, event);
        }
      }
      if (news.length < PAGE) return;
    }
  }

  private hand(objectName: string, readers: Map<string, number>, clientId: string, event: EventNews): void {
    if (!this.send(clientId, channelOf(objectName), event.data)) return this.remove(objectName, readers, clientId);
    readers.set(clientId, event.sequence);
    this.org.usage.note('DailyDeliveredPlatformEvents', 1);
  }
}

const channelOf = (objectName: string): string => `/event/${objectName}`;
