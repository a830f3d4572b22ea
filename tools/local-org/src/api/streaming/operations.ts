import type { HandlerTable } from '../../platform/handlers.js';
import { sqlTime } from '../../platform/jobs/job-store.js';
import type { SlotContext } from '../../platform/slot.js';

const RECENT_MS = 60_000;

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
