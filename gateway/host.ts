import { expressMiddleware } from '@as-integrations/express5';
import type { NextFunction, Request, RequestHandler, Response } from 'express';
import type { Authenticate } from '../core/auth/authenticate.js';
import { Problem } from '../core/errors/problem.js';
import { readBody } from '../core/http/front/body.js';
import type { HttpHost } from '../core/http/front/http-host.js';
import { parseJson } from '../core/http/front/json.js';
import { graphRefusal } from '../core/http/front/refusal.js';
import { createRoutedHost, exchangeOf, type HostRoute } from '../core/http/front/routed-host.js';
import type { Tarpit } from '../core/http/front/tarpit.js';
import { healthRoutes } from '../core/http/health.js';
import type { Logger } from '../core/logging/logger.js';
import type { Principal } from '../core/principal/principal.js';
import { rateLimitedProblem, rateLimitHeaders } from '../core/rate-limits/decision.js';
import type { RateLimits } from '../core/rate-limits/rate-limits.js';
import { boardingUploadHandler, type GatewayBoardings } from './boarding-upload-handler.js';
import { currentRequest } from './current-request.js';
import { browserSession } from './dashboard/browser-session.js';
import { type Dashboard, dashboardRoutes } from './dashboard/dashboard.js';
import { ACTIVITY_PATH, SESSION_PATH } from './dashboard/session-routes.js';
import { explorerRoutes, redirectsToExplorer } from './explorer/explorer.js';
import type { Gateway } from './gateway.js';
import { listExportHandler } from './list-export-handler.js';
import type { GraphCaller } from './operation-runner-interface.js';
import { refuseCards } from './refuse-card-data.js';
import { exportHandler, type GatewayExports, letterHandler } from './report-and-payoff-letter-handlers.js';

export interface GatewayHostSource {
  readonly gateway: Gateway;
  readonly authenticate: Authenticate;
  readonly rateLimits: Pick<RateLimits, 'consume' | 'denial'>;
  readonly tarpit: Tarpit;
  readonly isReady: () => Promise<boolean>;
  readonly logger: Logger;
  readonly bodyLimitBytes: number;
  /** Most values in an operation's variables; a body with many more is not parsed. */
  readonly mostValues: number;
  /** TRUST_PROXY. */
  readonly trustProxy: string;
  /** Whether `/explorer` is served. */
  readonly hasExplorer: boolean;
  readonly exports: GatewayExports;
  readonly boardings: GatewayBoardings;
  /** Without it there are no sessions: every client needs a bearer token. */
  readonly dashboard?: Dashboard | undefined;
}

/**
 * The gateway over HTTP: `/graphql` for people and programs with a credential. Other parts use a separate API:
 * internal-operations-host.ts.
 */
export function createGatewayHost(source: GatewayHostSource): HttpHost {
  const { logger, trustProxy, tarpit } = source;
  const admitUnrouted = (_request: Request, response: Response) => countAddress(source, response);
  const dashboard = source.dashboard && dashboardRoutes(source.dashboard);
  const routes = [
    ...healthRoutes(source.isReady),
    ...(dashboard?.counted ?? []).map((route) => counted(source, route)),
    ...(dashboard?.uncounted ?? []),
    ...(source.hasExplorer ? explorerRoutes().map((route) => counted(source, route)) : []),
    ...graphRoutes(source),
    ...exportRoutes(source),
    uploadRoute(source),
  ];
  const answerUnrouted = dashboard?.answerUnrouted;
  return createRoutedHost({ routes, logger, tarpit, admitUnrouted, answerUnrouted, trustProxy });
}

/**
 * GraphQL over HTTP: by POST, and by GET for operations that change nothing. A refusal before the document is parsed
 * has the format of the document's errors.
 */
function graphRoutes(source: GatewayHostSource): readonly HostRoute[] {
  const graphql: RequestHandler = expressMiddleware(source.gateway.server, {
    context: async ({ res }) => graphCallerOf(source, res),
  });
  const handlers = [admission(source), bodyReading(source)];
  const ordinary = [takenInHand(source), graphql];
  const common = { path: '/graphql', refusal: graphRefusal } as const;
  return [
    {
      ...common,
      method: 'GET',
      handlers: [...(source.hasExplorer ? [redirectsToExplorer] : []), ...handlers, graphql],
    },
    { ...common, method: 'POST', handlers: [...handlers, registeredDocument(source), ...ordinary] },
  ];
}

/** A list, a report's whole range, and a loan's payoff letter, as files, for callers that may read them in the graph. */
function exportRoutes(source: GatewayHostSource): readonly HostRoute[] {
  const { exports, logger } = source;
  const admitted = admission(source);
  return [
    { method: 'GET', path: '/exports/lists/{list}', handlers: [admitted, listExportHandler(exports, logger)] },
    { method: 'GET', path: '/exports/{code}', handlers: [admitted, exportHandler(exports, logger)] },
    {
      method: 'GET',
      path: '/exports/payoff-letters/{account_id}',
      handlers: [admitted, contactReadCounting(source), letterHandler(exports, logger)],
    },
  ];
}

/** A portfolio's file, for callers that may board it. */
function uploadRoute(source: GatewayHostSource): HostRoute {
  const handlers = [admission(source), boardingUploadHandler(source.boardings)];
  return { method: 'POST', path: '/uploads/boardings', handlers };
}

function takenInHand(source: GatewayHostSource): RequestHandler {
  return (_request: Request, response: Response, next: NextFunction): void => {
    currentRequest.run(graphCallerOf(source, response), next);
  };
}

/** What browsers and most programs send; for any other, Apollo Server chooses the format of the answer. */
const PLAIN_ACCEPT: ReadonlySet<string | undefined> = new Set([undefined, '*/*', 'application/json']);

/** Answers a document of our own that was sent by its hash, without Apollo Server's work for each request. */
function registeredDocument(source: GatewayHostSource): RequestHandler {
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const accept = request.get('accept');
    const answer = PLAIN_ACCEPT.has(accept)
      ? await source.gateway.answerByHash(request.body, accept, graphCallerOf(source, response))
      : undefined;
    if (answer === undefined) return next();
    response.status(answer.status).setHeader('content-type', 'application/json; charset=utf-8');
    response.send(answer.body);
  };
}

/** Authenticates and counts the request before any of the body is read. */
function admission(source: GatewayHostSource): RequestHandler {
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const principal = await authenticated(source, request, response);
    exchangeOf(response).principal = principal;
    await count(source, response, counterOf(principal));
    next();
  };
}

/** Reads the body like the REST hosts; refuses card data in the body and the URL. */
function bodyReading({ bodyLimitBytes, mostValues }: GatewayHostSource): RequestHandler {
  return async (request: Request, _response: Response, next: NextFunction): Promise<void> => {
    const body = await readBody(request, bodyLimitBytes, ['application/json'], 2 * mostValues);
    request.body = body && parseJson(body.text, 2 * mostValues);
    refuseCards(request);
    next();
  };
}

/**
 * A failed authentication counts against its address, so that guessing is limited whatever is guessed. This includes
 * tokens that could not be checked, because any client can cause a request to the issuer.
 */
async function authenticated(source: GatewayHostSource, request: Request, response: Response): Promise<Principal> {
  try {
    const isLimited = source.rateLimits.denial('api', addressKey(response)) !== undefined;
    const session = source.dashboard && (await browserSession(source.dashboard, request, isLimited));
    return session?.principal ?? (await source.authenticate('graphql', request.get('authorization'), isLimited));
  } catch (error) {
    if (error instanceof Problem) await countAddress(source, response);
    throw error;
  }
}

/** What an open dashboard requests by itself, or while a person uses it. */
const COUNTED_BY_OPERATOR: readonly string[] = [SESSION_PATH, ACTIVITY_PATH];

/**
 * Unauthenticated requests are counted by their address, as on the REST hosts. An open dashboard asks for its session
 * every few seconds, and reports activity: in an office with one address these would use up the limit, so they count for
 * their operator.
 */
function counted(source: GatewayHostSource, route: HostRoute): HostRoute {
  const isOfSession = COUNTED_BY_OPERATOR.includes(route.path);
  const counting = async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const principal = isOfSession ? await signedIn(source, request, response) : undefined;
    if (principal === undefined) await countAddress(source, response);
    else await count(source, response, counterOf(principal));
    next();
  };
  return { ...route, handlers: [counting, ...route.handlers] };
}

/** The operator of the request's session. Guesses are not looked up once their address has reached its limit. */
async function signedIn(
  { dashboard, rateLimits }: GatewayHostSource,
  request: Request,
  response: Response,
): Promise<Principal | undefined> {
  const value = dashboard?.cookies.session.of(request);
  if (dashboard === undefined || value === undefined) return undefined;
  const isLimited = rateLimits.denial('api', addressKey(response)) !== undefined;
  return (await dashboard.sessions.of(value, isLimited))?.principal;
}

function countAddress(source: GatewayHostSource, response: Response): Promise<void> {
  return count(source, response, addressKey(response));
}

function addressKey(response: Response): string {
  return `address:${exchangeOf(response).address}`;
}

/** A key has one bucket in every API: the REST hosts also count under `key:`. */
function counterOf({ kind, actor }: Principal): string {
  return kind === 'api_key' ? `key:${actor}` : `${kind}:${actor}`;
}

/** @throws {Problem} `rate_limited` */
async function count({ rateLimits }: GatewayHostSource, response: Response, key: string): Promise<void> {
  const decision = await rateLimits.consume('api', key);
  response.set({ ...rateLimitHeaders(decision) });
  if (!decision.allowed) throw rateLimitedProblem(decision);
}

/**
 * Counts an operator's request that reads contact data and was already counted as a request. Only a refused one shows
 * this bucket in its headers.
 *
 * @throws {Problem} `rate_limited`
 */
async function countContactRead(
  { rateLimits }: GatewayHostSource,
  response: Response,
  principal: Principal,
): Promise<void> {
  const decision = await rateLimits.consume('contact_reads', counterOf(principal));
  if (decision.allowed) return;
  response.set({ ...rateLimitHeaders(decision) });
  throw rateLimitedProblem(decision);
}

/**
 * A payoff letter contains the borrower's postal address; reading that over the graph counts as a read of contact data,
 * so the letter does too.
 */
function contactReadCounting(source: GatewayHostSource): RequestHandler {
  return async (_request: Request, response: Response, next: NextFunction): Promise<void> => {
    const { principal } = exchangeOf(response);
    if (principal?.kind === 'operator') await countContactRead(source, response, principal);
    next();
  };
}

/** One for each request: the ordinary way continues with what a document by its hash has counted. */
function graphCallerOf(source: GatewayHostSource, response: Response): GraphCaller {
  response.locals['graphCaller'] ??= newGraphCaller(source, response);
  return response.locals['graphCaller'];
}

function newGraphCaller(source: GatewayHostSource, response: Response): GraphCaller {
  const exchange = exchangeOf(response);
  const { principal, requestId } = exchange;
  if (principal === undefined) throw new Error('a document was refused');
  exchange.document = { fields: [], codes: [] };
  return {
    ...{ principal, requestId, notes: exchange.document },
    countContactRead: once(() => countContactRead(source, response, principal)),
    countMore: async (requests) => {
      for (let n = 0; n < requests; n += 1) await count(source, response, counterOf(principal));
    },
  };
}

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | undefined;
  return () => {
    started ??= work();
    return started;
  };
}
