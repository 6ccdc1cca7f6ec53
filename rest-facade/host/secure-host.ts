import { Problem } from '../../core/errors/problem.js';
import { RouteTable } from '../request/route-table.js';
import { SECURE_ROUTES } from '../routes.js';
import { createHttpHost, type HttpHost } from './http-host.js';
import { createHandler } from './serve.js';
import type { FacadeServices } from './services.js';

/**
 * The secure host: while secure capture is disabled it answers health and the contract document, and refuses all else without
 * reading it.
 */
export function createSecureHost(services: FacadeServices, trustProxy: string): HttpHost {
  const handler = createHandler(new RouteTable(SECURE_ROUTES), services, new Problem('secure_capture_disabled'));
  return createHttpHost({ handler, trustProxy });
}
