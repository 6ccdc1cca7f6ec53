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
  /** Only tests are less patient. */
  readonly patience?: Patience;
}

interface Patience {
  /** How long a client may take for its headers, and for its whole request. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** How often connections are looked at for it. */
  readonly lookEveryMs: number;
}

const PATIENCE: Patience = { headersMs: 15_000, requestMs: 30_000, lookEveryMs: 5_000 };

/** How long a quiet connection is kept. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;

/** Express on node:http, with nothing between the two and the handler that a request would have to pass. */
export function createHttpHost({ handler, trustProxy, patience = PATIENCE }: HttpHostSource): HttpHost {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('trust proxy', trustSetting(trustProxy));
  app.use(handler);
  // Node would refuse a request without Host by itself, and without a word: `serve.ts` does it in the envelope.
  const options = {
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    requireHostHeader: false,
    headersTimeout: patience.headersMs,
    requestTimeout: patience.requestMs,
    connectionsCheckingInterval: patience.lookEveryMs,
  };
  const server = createServer({ ...options, ...messageClasses(app) }, app);
  server.on('clientError', refuseUnreadable);
  // An expectation that nobody knows may be left unmet (RFC 9110 section 10.1.1).
  server.on('checkExpectation', app);
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
