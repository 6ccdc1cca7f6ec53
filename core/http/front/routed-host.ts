import { type NextFunction, type Request, type RequestHandler, type Response, Router } from 'express';
import { INTERNAL_TOKEN_HEADER, type TokenVerifier } from '../../auth/internal-token.js';
import { Problem } from '../../errors/problem.js';
import type { Principal } from '../../principal/principal.js';
import { allowedMethods } from './allowed-methods.js';
import { closeUnread } from './close-unread-connection.js';
import { COMMON_HEADERS, NO_CONTENT_POLICY, NO_STORE } from './common-headers.js';
import { createHttpHost, type HttpHost } from './http-host.js';
import { createFront, type Front, type FrontServices } from './observe-and-refuse.js';
import { type Refusal, refusal } from './refusal.js';
import { requestIdOf } from './request-id.js';
import { CLIENT_CLOSED_REQUEST, type DocumentNotes, type SeenRequest } from './request-log.js';
import { namesItsHost } from './request-target.js';

/** A route of a host, as data. */
export interface HostRoute {
  readonly method: 'GET' | 'POST';
  /** As the contract writes paths: `/operations/{operation_id}`. */
  readonly path: `/${string}`;
  readonly handlers: readonly RequestHandler[];
  /** The form of its refusals, if it is not the contract's envelope. */
  readonly refusal?: (problem: Problem) => Refusal;
}

interface RoutedSource extends FrontServices {
  readonly routes: readonly HostRoute[];
  /** Authenticates other parts of Tributary, on a host that they call. */
  readonly parts?: TokenVerifier;
  /** The check for a request that matches no route. @throws {Problem} `rate_limited` */
  readonly admitUnrouted?: (request: Request, response: Response) => Promise<void>;
  /** Answers a request that matches no route, for example with a page. Returns whether it did. */
  readonly answerUnrouted?: ((request: Request, response: Response) => boolean) | undefined;
  /** TRUST_PROXY. */
  readonly trustProxy?: string;
}

/** The state of one request in a host built from Express handlers. */
interface Exchange extends SeenRequest {
  readonly request: Request;
  route: HostRoute | undefined;
  principal: Principal | undefined;
  document?: DocumentNotes;
  heldMs?: number;
  /** The real outcome, when it is not the status that was written. */
  outcome?: number;
}

/** The state of the request of this response. */
export function exchangeOf(response: Response): Exchange {
  return response.locals['exchange'];
}

/**
 * A host of Express handlers. For each request it writes a log line, a measurement and a span; sets the request id and
 * the common headers; answers 404 and 405 when no route matches; turns an error of a handler into a refusal.
 */
export function createRoutedHost(source: RoutedSource): HttpHost {
  const { trustProxy } = source;
  return createHttpHost({ handler: routedHandler(source), ...(trustProxy !== undefined && { trustProxy }) });
}

function routedHandler(source: RoutedSource): Router {
  const { routes, parts, admitUnrouted = async () => {}, answerUnrouted = () => false } = source;
  const front = createFront(source);
  const router = Router({ strict: true, caseSensitive: true });
  router.use(observed(front, parts), withHost);
  for (const path of new Set(routes.map((route) => route.path))) {
    const here = routes.filter((route) => route.path === path);
    const place = router.route(path.replace(/\{(\w+)\}/g, ':$1'));
    for (const route of here) place[route.method === 'GET' ? 'get' : 'post'](taking(route), ...route.handlers);
    place.all(otherMethod(here, admitUnrouted));
  }
  router.use(async (request, response) => {
    await admitUnrouted(request, response);
    if (!answerUnrouted(request, response)) throw new Problem('route_not_found');
  });
  router.use((error: unknown, _request: Request, response: Response, _next: NextFunction) =>
    refuse(response, error, front),
  );
  return router;
}

function observed(front: Front, parts: TokenVerifier | undefined): RequestHandler {
  return (request, response, next) => {
    const exchange: Exchange = {
      request,
      requestId: requestIdOf(request.headers['x-request-id']),
      startedAt: performance.now(),
      address: request.ip ?? 'unknown',
      route: undefined,
      principal: undefined,
    };
    response.locals['exchange'] = exchange;
    for (const [name, value] of COMMON_HEADERS) response.setHeader(name, value);
    response.setHeader('X-Request-Id', exchange.requestId);
    const closed = new Promise<void>((resolve) => response.once('close', resolve));
    const answered = async () => {
      next();
      await closed;
      const written = response.writableFinished ? response.statusCode : CLIENT_CLOSED_REQUEST;
      return exchange.outcome ?? written;
    };
    const token = request.get(INTERNAL_TOKEN_HEADER);
    if (token === undefined || parts === undefined) void front.observe(exchange, false, answered);
    // Any client can send the header; only its signature proves that the caller is another part of Tributary.
    else void parts.verify(token).then((part) => front.observe(exchange, part !== undefined, answered));
  };
}

function withHost(request: Request, _response: Response, next: NextFunction): void {
  next(namesItsHost(request) ? undefined : new Problem('malformed_request'));
}

function taking(route: HostRoute): RequestHandler {
  return (_request, response, next) => {
    exchangeOf(response).route = route;
    next();
  };
}

function otherMethod(
  routes: readonly HostRoute[],
  admitUnrouted: NonNullable<RoutedSource['admitUnrouted']>,
): RequestHandler {
  const allow = allowedMethods(routes.map(({ method }) => method));
  return async (request, response) => {
    exchangeOf(response).route = routes[0];
    await admitUnrouted(request, response);
    response.setHeader('Allow', allow);
    if (request.method !== 'OPTIONS') throw new Problem('method_not_allowed');
    response.status(204).end();
  };
}

async function refuse(response: Response, error: unknown, front: Front): Promise<void> {
  const exchange = exchangeOf(response);
  const fault = isUnreadable(error) ? new Problem('malformed_request') : error;
  const problem = response.headersSent ? undefined : await front.refusalFor(fault, exchange, response);
  if (problem === undefined) {
    response.destroy();
    return;
  }
  closeUnread(exchange.request, response);
  const { status, body, headers } = (exchange.route?.refusal ?? refusal)(problem);
  // A handler may have begun an answer of another kind.
  response.set({ 'Cache-Control': NO_STORE, 'Content-Security-Policy': NO_CONTENT_POLICY, ...headers });
  response.status(status).type('application/json').send(JSON.stringify(body));
}

/** Express throws this for a parameter whose percent-encoding is invalid. */
function isUnreadable(error: unknown): boolean {
  return error instanceof URIError;
}
