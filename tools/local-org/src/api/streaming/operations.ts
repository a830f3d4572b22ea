import { createHash } from 'node:crypto';
import type { HandlerTable } from '../../platform/handlers.js';
import { sqlTime } from '../../platform/jobs/job-store.js';
import { ApiError } from '../../platform/api-error.js';
import { EventLog, type PastEvent } from '../../platform/events/event-log.js';
import type { SlotContext } from '../../platform/slot.js';
import type { SlotTransaction } from '../../platform/transaction.js';
import type { ObjectDefinition } from '../../schema/definitions.js';
import { DatetimeValue } from '../../values/index.js';
import { valueToJson } from '../rest/json-codec.js';

const RECENT_MS = 60_000;
/** Replay ids that are none: only new events, all events that are kept. */
const ONLY_NEW = -1;
const ALL_KEPT = -2;

/** Where a subscription begins. */
export interface EventPosition {
  readonly objectName: string;
  /** Of the last event that the subscriber does not get. */
  readonly sequence: number;
}

export interface EventNews {
  readonly sequence: number;
  /** What the message holds. */
  readonly data: unknown;
}

/** How far the news have been read. */
export interface TopicPosition {
  readonly log: number;
  /** Runs that had not ended. */
  readonly runningTests: readonly string[];
}

export interface TopicNews {
  readonly position: TopicPosition;
  readonly items: readonly { readonly channel: 'log' | 'test'; readonly id: string; readonly userId: string }[];
}

export const streamingOperations: HandlerTable = {
  'event-position': (
    context: SlotContext,
    { channel, replayId }: { channel: string; replayId: number }
  ): EventPosition => context.transaction({}, (tx) => positionOf(tx, channel, replayId)),

  'event-news': (
    context: SlotContext,
    { objectName, after, limit }: { objectName: string; after: number; limit: number }
  ): EventNews[] =>
    context.transaction({}, (tx) => {
      const object = tx.schema.object(objectName);
      if (!object) return [];
      const schema = schemaId(object);
      return new EventLog(tx.db, tx.now())
        .after(objectName, after, limit)
        .map((event) => ({ sequence: event.sequence, data: messageOf(event, object, schema) }));
    }),

  /**
   * Logs and ends of test runs since the last look. A first look finds no logs, but the runs that have just ended: who
   * listens for the end of one may come a moment late.
   */
  'topic-news': (context: SlotContext, { after }: { after: TopicPosition | null }): TopicNews =>
    context.transaction({}, (tx) => {
      const { db } = tx;
      const running = db.query(
        "SELECT asyncapexjobid FROM apextestrunresult WHERE status NOT IN ('Completed', 'Failed', 'Aborted')"
      );
      const runningTests = running.rows.map(([id]) => String(id));
      const last = Number(db.query('SELECT coalesce(max(position), 0) FROM meta.apex_log_body').rows[0]?.[0] ?? 0);
      const position = { log: last, runningTests };
      const item = (channel: 'log' | 'test') => (row: readonly unknown[]) => ({
        channel,
        id: String(row[0]),
        userId: String(row[1])
      });
      if (!after) {
        const recent = db.query('SELECT asyncapexjobid, userid FROM apextestrunresult WHERE endtime > $1::timestamp', [
          sqlTime(tx.now() - RECENT_MS)
        ]);
        return { position, items: recent.rows.map(item('test')) };
      }
      const logs = db.query(
        'SELECT l.id, l.loguserid FROM meta.apex_log_body b JOIN apexlog l ON l.id = b.id WHERE b.position > $1::bigint ORDER BY b.position',
        [after.log]
      );
      const ended = db.query(
        'SELECT asyncapexjobid, userid FROM apextestrunresult WHERE asyncapexjobid = ANY($1::text[])',
        [after.runningTests.filter((id) => !runningTests.includes(id))]
      );
      return { position, items: [...logs.rows.map(item('log')), ...ended.rows.map(item('test'))] };
    })
};

/** What there is on the platform and not here, by the start of the channel. */
const OTHER_CHANNELS: readonly (readonly [start: string, name: string])[] = [
  ['/topic/', 'PushTopics'],
  ['/data/', 'change data capture'],
  ['/u/', 'generic streaming channels'],
  ['/event/*', 'all platform events at once']
];

/** @throws ApiError whose message has the form of Bayeux errors, `code:arguments:text`. */
function positionOf(tx: SlotTransaction, channel: string, replayId: number): EventPosition {
  const refuse = (status: number, text: string): ApiError => new ApiError(status, 'INVALID_CHANNEL', text);
  const other = OTHER_CHANNELS.find(([start]) => channel.startsWith(start));
  if (other) {
    throw refuse(400, `400::not supported by the local org: ${other[1]} {${channel}}; subscribe to /event/NAME__e`);
  }
  const name = /^\/event\/(\w+)$/.exec(channel)?.[1] ?? '';
  const object = tx.schema.object(name);
  if (object?.kind !== 'platform-event') {
    throw refuse(400, `400::The channel you requested to subscribe to does not exist {${channel}}`);
  }
  if (!tx.rights.object(object.name).read) {
    throw refuse(403, `403::The user needs read permission on ${object.name} to subscribe {${channel}}`);
  }
  const log = new EventLog(tx.db, tx.now());
  if (replayId === ONLY_NEW) return { objectName: object.name, sequence: log.last(object.name) };
  if (replayId === ALL_KEPT) return { objectName: object.name, sequence: 0 };
  const sequence = Number.isSafeInteger(replayId) ? log.sequenceOf(object.name, replayId) : null;
  if (sequence === null) {
    throw refuse(
      400,
      `400::The replayId {${replayId}} you provided was invalid.  Please provide a valid ID, -2 to replay all events, or -1 to replay only new events.`
    );
  }
  return { objectName: object.name, sequence };
}

/** The content of a message: schema, values, and where it stands in the stream. */
function messageOf({ replayId, record }: PastEvent, object: ObjectDefinition, schema: string): unknown {
  const custom = Object.values(object.fields).filter((field) => field.custom);
  const value = (name: string): unknown => {
    const held = record.fields.get(name.toLowerCase());
    return held instanceof DatetimeValue ? held.toIso() : valueToJson(held);
  };
  return {
    schema,
    payload: {
      CreatedDate: value('CreatedDate'),
      CreatedById: value('CreatedById'),
      ...Object.fromEntries(custom.map(({ name }) => [name, value(name)]))
    },
    event: { EventUuid: value('EventUuid'), replayId }
  };
}

/** Changes with the fields. */
const schemaId = ({ name, fields }: ObjectDefinition): string =>
  createHash('md5')
    .update(JSON.stringify([name, Object.values(fields).map((field) => [field.name, field.type])]))
    .digest('base64url');
