import { Gauge, type Registry } from 'prom-client';
import { systemsUp } from '../../../../connectors/loan-systems/added/connection-status.store.js';
import type { Database } from '../../../../core/db/database.js';
import { systemPrincipal } from '../../../../core/principal/principal.js';
import { sharedRead } from '../../../../core/telemetry/shared-read.js';

const METRICS = systemPrincipal('metrics');

export function addUpGauge(registry: Registry, db: Database): void {
  const systems = sharedRead(() => db.many(METRICS, systemsUp, {}));
  const up = new Gauge({
    name: 'tributary_loan_system_up',
    help: '1 when every running process that calls the loan system is set up for it and got an answer; 0 otherwise, or when none runs.',
    labelNames: ['system'],
    registers: [registry],
    async collect() {
      const rows = await systems();
      up.reset();
      for (const { system, isUp } of rows) up.set({ system }, isUp ? 1 : 0);
    },
  });
}
