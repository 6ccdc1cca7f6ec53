import Stripe from 'stripe';

export interface StripeOptions {
  readonly secretKey: string;
  /** For example `https://api.stripe.com`; a path in it is ignored. */
  readonly apiBase: string;
  readonly timeoutMs: number;
}

/**
 * The official client, without its automatic retries. Only the adapter knows what may be sent again and whether a
 * failed request may have been executed; after a retry of the client, its error would describe the last try only.
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

/** A closed connection. It has no `code`, so that the client does not consider it retryable. */
class ConnectionClosed extends Error {
  override readonly name = 'ConnectionClosed';
}

/**
 * Sends a request once more, with the same Idempotency-Key, when its connection is closed during the request: most
 * often the connection had been idle for too long. After that, whatever the error of the second try, the request must
 * count as sent.
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
