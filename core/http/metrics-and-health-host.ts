import { Registry } from 'prom-client';
import { type Check, readinessOf } from '../health/readiness.js';
import type { Logger } from '../logging/logger.js';
import { metrics } from '../telemetry/metrics.js';
import type { HttpHost } from './front/http-host.js';
import { createRoutedHost, type HostRoute } from './front/routed-host.js';

export interface OperationsHostSource {
  readonly checks: readonly Check[];
  /** Gauges that are computed when they are scraped. */
  readonly gauges: Registry;
  readonly logger: Logger;
}

/**
 * The endpoints for monitoring a part, on a separate port that clients cannot reach: `/metrics` (Prometheus),
 * `/healthz`, and `/readyz` with each check by name.
 */
export function createOperationsHost({ checks, gauges, logger }: OperationsHostSource): HttpHost {
  const all = Registry.merge([metrics, gauges]);
  const routes: readonly HostRoute[] = [
    { method: 'GET', path: '/healthz', handlers: [(_request, response) => void response.json({ status: 'ok' })] },
    {
      method: 'GET',
      path: '/readyz',
      handlers: [
        async (_request, response) => {
          const { isReady, checks: outcomes } = await readinessOf(checks);
          response.status(isReady ? 200 : 503).json({ status: isReady ? 'ready' : 'not_ready', checks: outcomes });
        },
      ],
    },
    {
      method: 'GET',
      path: '/metrics',
      handlers: [async (_request, response) => void response.type(all.contentType).send(await all.metrics())],
    },
  ];
  return createRoutedHost({ routes, logger });
}
