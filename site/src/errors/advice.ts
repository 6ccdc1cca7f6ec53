import type { ErrorCode } from '../../../core/errors/catalogue.js';

/** What a client should do about an error, where its meaning does not say so. */
export const ADVICE: Readonly<Partial<Record<ErrorCode, string>>> = {
  account_not_payable: 'Read the account: its status says why. Send nothing again until it changes.',
  amount_exceeds_payoff:
    'Send a smaller amount, with the same key: it is still unused. If your key may read accounts, payable_cents is the most that can be paid.',
  idempotency_conflict:
    'A key identifies one request for 30 days. Use a new key for a new payment. To repeat the first request, send its original body.',
  idempotency_in_progress:
    'Poll the payment named in the response, or send the same request later with the same key. Never use a new key: that could post the payment twice.',
  webhook_secret_replaced:
    'This rotation was done, but a later one replaced its secret. Rotate the secret again with a new key.',
  insufficient_scope:
    'The response’s scope is the missing one. Request a token with it. If the key lacks it, use another key: scopes are fixed when a key is created.',
  invalid_client: 'Check the prefix and the secret. A revoked or expired key gets the same response as an unknown one.',
  malformed_request:
    'If the body cannot be read, reason says why, and line and column say where. Correct it and send it again with the same key.',
  unsupported_media_type:
    'Send one of the media types in the response’s accepts, in UTF-8 or one of the listed charsets, uncompressed.',
  invalid_scope:
    'Send scopes that the key has, separated by single spaces. Without scope, the token gets all scopes of the key.',
  invalid_token: 'Access tokens are valid for an hour: get a new one. Revoking a key also ends its tokens.',
  outcome_unknown:
    'Send the same request again with the same key: it returns the outcome of the first and does nothing twice.',
  payment_not_reversible: 'Only a posted payment can be reversed; the response’s status is its current one.',
  posting_unavailable:
    'Nothing was posted. Wait for Retry-After seconds and send the same request again with the same key.',
  rate_limited: 'Wait for Retry-After seconds. RateLimit-Remaining shows how many requests are left.',
  servicing_rejected: 'Read the reason, correct the request, and send it with a new key.',
  service_unavailable:
    'Wait for Retry-After seconds and send the same request again; repeat a write with the same key.',
  test_clock_advancing:
    'Poll `GET /v1/test-clock` until its status is `resting`, and send the same request again with the same key.',
  validation_failed:
    'The response lists every problem and its location. Fix them all and send the request again with the same key.',
};
