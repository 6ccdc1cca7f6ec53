import { createHttpHost, type HttpHost } from '../../core/http/front/http-host.js';
import { RouteTable } from '../request/route-table.js';
import { BASE_ROUTES } from '../routes.js';
import { captureCard } from '../secure/capture-card.js';
import { createHandler } from './serve.js';
import type { FacadeServices } from './services.js';

/** The base host: `/v1`, token exchange, key set, health. A card that is sent here meets a path that does not exist. */
export function createBaseHost(services: FacadeServices, trustProxy: string): HttpHost {
  return createHttpHost({ handler: createHandler(new RouteTable(BASE_ROUTES, [captureCard]), services), trustProxy });
}
