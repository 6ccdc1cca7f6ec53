import { Gauge, type Registry } from 'prom-client';
import { systemPrincipal } from '../../../core/auth/principal.js';
import type { Database } from '../../../core/db/database.js';
import { statement } from '../../../core/db/statement.js';
import { sharedReading } from '../../../core/telemetry/reading.js';
import { lagSeconds } from './lag.js';

interface LagRow {
  readonly system: string;
  readonly lagSeconds: number;
}

const syncLag = statement<Record<string, never>, LagRow>({
  name: 'metrics.sync_lag',
  unscoped: 'tells how far behind each loan system is, and nothing of its accounts',
  text: () => `
    select l.code as system, ${lagSeconds('coalesce(s.synced_through, l.created_at)')} as "lagSeconds"
    from loan_system l left join loan_system_sync s on s.loan_system_code = l.code
    where l.is_active and l.organization_id is not null`,
});

const METRICS = systemPrincipal('metrics');

export function addLagGauge(registry: Registry, db: Database): void {
  const lags = sharedReading(() => db.many(METRICS, syncLag, {}));
  const lag = new Gauge({
    name: 'tributary_loan_system_sync_lag_seconds',
    help: 'How far behind the normalized model is, by loan system; since it was added, while it was never synced.',
    labelNames: ['system'],
    registers: [registry],
    async collect() {
      const rows = await lags();
      lag.reset();
      for (const row of rows) lag.set({ system: row.system }, row.lagSeconds);
    },
  });
}
