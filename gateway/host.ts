import { createServer, type Server } from 'node:http';
import { expressMiddleware } from '@as-integrations/express5';
import express, { type NextFunction, type Request, type Response } from 'express';
import helmet from 'helmet';
import { z } from 'zod';
import type { Authenticate } from '../core/auth/authenticate.js';
import type { InternalTokens } from '../core/auth/internal-token.js';
import type { Principal } from '../core/auth/principal.js';
import { Problem } from '../core/errors/problem.js';
import { refuseCardData } from '../core/http/card-data.js';
import { healthRoutes } from '../core/http/health.js';
import { internalRoute } from '../core/http/internal.js';
import { trustSetting } from '../core/http/trust-proxy.js';
import { newId } from '../core/ids.js';
import type { Logger } from '../core/logger.js';
import { rateLimitedProblem, rateLimitHeaders } from '../core/rate-limits/decision.js';
import type { RateLimits } from '../core/rate-limits/rate-limits.js';
import { refuseCardLiterals } from './card-literals.js';
import { EXPLORER_PATH, explorerRoutes, leadsToExplorer } from './explorer/explorer.js';
import type { Gateway } from './gateway.js';
import { inHand } from './in-hand.js';
import { observedRequests } from './observed.js';
import type { Caller, GraphCaller } from './operation.js';

export interface GatewayHostSource {
  readonly gateway: Gateway;
  readonly authenticate: Authenticate;
  readonly rateLimits: Pick<RateLimits, 'consume'>;
  readonly tokens: InternalTokens;
  readonly isReady: () => Promise<boolean>;
  readonly logger: Logger;
  readonly bodyLimitBytes: number;
  /** TRUST_PROXY. */
  readonly trustProxy: string;
}

/** The gateway over HTTP: `/graphql` for people and programs with a credential, `/operations/{id}` for the REST facade. */
export function createGatewayHost(source: GatewayHostSource): Server {
  const app = express().disable('x-powered-by').disable('etag').set('trust proxy', trustSetting(source.trustProxy));
  app.use(securityHeaders());
  app.use(healthRoutes(source.isReady));
  app.post('/operations/:operationId', ...operationRoute(source));
  app.use(EXPLORER_PATH, explorerRoutes());
  app.use(
    '/graphql',
    (request: Request, response: Response, next: NextFunction) => void (leadsToExplorer(request, response) || next()),
    observedRequests(source.logger),
    admission(source),
    express.json({ limit: source.bodyLimitBytes }),
    withoutCardData,
    (_request: Request, response: Response, next: NextFunction) => inHand.run(callerOf(response), next),
    expressMiddleware(source.gateway.server, { context: async ({ res }) => graphCallerOf(source, res) }),
  );
  app.use(unrouted(source));
  app.use((error: unknown, _request: Request, response: Response, _next: NextFunction) => {
    refuse(response, problemOf(error, source.logger));
  });
  return createServer(app);
}

/** Cards belong to the secure host, in whatever variable or literal they are sent. */
function withoutCardData(request: Request, _response: Response, next: NextFunction): void {
  refuseCardData(request.body);
  refuseCardLiterals(z.object({ query: z.string() }).safeParse(request.body).data?.query);
  next();
}

/** Answers are JSON for programs: nothing may be loaded by them, and nobody may frame them. The explorer's page says otherwise. */
function securityHeaders() {
  const directives = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };
  return helmet({ contentSecurityPolicy: { useDefaults: false, directives }, xFrameOptions: { action: 'deny' } });
}

/** Counted against the address it came from, as on the REST hosts: also a 404 says what is left of its bucket. */
function unrouted(source: GatewayHostSource) {
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    try {
      await count(source, response, addressOf(request));
      next(new Problem('route_not_found'));
    } catch (error) {
      next(error);
    }
  };
}

function operationRoute({ gateway, tokens, logger }: GatewayHostSource) {
  const body = z.object({ variables: z.record(z.string(), z.unknown()) });
  return internalRoute({ tokens, logger }, body, ({ principal, requestId, path, body: { variables } }) =>
    gateway.run(String(path['operationId']), variables, { principal, requestId }),
  );
}

/** Who is asking, and whether there is room: before a byte of the body is read. */
function admission(source: GatewayHostSource) {
  return async (request: Request, response: Response, next: NextFunction): Promise<void> => {
    const requestId = newId();
    response.setHeader('X-Request-Id', requestId);
    response.setHeader('Cache-Control', 'no-store');
    try {
      const principal = await authenticated(source, request, response);
      await count(source, response, counterOf(principal));
      response.locals['caller'] = { principal, requestId } satisfies Caller;
      next();
    } catch (error) {
      next(error);
    }
  };
}

/** A failed authentication counts against the address it came from, so that guessing is bounded whatever is guessed. */
async function authenticated(source: GatewayHostSource, request: Request, response: Response): Promise<Principal> {
  try {
    return await source.authenticate('graphql', request.get('authorization'));
  } catch (error) {
    if (error instanceof Problem && error.status === 401) {
      await count(source, response, addressOf(request));
    }
    throw error;
  }
}

function addressOf(request: Request): string {
  return `address:${request.ip ?? 'unknown'}`;
}

/** A key has one bucket, whichever door its requests come through: `key:` is also what the REST hosts count under. */
function counterOf({ kind, actor }: Principal): string {
  return kind === 'api_key' ? `key:${actor}` : `${kind}:${actor}`;
}

/** @throws {Problem} `rate_limited` */
async function count({ rateLimits }: GatewayHostSource, response: Response, key: string): Promise<void> {
  const decision = await rateLimits.consume('api', key);
  response.set({ ...rateLimitHeaders(decision) });
  if (!decision.allowed) throw rateLimitedProblem(decision);
}

function callerOf(response: { readonly locals: Record<string, unknown> }): Caller {
  return response.locals['caller'] as Caller;
}

function graphCallerOf(source: GatewayHostSource, response: Response): GraphCaller {
  const caller = callerOf(response);
  return {
    ...caller,
    countMore: async (requests) => {
      for (let n = 0; n < requests; n += 1) await count(source, response, counterOf(caller.principal));
    },
  };
}

function refuse(response: Response, problem: Problem): void {
  if (problem.status === 401) response.setHeader('WWW-Authenticate', challengeOf(problem));
  response.status(problem.status).json({ errors: [{ message: problem.message, extensions: problem.extensions }] });
}

/** RFC 6750 section 3. */
function challengeOf({ code }: Problem): string {
  return code === 'invalid_token' ? 'Bearer realm="tributary", error="invalid_token"' : 'Bearer realm="tributary"';
}

function problemOf(error: unknown, logger: Logger): Problem {
  if (error instanceof Problem) return error;
  const status = z.object({ status: z.number() }).safeParse(error).data?.status;
  if (status === 413) return new Problem('payload_too_large');
  if (status === 415) return new Problem('unsupported_media_type');
  if (status !== undefined && status < 500) return new Problem('malformed_request');
  logger.error({ err: error }, 'the gateway failed unexpectedly');
  return new Problem('internal_error');
}
