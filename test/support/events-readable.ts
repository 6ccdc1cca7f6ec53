import type pg from 'pg';
import { until } from './until.js';

/**
 * Waits until every event can be read: events are hidden while an earlier transaction of the server is open, including
 * those of other tests.
 */
export function eventsReadable(pool: pg.Pool): Promise<unknown> {
  const text = `select coalesce(bool_and(transaction_id < pg_snapshot_xmin(pg_current_snapshot())::text::bigint), true) as all from event`;
  return until(async () => (await pool.query<{ all: boolean }>(text)).rows[0]?.all, 'every event can be read');
}
