import { type Command, Option } from 'commander';
import { Tributary, TributaryError } from '../../sdk/src/index.js';
import { CommandError } from '../command-error.js';
import { plain } from './plain.js';

/** Where an installation is, and who asks. */
export interface Reached {
  readonly baseUrl: string;
  readonly apiKey?: string;
}

/** Declares how a command for integrators reaches an installation: over HTTP, with a key. It needs no database, and no setting of the server. */
export function reachedByKey(command: Command): Command {
  return command
    .addOption(
      new Option('--base-url <url>', 'where the installation is')
        .env('TRIBUTARY_BASE_URL')
        .default('http://127.0.0.1:4000'),
    )
    .addOption(new Option('--api-key <key>', 'the whole key; better in the variable').env('TRIBUTARY_API_KEY'));
}

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** @throws {CommandError} when it is called without a key, or with what is no address. */
export function clientOf({ baseUrl, apiKey }: Reached, more: { secureUrl?: string | undefined; fetch?: Fetch } = {}) {
  if (!apiKey) throw new CommandError('give the key: --api-key, or TRIBUTARY_API_KEY in the environment', 2);
  try {
    return new Tributary({ baseUrl, apiKey, ...more });
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new CommandError(`the address of the installation cannot be used: ${error.message}`, 2);
  }
}

/** What a call was refused with, as a command says it; anything else is thrown on. */
export function refused(error: unknown, baseUrl: string): CommandError {
  if (!(error instanceof TributaryError)) throw error;
  return new CommandError(plain(wordsOf(error, baseUrl)));
}

function wordsOf(error: TributaryError, baseUrl: string): string {
  switch (error.code) {
    case 'connection_failed':
      return `nothing answers at ${baseUrl} (${reasonOf(error.cause)}): does it run, and is --base-url right?`;
    case 'invalid_client':
      return 'the key is not accepted: it is mistyped, revoked or expired';
    case 'validation_failed':
      return error.detail.map(({ loc, msg }) => `${loc.slice(1).join('.')}: ${msg}`).join('; ');
    default:
      return error.message;
  }
}

/** Whether it is over by itself: an installation that restarts, or has too much to do. */
export function isPassing(error: unknown): error is TributaryError {
  if (!(error instanceof TributaryError)) return false;
  const { status } = error;
  return status === undefined || status >= 500 || status === 429 || status === 408;
}

/** `fetch failed` says nothing: its cause does. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return 'no answer';
  const inner = error.cause instanceof AggregateError ? error.cause.errors[0] : error.cause;
  return inner instanceof Error ? reasonOf(inner) : 'code' in error ? String(error.code) : error.message;
}
