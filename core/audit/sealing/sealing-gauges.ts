import { Gauge, type Registry } from 'prom-client';
import { derived } from '../../db/columns.js';
import type { Database } from '../../db/database.js';
import { statement } from '../../db/statement.js';
import { throttle } from '../../health/throttle.js';
import { systemPrincipal } from '../../principal/principal.js';
import { sharedRead } from '../../telemetry/shared-read.js';

/**
 * Uses the index of transactions, past the point below which everything is sealed. Rows that another server wrote
 * (after a restore) are counted by `audit verify`.
 */
const waiting = statement({
  name: 'metrics.audit_waiting',
  unscoped: 'counts_without_content',
  gives: derived({ rows: 'int8', oldestSeconds: 'float8' }),
  text: () => `
    select count(*) as rows, coalesce(greatest(extract(epoch from now() - min(a.occurred_at)), 0), 0)::float8 as "oldestSeconds"
      from audit_log a
     where a.xid >= coalesce((select through_xid from audit_sealing where id = 'all'), 0)
       and a.xid < pg_snapshot_xmax(pg_current_snapshot())::text::bigint`,
});

const METRICS = systemPrincipal('metrics');
const PERIOD_MS = 10_000;

/** Gauges of sealing: how many rows wait to be sealed, and for how long. */
export function addSealingGauges(registry: Registry, db: Database, periodMs = PERIOD_MS): void {
  const registers = [registry];
  const read = sharedRead(throttle(periodMs, () => db.many(METRICS, waiting, {})));
  const rows = new Gauge({
    name: 'tributary_audit_rows_waiting',
    help: 'Rows of the audit log that are not sealed yet.',
    registers,
    async collect() {
      for (const row of await read()) rows.set(row.rows);
    },
  });
  const oldest = new Gauge({
    name: 'tributary_audit_waiting_seconds',
    help: 'Age of the oldest unsealed row in seconds; 0 while there is none.',
    registers,
    async collect() {
      for (const row of await read()) oldest.set(row.oldestSeconds);
    },
  });
}
