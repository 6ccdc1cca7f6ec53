import { Problem } from '../../core/errors/problem.js';
import { createHttpHost, type HttpHost } from '../../core/http/front/http-host.js';
import { RouteTable } from '../request/route-table.js';
import { CLOSED_SECURE_ROUTES, SECURE_ROUTES } from '../routes.js';
import { createHandler } from './serve.js';
import type { FacadeServices } from './services.js';

/** A card capture is a few hundred bytes: whoever takes longer to send it is not sending one. */
const PATIENCE = { headersMs: 10_000, requestMs: 10_000, lookEveryMs: 2_000 };

/**
 * The secure host: card capture, card processors' events, health and the contract document. While secure capture is disabled it refuses all else without reading it. It answers
 * no page of another origin: there is no CORS.
 */
export function createSecureHost(services: FacadeServices, trustProxy: string): HttpHost {
  const handler =
    services.capture === undefined
      ? createHandler(new RouteTable(CLOSED_SECURE_ROUTES), services, new Problem('secure_capture_disabled'))
      : createHandler(new RouteTable(SECURE_ROUTES), services);
  return createHttpHost({ handler, trustProxy, patience: PATIENCE });
}
