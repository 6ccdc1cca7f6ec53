import Stripe from 'stripe';
import { ZodError } from 'zod';
import { noteCause } from '../../call-cause-for-log.js';

/** The meaning of a failed request to Stripe, for every kind of request. */
export type Failure =
  /** The card was refused; `code` is Stripe's decline code, or its error code. */
  | { readonly kind: 'declined'; readonly code: string; readonly isFinal: boolean }
  /** It was not executed: it did not reach Stripe. Retryable. */
  | { readonly kind: 'not_carried_out' }
  /** It was not executed: Stripe gets too many requests. Retryable after a pause. */
  | { readonly kind: 'rate_limited'; readonly retryAfterMs: number | null }
  /** Another request with the same key is in progress. Retryable. */
  | { readonly kind: 'busy' }
  /**
   * It may or may not have been executed. Retryable. `isStored`: Stripe repeats the same answer for this key for a day.
   */
  | { readonly kind: 'unclear'; readonly isStored: boolean }
  /** Our fault; not retryable. */
  | { readonly kind: 'fault'; readonly fault: Fault };

/** Safe to log: never contains Stripe's message, which may quote the request. */
export interface Fault {
  readonly type: string;
  readonly code: string;
  readonly param: string | undefined;
  readonly status: number | undefined;
  readonly requestId: string | undefined;
}

const { errors } = Stripe;
type StripeError = InstanceType<typeof errors.StripeError>;
type ErrorClass = new (...parameters: never[]) => StripeError;

/**
 * The client's error classes and their meanings. Connection, rate limit and API errors are retryable; card, invalid
 * request, authentication, permission and idempotency errors are not.
 */
const MEANINGS: readonly (readonly [ErrorClass, (error: StripeError) => Failure])[] = [
  [errors.StripeConnectionError, connection],
  [errors.StripeRateLimitError, (error) => (error.code === 'lock_timeout' ? UNCLEAR : rateLimited(error))],
  [errors.StripeAPIError, api],
  [errors.StripeCardError, card],
  [errors.StripeInvalidRequestError, fault],
  [errors.StripeAuthenticationError, fault],
  [errors.StripePermissionError, fault],
  [errors.StripeIdempotencyError, fault],
];

const NOT_CARRIED_OUT: Failure = { kind: 'not_carried_out' };
const UNCLEAR: Failure = { kind: 'unclear', isStored: false };

/** @throws any error that is not Stripe's: a bug of ours. */
export function failureOf(error: unknown): Failure {
  // An unexpected answer: a proxy's page, or half an object.
  if (error instanceof ZodError) {
    noteCause('unexpected answer');
    return UNCLEAR;
  }
  if (!(error instanceof errors.StripeError)) throw error;
  noteCause(causeOf(error));
  return MEANINGS.find(([errorClass]) => error instanceof errorClass)?.[1](error) ?? fault(error);
}

/** The meaning of a connection error: a connection that was open may have carried the request. */
const NEVER_CONNECTED: ReadonlySet<unknown> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
]);

/** For the log: kinds, codes and ids; never Stripe's message. */
function causeOf(error: StripeError): string {
  const { type, statusCode, requestId } = error;
  const parts = [type, statusCode, displayCode(error.code ?? networkCode(error)?.toLowerCase(), ''), requestId];
  return parts.filter((part) => part !== undefined && part !== '').join(' ');
}

/** Node's code of a connection that failed or was lost. */
function networkCode({ detail }: StripeError): string | undefined {
  const code = typeof detail === 'object' && 'code' in detail ? detail.code : undefined;
  return typeof code === 'string' ? code : undefined;
}

function connection(error: StripeError): Failure {
  const code = networkCode(error);
  return NEVER_CONNECTED.has(code) ? NOT_CARRIED_OUT : UNCLEAR;
}

function api(error: StripeError): Failure {
  return error.statusCode === 409 ? { kind: 'busy' } : { kind: 'unclear', isStored: isReplayed(error) };
}

function card(error: StripeError): Failure {
  const code = error.code === 'card_declined' ? (error.decline_code ?? error.code) : error.code;
  return {
    kind: 'declined',
    code: displayCode(code, 'card_declined'),
    isFinal: error.advice_code === 'do_not_try_again',
  };
}

function rateLimited({ headers }: StripeError): Failure {
  const seconds = Number(headers?.['retry-after'] ?? Number.NaN);
  return { kind: 'rate_limited', retryAfterMs: seconds > 0 ? seconds * 1_000 : null };
}

function fault(error: StripeError): Failure {
  const { type, param, statusCode: status, requestId } = error;
  return { kind: 'fault', fault: { type, code: displayCode(error.code, 'unspecified'), param, status, requestId } };
}

/** Codes are passed on to clients and logs, so no other text may be used as a code. */
export function displayCode(code: string | undefined, fallback: string): string {
  return code !== undefined && /^[a-z0-9_]{1,64}$/.test(code) ? code : fallback;
}

function isReplayed({ headers }: StripeError): boolean {
  return headers?.['idempotent-replayed'] === 'true';
}
