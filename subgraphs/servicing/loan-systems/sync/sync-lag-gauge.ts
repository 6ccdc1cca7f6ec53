import { Gauge, type Registry } from 'prom-client';
import { columnsAs, derived } from '../../../../core/db/columns.js';
import type { Database } from '../../../../core/db/database.js';
import { statement } from '../../../../core/db/statement.js';
import { systemPrincipal } from '../../../../core/principal/principal.js';
import { sharedRead } from '../../../../core/telemetry/shared-read.js';
import { lagSeconds } from './sync-lag-sql.js';

const SYSTEM = columnsAs('LoanSystem', 'l', { system: 'code' });

const syncLag = statement({
  name: 'metrics.sync_lag',
  unscoped: 'loan_system_without_borrower_data',
  gives: [SYSTEM, derived({ lagSeconds: 'int8' })],
  text: () => `
    select ${SYSTEM}, ${lagSeconds('coalesce(s.synced_through, l.created_at)')} as "lagSeconds"
    from loan_system l left join loan_system_sync s on s.loan_system_code = l.code
    where l.is_active and l.organization_id is not null and l.base_url is not null`,
});

const METRICS = systemPrincipal('metrics');

export function addLagGauge(registry: Registry, db: Database): void {
  const lags = sharedRead(() => db.many(METRICS, syncLag, {}));
  const lag = new Gauge({
    name: 'tributary_loan_system_sync_lag_seconds',
    help: 'How far the normalized model is behind each loan system; counted from when the system was added if it was never synced.',
    labelNames: ['system'],
    registers: [registry],
    async collect() {
      const rows = await lags();
      lag.reset();
      for (const row of rows) lag.set({ system: row.system }, row.lagSeconds);
    },
  });
}
