import { Tributary, TributaryError } from '../../sdk/src/index.js';
import { CommandError } from '../command-error.js';
import { option, type ValuesOf } from '../options.js';
import { plain } from './terminal-safe-text.js';

/**
 * Options for commands that call an installation over HTTP with a key. They need no database and no server settings.
 */
export const INSTALLATION = [
  option('--base-url <url>', 'address of the installation', {
    env: 'TRIBUTARY_BASE_URL',
    byDefault: 'http://127.0.0.1:4000',
  }),
  option('--api-key <key>', 'the complete API key; the environment variable is safer', { env: 'TRIBUTARY_API_KEY' }),
] as const;

export type InstallationOptions = ValuesOf<(typeof INSTALLATION)[number]>;

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** @throws {CommandError} when the key is missing or the address is invalid. */
export function clientOf(
  { baseUrl, apiKey }: InstallationOptions,
  more: { secureUrl?: string | undefined; fetch?: Fetch } = {},
) {
  if (!apiKey) throw new CommandError('give the key: --api-key, or TRIBUTARY_API_KEY in the environment', 2);
  try {
    return new Tributary({ baseUrl, apiKey, ...more });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CommandError(`the installation’s address is not valid: ${error.message}`, 2);
  }
}

/** Turns a failed call into a message for the command line; rethrows other errors. */
export function refused(error: unknown, baseUrl: string): CommandError {
  if (!(error instanceof TributaryError)) throw error;
  return new CommandError(plain(wordsOf(error, baseUrl)));
}

function wordsOf(error: TributaryError, baseUrl: string): string {
  switch (error.code) {
    case 'connection_failed':
      return `nothing answers at ${baseUrl} (${reasonOf(error.cause)}): is it running, and is --base-url right?`;
    case 'invalid_client':
      return 'the key is not accepted: it is mistyped, revoked or expired';
    case 'validation_failed':
      return error.detail.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`).join('; ');
    default:
      return error.message;
  }
}

/** Whether the failure is temporary: the installation restarts or is overloaded. */
export function isPassing(error: unknown): error is TributaryError {
  if (!(error instanceof TributaryError)) return false;
  const { status } = error;
  return status === undefined || status >= 500 || status === 429 || status === 408;
}

/** `fetch failed` gives no reason; its cause does. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  const inner = error.cause instanceof AggregateError ? error.cause.errors[0] : error.cause;
  return inner instanceof Error ? reasonOf(inner) : 'code' in error ? String(error.code) : error.message;
}
