import { Registry } from 'prom-client';
import type { Database } from '../../core/db/database.js';
import type { Check } from '../../core/health/readiness.js';
import { createOperationsHost } from '../../core/http/metrics-and-health-host.js';
import { addQueueGauges } from '../../core/jobs/queue-gauges.js';
import { exportTraces, type TraceExport } from '../../core/telemetry/export-traces.js';
import { collectRuntime } from '../../core/telemetry/metrics.js';
import { addUpGauge } from '../../subgraphs/servicing/loan-systems/loan-system/loan-system-up-gauge.js';
import { addLagGauge } from '../../subgraphs/servicing/loan-systems/sync/sync-lag-gauge.js';
import type { Resources } from '../assembly/resources.js';
import { hostPart } from './host-part.js';
import type { Part } from './part.js';

type AddGauges = (registry: Registry, db: Database) => void;

/** Monitoring of this process: metrics and health on a separate port, traces to a collector. */
export class ObservabilityPart implements Part {
  readonly name = 'observability';
  readonly #resources: Resources;
  readonly #service: string;
  readonly #checks: readonly Check[];
  readonly #addGauges: readonly AddGauges[];
  #host: Part | undefined;
  #traces: TraceExport | undefined;

  /**
   * @param checks - readiness checks of this part beyond the shared resources
   * @param addGauges - metrics of this part beyond those of every part
   */
  constructor(
    resources: Resources,
    service: string,
    checks: readonly Check[] = [],
    addGauges: readonly AddGauges[] = [],
  ) {
    this.#addGauges = addGauges;
    this.#resources = resources;
    this.#service = service;
    this.#checks = [...resources.checks, ...checks];
  }

  async start(): Promise<void> {
    const { config, db, logger } = this.#resources;
    if (config.OTEL_EXPORTER_OTLP_ENDPOINT !== undefined)
      this.#traces = await exportTraces(config.OTEL_EXPORTER_OTLP_ENDPOINT, this.#service, logger);
    if (config.METRICS_PORT === 0) return;
    collectRuntime();
    const gauges = new Registry();
    addQueueGauges(gauges, db);
    addLagGauge(gauges, db);
    addUpGauge(gauges, db);
    for (const add of this.#addGauges) add(gauges, db);
    const host = createOperationsHost({ checks: this.#checks, gauges, logger });
    this.#host = hostPart('operations', host, {
      host: config.HOST,
      port: config.METRICS_PORT,
      variable: 'METRICS_PORT',
    });
    await this.#host.start();
  }

  announceStop(): void {
    this.#host?.announceStop?.();
  }

  async stop(graceMs: number): Promise<void> {
    await this.#host?.stop(graceMs);
    await this.#traces?.stop();
  }
}
