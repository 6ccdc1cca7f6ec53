import { createServer, type Server } from 'node:http';
import express from 'express';
import { Registry } from 'prom-client';
import { type Check, readinessOf } from '../health/readiness.js';
import { metrics } from '../telemetry/metrics.js';

export interface OperationsHostSource {
  readonly checks: readonly Check[];
  /** Figures that are read when somebody asks for them. */
  readonly gauges: Registry;
}

/**
 * What operators' machines ask of a part, on a port of its own that clients do not reach: `/metrics` (Prometheus), `/healthz`,
 * and `/readyz` with each check by name.
 */
export function createOperationsHost({ checks, gauges }: OperationsHostSource): Server {
  const all = Registry.merge([metrics, gauges]);
  const app = express().disable('x-powered-by').disable('etag');
  app.get('/healthz', (_request, response) => void response.json({ status: 'ok' }));
  app.get('/readyz', async (_request, response) => {
    const { isReady, checks: outcomes } = await readinessOf(checks);
    response.status(isReady ? 200 : 503).json({ status: isReady ? 'ready' : 'not_ready', checks: outcomes });
  });
  app.get('/metrics', async (_request, response) => {
    response.type(all.contentType).send(await all.metrics());
  });
  return createServer(app);
}
