import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import express, { type Express, type Request, type Response } from 'express';
import { drain } from '../../core/http/drain.js';
import { trustSetting } from '../../core/http/trust-proxy.js';
import { refuseUnreadable } from './unreadable.js';

export interface HttpHost {
  readonly server: Server;
  /**
   * Stops accepting, lets requests in flight finish, then closes their connections; after `graceMs` closes what is left.
   */
  stop(graceMs: number): Promise<void>;
}

export interface HttpHostSource {
  readonly handler: (request: Request, response: Response) => Promise<void>;
  /** TRUST_PROXY: `true`, `false`, a number of hops, or a list of addresses. */
  readonly trustProxy: string;
  readonly requestTimeoutMs?: number;
}

/** How long a client may take for its headers, and for its whole request; how long a quiet connection is kept. */
const HEADERS_TIMEOUT_MS = 15_000;
const REQUEST_TIMEOUT_MS = 30_000;
const KEEP_ALIVE_TIMEOUT_MS = 72_000;

/** Express on node:http, with nothing between the two and the handler that a request would have to pass. */
export function createHttpHost({
  handler,
  trustProxy,
  requestTimeoutMs = REQUEST_TIMEOUT_MS,
}: HttpHostSource): HttpHost {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('trust proxy', trustSetting(trustProxy));
  app.use(handler);
  // Node would refuse a request without Host by itself, and without a word: `serve.ts` does it in the envelope.
  const options = { ...messageClasses(app), keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS, requireHostHeader: false };
  const server = createServer(options, app);
  server.on('clientError', refuseUnreadable);
  // An expectation that nobody knows may be left unmet (RFC 9110 section 10.1.1).
  server.on('checkExpectation', app);
  server.headersTimeout = Math.min(HEADERS_TIMEOUT_MS, requestTimeoutMs);
  server.requestTimeout = requestTimeoutMs;
  return { server, stop: (graceMs) => drain(server, graceMs) };
}

/**
 * Express gives every request and response its own prototypes, which makes engines drop what they learnt about these objects
 * and costs more than all the rest of it. Messages that are born with these prototypes are left as they are.
 */
function messageClasses(app: Express) {
  class HostRequest extends IncomingMessage {}
  class HostResponse<R extends IncomingMessage> extends ServerResponse<R> {}
  Object.setPrototypeOf(HostRequest.prototype, app.request);
  Object.setPrototypeOf(HostResponse.prototype, app.response);
  Object.assign(app, { request: HostRequest.prototype, response: HostResponse.prototype });
  return { IncomingMessage: HostRequest, ServerResponse: HostResponse };
}
