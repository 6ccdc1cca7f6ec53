import Stripe from 'stripe';
import { ZodError } from 'zod';
import { noteCause } from '../../call-cause.js';

/** What a failed request to Stripe means, whichever it was. */
export type Failure =
  /** The card was refused; `code` is Stripe's decline code, or its error code. */
  | { readonly kind: 'declined'; readonly code: string; readonly isFinal: boolean }
  /** It was not carried out: it never got there, or was turned away at the door. Retryable. */
  | { readonly kind: 'not_carried_out' }
  /** Another request with the same key is being carried out. Retryable. */
  | { readonly kind: 'busy' }
  /** Nobody knows whether it was carried out. Retryable. `isStored`: this key will have the same answer for a day. */
  | { readonly kind: 'unclear'; readonly isStored: boolean }
  /** Ours to mend; not retryable. */
  | { readonly kind: 'fault'; readonly fault: Fault };

/** What may be logged of it: never Stripe's message, which may quote what was sent. */
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
 * The client's error classes, each with what it means. Connection, rate limit and API error are retryable; card, invalid request,
 * authentication, permission and idempotency are not.
 */
const MEANINGS: readonly (readonly [ErrorClass, (error: StripeError) => Failure])[] = [
  [errors.StripeConnectionError, connection],
  [errors.StripeRateLimitError, (error) => (error.code === 'lock_timeout' ? UNCLEAR : NOT_CARRIED_OUT)],
  [errors.StripeAPIError, api],
  [errors.StripeCardError, card],
  [errors.StripeInvalidRequestError, fault],
  [errors.StripeAuthenticationError, fault],
  [errors.StripePermissionError, fault],
  [errors.StripeIdempotencyError, fault],
];

const NOT_CARRIED_OUT: Failure = { kind: 'not_carried_out' };
const UNCLEAR: Failure = { kind: 'unclear', isStored: false };

/**
 * @throws what is not an error of Stripe's: a bug of ours.
 */
export function failureOf(error: unknown): Failure {
  // An answer that is not what was asked for: a page of a proxy, half an object.
  if (error instanceof ZodError) {
    noteCause('an answer that is not what was asked for');
    return UNCLEAR;
  }
  if (!(error instanceof errors.StripeError)) throw error;
  noteCause(causeOf(error));
  return MEANINGS.find(([errorClass]) => error instanceof errorClass)?.[1](error) ?? fault(error);
}

/** What an error says when no connection came about: a closed one may have carried the request. */
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

/** Node's code where no connection came about, or one was lost. */
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

function fault(error: StripeError): Failure {
  const { type, param, statusCode: status, requestId } = error;
  return { kind: 'fault', fault: { type, code: displayCode(error.code, 'unspecified'), param, status, requestId } };
}

/** Codes go on to clients and logs: nothing else may pass for one. */
export function displayCode(code: string | undefined, fallback: string): string {
  return code !== undefined && /^[a-z0-9_]{1,64}$/.test(code) ? code : fallback;
}

function isReplayed({ headers }: StripeError): boolean {
  return headers?.['idempotent-replayed'] === 'true';
}
