import { type Answer, failed, type StripeErrorBody } from './answers.js';

/**
 * A fault of a request.
 * - `works`: whether the endpoint did its work before; if so, its response is stored under the key.
 * - `ends`: the connection is cut, is left hanging, is cut amid the body, or this is the response.
 */
export interface Fault {
  readonly works: boolean;
  readonly ends: 'cut' | 'hang' | 'cut_amid_body' | Answer;
}

export const cut: Fault = { works: false, ends: 'cut' };
export const cutAfterwards: Fault = { works: true, ends: 'cut' };
export const cutAmidBody: Fault = { works: true, ends: 'cut_amid_body' };
export const hang: Fault = { works: false, ends: 'hang' };
export const hangAfterwards: Fault = { works: true, ends: 'hang' };

const serverError = failed(500, { type: 'api_error', message: 'Something is broken at Stripe.' }, true);
/** Stored: the same key gets this response for a day. */
export const serverFault: Fault = { works: false, ends: serverError };
/** The work is done, but the response says that it failed. */
export const serverFaultAfterwards: Fault = { works: true, ends: serverError };
/** Refused before the endpoint. */
export const overloaded: Fault = answering(503, { type: 'api_error', message: 'Try again.' });
const TOO_MANY = { type: 'invalid_request_error', message: 'Too many requests', code: 'rate_limit' } as const;
export const rateLimited: Fault = answering(429, TOO_MANY);
export const rateLimitedFor = (seconds: number): Fault => ({
  works: false,
  ends: { ...failed(429, TOO_MANY), headers: { 'retry-after': String(seconds) } },
});
export const lockTimeout: Fault = answering(429, {
  type: 'invalid_request_error',
  message: 'The object is in use',
  code: 'lock_timeout',
});
export const busy: Fault = answering(409, {
  type: 'idempotency_error',
  message: 'There is a request with this key',
  code: 'idempotency_key_in_use',
});
export const otherParameters: Fault = answering(400, {
  type: 'idempotency_error',
  message: 'Keys can only be used with the same parameters',
});
export const badKey: Fault = answering(401, {
  type: 'invalid_request_error',
  message: 'Invalid API Key provided: sk_test_****',
});
export const forbidden: Fault = answering(403, { type: 'invalid_request_error', message: 'The key may not do this.' });
export const invalidRequest: Fault = answering(400, {
  type: 'invalid_request_error',
  message: 'Invalid string: 4242424242424242',
  code: 'parameter_invalid_string_blank',
  param: 'customer',
});
/** Pages of an intermediary, not Stripe's. */
export const page: Fault = { works: false, ends: { status: 200, body: '<html>welcome</html>', isStored: false } };
export const proxyAnswer: Fault = {
  works: false,
  ends: { status: 502, body: { message: 'bad gateway' }, isStored: false },
};

export function cardDeclined(code: string, rest: Partial<StripeErrorBody> = {}): Fault {
  const error = {
    type: 'card_error',
    message: 'Declined.',
    code: 'card_declined',
    decline_code: code,
    ...rest,
  } as const;
  return { works: false, ends: failed(402, error, true) };
}

function answering(status: number, error: StripeErrorBody): Fault {
  return { works: false, ends: failed(status, error) };
}
