import { createHttpHost, type HttpHost } from '../../core/http/front/http-host.js';
import { RouteTable } from '../request/route-table.js';
import type { Route } from '../route.js';
import { BASE_ROUTES, type BaseRouteServices } from '../routes.js';
import { captureCard } from '../secure/capture-card.js';
import { answerLocal } from './answer-local.js';
import { answerOperation, type OperationServices, refuseOperation } from './answer-operation.js';
import { type AnswerRoute, createHandler, type HostServices } from './request-handler.js';

/** Dependencies of the base host; the composition root passes them in. */
export type BaseServices = HostServices & OperationServices & BaseRouteServices;

/** The base host: `/v1`, token exchange, key set, health. It has no path for cards: a card sent here gets 404. */
export function createBaseHost(services: BaseServices, trustProxy: string): HttpHost {
  const table = new RouteTable(BASE_ROUTES, [captureCard]);
  return createHttpHost({ handler: createHandler(table, services, answerRoute(services)), trustProxy });
}

/** Each kind of route has its own handler. */
function answerRoute(services: BaseServices): AnswerRoute<Route<BaseRouteServices>> {
  const local = answerLocal<BaseRouteServices>(services);
  return (exchange, route, path) => {
    switch (route.kind) {
      case 'local':
        return local(exchange, route, path);
      case 'refused':
        return refuseOperation(exchange, services, route);
      case 'operation':
        return answerOperation(exchange, services, route, path);
    }
  };
}
