import { Problem } from '../../core/errors/problem.js';
import { createHttpHost, type HttpHost } from '../../core/http/front/http-host.js';
import { RouteTable } from '../request/route-table.js';
import {
  CLOSED_SECURE_ROUTES,
  type ClosedSecureRouteServices,
  SECURE_ROUTES,
  type SecureRouteServices,
} from '../routes.js';
import type { CaptureServices } from '../secure/capture-services.js';
import { answerLocal } from './answer-local.js';
import { createHandler, type HostServices } from './request-handler.js';

/** Dependencies of the secure host; the composition root passes them in. */
export type SecureServices = HostServices &
  ClosedSecureRouteServices &
  Omit<SecureRouteServices, 'capture'> & {
    /** Set while secure capture is enabled; only this host has it. */
    readonly capture?: CaptureServices | undefined;
  };

/** A card capture is a few hundred bytes, so a slower request is not a card capture. */
const PATIENCE = { headersMs: 10_000, requestMs: 10_000, lookEveryMs: 2_000 };

/**
 * The secure host: card capture, card processors' events, health and the contract document. While secure capture is
 * disabled it refuses everything else unread. It answers no page of another origin: there is no CORS.
 */
export function createSecureHost(services: SecureServices, trustProxy: string): HttpHost {
  return createHttpHost({ handler: handlerOf(services), trustProxy, patience: PATIENCE });
}

function handlerOf(services: SecureServices) {
  if (takesCards(services)) return createHandler(new RouteTable(SECURE_ROUTES), services, answerLocal(services));
  const disabled = new Problem('secure_capture_disabled');
  return createHandler(new RouteTable(CLOSED_SECURE_ROUTES), services, answerLocal(services), disabled);
}

function takesCards(services: SecureServices): services is SecureServices & SecureRouteServices {
  return services.capture !== undefined;
}
