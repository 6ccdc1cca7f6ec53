/** An API key, in one of two ways of writing it. The client exchanges it for tokens, and renews them. */
type Credentials =
  | {
      /** The whole key, as it was shown when it was made. */
      readonly apiKey: string;
      readonly clientId?: never;
      readonly clientSecret?: never;
    }
  | {
      /** The whole key. */
      readonly clientSecret: string;
      /** The key's prefix. Default: the first 8 characters of `clientSecret`. */
      readonly clientId?: string | undefined;
      readonly apiKey?: never;
    };

export type TributaryOptions = Credentials & {
  /** For example `https://api.example.com`. */
  readonly baseUrl: string;
  /** The host that takes cards, and nothing else does. Needed for `secure` only. */
  readonly secureUrl?: string | undefined;
  /** Sends a request. Default: the global `fetch`. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined;
  /** How long one attempt may take, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** How long a call may take with all its attempts and pauses, in milliseconds. Default 120,000. */
  readonly deadlineMs?: number | undefined;
};

/** What any call takes, beside the client's own settings. */
export interface CallOptions {
  /** Ends the call: it rejects with the signal's reason. What was sent may still be carried out. */
  readonly signal?: AbortSignal | undefined;
  readonly timeoutMs?: number | undefined;
  readonly deadlineMs?: number | undefined;
}

/** What a call takes that writes once, however often it is sent. */
export interface KeyedCallOptions extends CallOptions {
  /**
   * 1 to 255 characters that stand for this one act. Default: a new UUID for each call. Keep one of your own beside what it is
   * for, and a process that was killed in the middle can make the same call again, with no second payment.
   */
  readonly idempotencyKey?: string | undefined;
}

/** Of a call that sends a file, which takes its time. */
export function patient(options: CallOptions): CallOptions {
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

/** @throws {TypeError} for what cannot be meant. */
export function settingsOf(options: TributaryOptions): Settings {
  const { baseUrl, secureUrl, timeoutMs = 30_000, deadlineMs = 120_000 } = options;
  const clientSecret = options.apiKey ?? options.clientSecret;
  if (!clientSecret) throw new TypeError('Tributary: give apiKey or clientSecret, the whole key');
  const base = new URL(baseUrl);
  if (secureUrl !== undefined && new URL(secureUrl).origin === base.origin)
    throw new TypeError('Tributary: secureUrl is a host of its own; cards are never sent to baseUrl');
  if (!(timeoutMs > 0 && deadlineMs > 0)) throw new TypeError('Tributary: timeoutMs and deadlineMs are above 0');
  return {
    baseUrl,
    secureUrl,
    clientId: options.clientId ?? clientSecret.slice(0, PREFIX_LENGTH),
    clientSecret,
    // Looked up at each call, so that what replaces the global one later is heard.
    fetch: options.fetch ?? ((url, init) => fetch(url, init)),
    timeoutMs,
    deadlineMs,
  };
}
