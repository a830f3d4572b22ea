import pg from 'pg';
import type { Activity } from '../api/host.js';
import type { DatabaseAddress } from '../database/cluster.js';

/**
 * Looks again and again for a time and keeps the most it saw. It runs inside PostgreSQL, so a busy event loop does not
 * miss a wait of a few milliseconds. The function lives as long as the connection.
 */
const WATCH_FUNCTION = `
CREATE OR REPLACE FUNCTION pg_temp.watch_activity(period_ms integer, OUT running integer, OUT waiting integer)
LANGUAGE plpgsql AS $$
DECLARE
  ends timestamptz := clock_timestamp() + make_interval(secs => period_ms / 1000.0);
  seen record;
BEGIN
  running := 0;
  waiting := 0;
  LOOP
    PERFORM pg_stat_clear_snapshot();
    SELECT count(*) FILTER (WHERE state <> 'idle')::integer AS running,
           count(*) FILTER (WHERE wait_event_type = 'Lock')::integer AS waiting
      INTO seen FROM pg_stat_activity
      WHERE datname = current_database() AND application_name = 'local-org';
    running := greatest(running, seen.running);
    waiting := greatest(waiting, seen.waiting);
    EXIT WHEN clock_timestamp() >= ends;
    PERFORM pg_sleep(0.001);
  END LOOP;
END $$`;

/** Tells how many transactions of an org run and how many of them wait for a lock, on a connection of its own. */
export class ActivityMonitor {
  #client: Promise<pg.Client> | null = null;
  #peakWaiting = 0;

  constructor(private readonly address: DatabaseAddress) {}

  /** @param periodMs how long to look; 0 looks once. The most of each number in that time is told. */
  async watch(periodMs: number): Promise<Activity> {
    this.#client ??= this.#connect();
    const client = await this.#client;
    const { rows } = await client.query<[number, number]>({
      text: 'SELECT running, waiting FROM pg_temp.watch_activity($1)',
      values: [periodMs],
      rowMode: 'array'
    });
    const [running, waitingOnLock] = rows[0] ?? [0, 0];
    this.#peakWaiting = Math.max(this.#peakWaiting, waitingOnLock);
    return { running, waitingOnLock, peakWaitingOnLock: this.#peakWaiting };
  }

  async stop(): Promise<void> {
    const client = await this.#client?.catch(() => null);
    await client?.end().catch(() => undefined);
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({ ...this.address, application_name: 'local-org-monitor' });
    const forget = (): void => void (this.#client = null);
    client.on('error', forget);
    try {
      await client.connect();
      await client.query(WATCH_FUNCTION);
    } catch (error) {
      forget();
      throw error;
    }
    return client;
  }
}
