import type pg from 'pg';
import { until } from './until.js';

/** Until every event that is there can be read: one is hidden while an earlier transaction of the server is open, those of other tests too. */
export function eventsReadable(pool: pg.Pool): Promise<unknown> {
  const text = `select coalesce(bool_and(transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint), true) as all from event`;
  return until(async () => (await pool.query<{ all: boolean }>(text)).rows[0]?.all, 'every event can be read');
}
