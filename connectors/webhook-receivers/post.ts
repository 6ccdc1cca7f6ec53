import type { IncomingMessage } from 'node:http';
import * as http from 'node:http';
import * as https from 'node:https';
import type { buildConnector } from 'undici';

export interface Post {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly connect: buildConnector.connector;
  /** Aborting it closes the connection; the promise is rejected with the signal's reason. */
  readonly signal: AbortSignal;
}

const MAX_HEADER_BYTES = 16_384;

/** The receiver answered `101 Switching Protocols`, which no client requested. */
class UnaskedUpgrade extends Error {
  readonly code = 'UNASKED_UPGRADE';
}

/**
 * Posts a body on a new connection and resolves with the final answer, as soon as its headers have arrived.
 *
 * It uses Node's client instead of undici, because undici closes the connection when a receiver sends `100 Continue`.
 * RFC 9110 §15.2 requires a client to accept any number of 1xx answers before the final one, even if it did not ask for
 * them.
 */
export function post({ url, headers, body, connect, signal }: Post): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const sent = request({
      method: 'POST',
      path: url.pathname + url.search,
      headers: { host: url.host, ...headers },
      maxHeaderSize: MAX_HEADER_BYTES,
      createConnection: (_, onConnection) => {
        connect(connectionTo(url), (error, socket) => {
          if (error !== null) return reject(error);
          if (signal.aborted) socket.destroy();
          onConnection(null, socket);
        });
        return undefined;
      },
    });
    const abort = () => {
      sent.destroy(signal.reason);
      reject(signal.reason);
    };
    signal.addEventListener('abort', abort, { once: true });
    // The listener stays: an error after the headers is reported here too, and must not end the process.
    sent.on('error', reject);
    sent.on('response', resolve);
    sent.on('upgrade', (_, socket) => {
      socket.destroy();
      reject(new UnaskedUpgrade());
    });
    sent.end(body);
  });
}

function connectionTo({ hostname, host, protocol, port }: URL): buildConnector.Options {
  return { hostname: hostname.replace(/^\[|\]$/g, ''), host, protocol, port };
}
