import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http';
import express, { type Express, type RequestHandler } from 'express';
import { drain, silentConnections } from './drain.js';
import { trustSetting } from './trust-proxy.js';
import { refuseUnreadable } from './unreadable.js';

export interface HttpHost {
  readonly server: Server;
  /** From now on each answer ends its connection (RFC 9112 section 9.6): so that none is idle when `stop` closes it. */
  announceStop(): void;
  /**
   * Stops accepting, lets requests in flight finish, then closes their connections; after `graceMs` closes what is left.
   */
  stop(graceMs: number): Promise<void>;
}

export interface HttpHostSource {
  /** A host's one handler: every request is its own, and it leaves none unanswered. */
  readonly handler: RequestHandler;
  /** TRUST_PROXY: `true`, `false`, a number of hops, or a list of addresses. */
  readonly trustProxy?: string;
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

/**
 * The front that every host of ours has, whoever it is for: Express on node:http, with nothing between the two and the handler
 * that a request would have to pass. It is patient with nobody for long, answers bytes that are no request, and drains.
 */
export function createHttpHost({ handler, trustProxy = 'false', patience = PATIENCE }: HttpHostSource): HttpHost {
  const app = express();
  app.disable('x-powered-by').disable('etag').set('trust proxy', trustSetting(trustProxy));
  app.use(handler);
  // Node would refuse a request without Host by itself, and without a word: handlers do it in the envelope.
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
  // An expectation that nobody knows may be left unmet (RFC 9110 section 10.1.1).
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
 * Express gives every request and response its own prototypes, which makes engines drop what they learnt about these objects
 * and costs more than all the rest of it. Messages that are born with these prototypes are left as they are.
 *
 * @param ending - read when an answer's head is written, so that also what was being answered at the announcement says it
 */
function messageClasses(app: Express, ending: { readonly isAnnounced: boolean }) {
  class HostRequest extends IncomingMessage {}
  class HostResponse<R extends IncomingMessage> extends ServerResponse<R> {
    // Node writes every head by this method, also one that nobody wrote.
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
