import Stripe from 'stripe';

export interface StripeOptions {
  readonly secretKey: string;
  /** For example `https://api.stripe.com`; a path in it is not used. */
  readonly apiBase: string;
  readonly timeoutMs: number;
}

/**
 * The official client. It retries nothing by itself: what may be sent again, and whether a failed request may have been carried
 * out, is for the adapter to say, and once the client has tried again its error tells of its last try only.
 */
export function stripeClient({ secretKey, apiBase, timeoutMs }: StripeOptions): Stripe {
  const { protocol, hostname, port } = new URL(apiBase);
  const isPlain = protocol === 'http:';
  return new Stripe(secretKey, {
    protocol: isPlain ? 'http' : 'https',
    host: hostname.replace(/^\[(.*)\]$/, '$1'),
    port: port || (isPlain ? '80' : '443'),
    timeout: timeoutMs,
    maxNetworkRetries: 0,
    telemetry: false,
    httpClient: patientHttpClient(),
  });
}

/** A connection that was closed. Without a `code`, so that the client does not take it for one to be retried. */
class ConnectionClosed extends Error {
  override readonly name = 'ConnectionClosed';
}

/**
 * Sends a request once more, with the same Idempotency-Key, when its connection is closed under it: most often that connection
 * had been idle for too long. After that nobody can say that the request was never sent, whatever the second try ran into.
 */
function patientHttpClient(): ReturnType<typeof Stripe.createNodeHttpClient> {
  const http = Stripe.createNodeHttpClient();
  return {
    getClientName: () => http.getClientName(),
    makeRequest: async (...request) => {
      try {
        return await http.makeRequest(...request);
      } catch (error) {
        if (!isClosed(error)) throw error;
      }
      return http.makeRequest(...request).catch(() => {
        throw new ConnectionClosed('the connection was closed');
      });
    },
  };
}

function isClosed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && (error.code === 'ECONNRESET' || error.code === 'EPIPE');
}
