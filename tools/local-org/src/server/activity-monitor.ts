import type { Activity } from '../api/host.js';
import type { DatabaseAddress } from '../database/cluster.js';
import { KeptClient } from '../database/kept-client.js';
import { SLOT_NAME } from '../database/protocol.js';

/** Longest statement that is told. Characters. */
const MAX_STATEMENT = 300;

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
      WHERE datname = current_database() AND starts_with(application_name, '${SLOT_NAME}');
    running := greatest(running, seen.running);
    waiting := greatest(waiting, seen.waiting);
    EXIT WHEN clock_timestamp() >= ends;
    PERFORM pg_sleep(0.001);
  END LOOP;
END $$`;

const TRANSACTIONS_SQL = `
SELECT slot.name, round(extract(epoch FROM clock_timestamp() - slot.xact_start) * 1000)::float8,
       slot.state, slot.wait_event_type = 'Lock', left(slot.query, ${MAX_STATEMENT}),
       ARRAY(SELECT blocker.application_name FROM unnest(pg_blocking_pids(slot.pid)) AS blocking(pid)
             JOIN pg_stat_activity blocker ON blocker.pid = blocking.pid)
FROM (SELECT *, application_name AS name FROM pg_stat_activity
      WHERE datname = current_database() AND starts_with(application_name, '${SLOT_NAME}')
        AND xact_start IS NOT NULL) slot
ORDER BY slot.xact_start`;

/** A transaction as PostgreSQL knows it: which slot's, not what for. */
export interface SlotTransactionSighting {
  readonly slot: number;
  readonly forMs: number;
  readonly state: string;
  /** 0: a connection that is no slot's. */
  readonly waitsFor: readonly number[];
  readonly statement: string;
}

/** Tells how many transactions of an org run and how many of them wait for a lock, on a connection of its own. */
export class ActivityMonitor {
  readonly #client: KeptClient;
  #peakWaiting = 0;

  constructor(address: DatabaseAddress) {
    this.#client = new KeptClient(address, 'local-org-monitor', (client) => client.query(WATCH_FUNCTION));
  }

  /** @param periodMs how long to look; 0 looks once. The most of each number in that time is told. */
  async watch(periodMs: number): Promise<Activity> {
    const client = await this.#client.get();
    const { rows } = await client.query<[number, number]>({
      text: 'SELECT running, waiting FROM pg_temp.watch_activity($1)',
      values: [periodMs],
      rowMode: 'array'
    });
    const [running, waitingOnLock] = rows[0] ?? [0, 0];
    this.#peakWaiting = Math.max(this.#peakWaiting, waitingOnLock);
    return { running, waitingOnLock, peakWaitingOnLock: this.#peakWaiting };
  }

  /** Open transactions, the oldest first. */
  async transactions(): Promise<readonly SlotTransactionSighting[]> {
    const client = await this.#client.get();
    const { rows } = await client.query<[string, number, string, boolean | null, string, string[]]>({
      text: TRANSACTIONS_SQL,
      rowMode: 'array'
    });
    return rows.map(([name, forMs, state, waits, statement, blockers]) => ({
      slot: slotOf(name),
      forMs,
      state: waits ? 'waits for a lock' : state === 'active' ? 'active' : 'computes',
      waitsFor: blockers.map(slotOf),
      statement
    }));
  }

  stop(): Promise<void> {
    return this.#client.end();
  }
}

const slotOf = (applicationName: string): number =>
  applicationName.startsWith(SLOT_NAME) ? Number(applicationName.slice(SLOT_NAME.length)) : 0;
