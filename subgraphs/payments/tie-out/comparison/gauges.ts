import { Gauge, type Registry } from 'prom-client';
import { derived } from '../../../../core/db/columns.js';
import type { Database } from '../../../../core/db/database.js';
import { statement } from '../../../../core/db/statement.js';
import { throttle } from '../../../../core/health/throttle.js';
import { systemPrincipal } from '../../../../core/principal/principal.js';
import { sharedRead } from '../../../../core/telemetry/shared-read.js';
import { needsDecisionNow, TODAY_BY_POSTGRES } from '../../exceptions/exception-state-sql.js';
import { EXCEPTION_PREFIX } from './side-names.js';

const open = statement({
  name: 'metrics.tie_out',
  gives: derived({ kind: 'text?', open: 'int8', seconds: 'float8' }),
  unscoped: 'counts_without_content',
  text: () => `
    select substr(x.kind, ${EXCEPTION_PREFIX.length + 1}) as kind, count(*) as open, 0::float8 as seconds from organization o
      cross join lateral (select y.kind from operator_exception y where y.organization_id = o.id
        and ${needsDecisionNow('y', TODAY_BY_POSTGRES)} and starts_with(y.kind, '${EXCEPTION_PREFIX}') offset 0) x
     where not o.sandbox group by x.kind
    union all
    select null, 0, extract(epoch from min(side.completed_at))::float8 from (
      select coalesce(max(l.completed_at), min(l.began_at)) as completed_at from tie_out_look l
        join organization o on o.id = l.organization_id and not o.sandbox
       group by l.organization_id, l.subject) side
    having count(*) > 0`,
});

const METRICS = systemPrincipal('metrics');
const PERIOD_MS = 60_000;

/** Gauges: the tie-out's open differences, and since when every side has been fully compared. */
export function addTieOutGauges(registry: Registry, db: Database, periodMs = PERIOD_MS): void {
  const registers = [registry];
  const read = sharedRead(throttle(periodMs, () => db.many(METRICS, open, {})));
  const differences = new Gauge({
    name: 'tributary_tie_out_differences',
    help: 'Open differences of the tie-out that no operator has postponed, by kind.',
    labelNames: ['kind'],
    registers,
    async collect() {
      const rows = await read();
      differences.reset();
      for (const { kind, open: count } of rows) if (kind !== null) differences.set({ kind }, count);
    },
  });
  const complete = new Gauge({
    name: 'tributary_tie_out_last_complete_timestamp_seconds',
    help: 'When the side that has waited longest was last fully compared; for a side never compared, when its first comparison began.',
    registers,
    async collect() {
      complete.reset();
      for (const { kind, seconds } of await read()) if (kind === null) complete.set(seconds);
    },
  });
}
