import { RouteTable } from '../request/route-table.js';
import { BASE_ROUTES } from '../routes.js';
import { createHttpHost, type HttpHost } from './http-host.js';
import { createHandler } from './serve.js';
import type { FacadeServices } from './services.js';

/** The base host: `/v1`, token exchange, key set, health. */
export function createBaseHost(services: FacadeServices, trustProxy: string): HttpHost {
  return createHttpHost({ handler: createHandler(new RouteTable(BASE_ROUTES), services), trustProxy });
}
