import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import express, { type Express, type RequestHandler } from 'express';
import { drain, silentConnections } from './drain.js';
import { trustSetting } from './trust-proxy.js';
import { refuseUnreadable } from './unreadable.js';

export interface HttpHost {
  readonly server: Server;
  /**
   * From now on each answer closes its connection (RFC 9112 section 9.6), so that `stop` finds no idle ones to close.
   */
  announceStop(): void;
  /**
   * Stops accepting, lets requests in flight finish, then closes their connections; after `graceMs` closes the rest.
   */
  stop(graceMs: number): Promise<void>;
}

export interface HttpHostSource {
  /** The host's only handler: it gets every request and must answer each one. */
  readonly handler: RequestHandler;
  /** TRUST_PROXY: `true`, `false`, a number of hops, or a list of addresses. */
  readonly trustProxy?: string;
  /** Only tests set shorter timeouts. */
  readonly patience?: Patience;
}

interface Patience {
  /** How long a client may take to send its headers, and its whole request. */
  readonly headersMs: number;
  readonly requestMs: number;
  /** How often connections are checked for these timeouts. */
  readonly lookEveryMs: number;
}

const PATIENCE: Patience = { headersMs: 15_000, requestMs: 30_000, lookEveryMs: 5_000 };

/** How long an idle connection is kept open. */
const KEEP_ALIVE_TIMEOUT_MS = 72_000;

/**
 * The HTTP server of every host: Express on node:http, without middleware before the handler. It limits the time that
 * clients may take, answers bytes that are not a request, and drains on stop.
 */
export function createHttpHost({ handler, trustProxy = 'false', patience = PATIENCE }: HttpHostSource): HttpHost {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('trust proxy', trustSetting(trustProxy));
  app.use(handler);
  // Node would refuse a request without Host with an empty answer; handlers refuse it with the error envelope.
  const options = {
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    requireHostHeader: false,
    headersTimeout: patience.headersMs,
    requestTimeout: patience.requestMs,
    connectionsCheckingInterval: patience.lookEveryMs,
  };
  const ending = { isAnnounced: false };
  const announceStop = () => {
    ending.isAnnounced = true;
  };
  const server = createServer({ ...options, ...messageClasses(app, ending) }, app);
  server.on('clientError', refuseUnreadable);
  // An unknown expectation may be ignored (RFC 9110 section 10.1.1).
  server.on('checkExpectation', app);
  const silent = silentConnections(server);
  return {
    server,
    announceStop,
    stop: (graceMs) => {
      announceStop();
      return drain(server, silent, graceMs);
    },
  };
}

/**
 * Express sets its own prototypes on every request and response. This invalidates the engine's optimizations for these
 * objects and costs more than the rest of Express. It leaves messages alone that already have these prototypes.
 *
 * @param ending - read when an answer's head is written, so answers already in progress at the announcement also close
 *   their connection
 */
function messageClasses(app: Express, ending: { readonly isAnnounced: boolean }) {
  class HostRequest extends IncomingMessage {}
  class HostResponse<R extends IncomingMessage> extends ServerResponse<R> {
    // Node writes every head with this method, also an implicit one.
    override writeHead(...head: readonly unknown[]): this {
      if (ending.isAnnounced && !this.headersSent) this.setHeader('Connection', 'close');
      return Reflect.apply(ServerResponse.prototype.writeHead, this, head);
    }
  }
  Object.setPrototypeOf(HostRequest.prototype, app.request);
  Object.setPrototypeOf(HostResponse.prototype, app.response);
  Object.assign(app, { request: HostRequest.prototype, response: HostResponse.prototype });
  return { IncomingMessage: HostRequest, ServerResponse: HostResponse };
}
