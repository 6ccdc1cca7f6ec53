/** An API key, in one of two forms. The client exchanges it for tokens and renews them. */
type Credentials =
  | {
      /** The full key, as shown when it was created. */
      readonly apiKey: string;
      readonly clientId?: never;
      readonly clientSecret?: never;
    }
  | {
      /** The full key. */
      readonly clientSecret: string;
      /** The key's prefix. Default: the first 8 characters of `clientSecret`. */
      readonly clientId?: string | undefined;
      readonly apiKey?: never;
    };

export type TributaryOptions = Credentials & {
  /** For example `https://api.example.com`. */
  readonly baseUrl: string;
  /** The host for card capture only. Needed only for `secure`. */
  readonly secureUrl?: string | undefined;
  /** Sends a request. Default: the global `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** Time limit of one attempt, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Time limit of a call with all its attempts and pauses, in milliseconds. Default 120,000. */
  readonly deadlineMs?: number | undefined;
};

/** Options of every call, in addition to the client's own. */
export interface CallOptions {
  /** Ends the call: it rejects with the signal's reason. A request already sent may still be carried out. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly deadlineMs?: number | undefined;
}

/** Options of a call that writes once, however often it is sent. */
export interface KeyedCallOptions extends CallOptions {
  /**
   * 1 to 255 characters that identify this one write. Default: a new UUID for each call. Store your own key with the
   * object you pay for: after a crash your process can repeat the call without a second payment.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Options of a call that sends a file, with longer time limits. */
export function withFileTimeouts(options: CallOptions): CallOptions {
  return { timeoutMs: 600_000, deadlineMs: 1_800_000, ...options };
}

const PREFIX_LENGTH = 8;

export interface Settings {
  readonly baseUrl: string;
  readonly secureUrl: string | undefined;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  readonly timeoutMs: number;
  readonly deadlineMs: number;
}

/** @throws {TypeError} for invalid options. */
export function settingsOf(options: TributaryOptions): Settings {
  const { baseUrl, secureUrl, timeoutMs = 30_000, deadlineMs = 120_000 } = options;
  const clientSecret = options.apiKey ?? options.clientSecret;
  if (!clientSecret) throw new TypeError('Tributary: apiKey or clientSecret is required (the full key)');
  const base = new URL(baseUrl);
  if (secureUrl !== undefined && new URL(secureUrl).origin === base.origin)
    throw new TypeError('Tributary: secureUrl must be a separate host; cards are never sent to baseUrl');
  if (!(timeoutMs > 0 && deadlineMs > 0)) throw new TypeError('Tributary: timeoutMs and deadlineMs must be above 0');
  return {
    baseUrl,
    secureUrl,
    clientId: options.clientId ?? clientSecret.slice(0, PREFIX_LENGTH),
    clientSecret,
    // Read at each call, so that a later replacement of the global one takes effect.
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    timeoutMs,
    deadlineMs,
  };
}
