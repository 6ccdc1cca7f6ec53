import type { ErrorCode } from '../../../core/errors/catalogue.js';

/** What somebody does who meets an error, where its meaning alone does not say it. */
export const ADVICE: Readonly<Partial<Record<ErrorCode, string>>> = {
  account_not_payable: 'Read the account: its status says why. Send nothing again until it changes.',
  amount_exceeds_payoff:
    'The answer’s payable_cents is what can still be paid, where you may read accounts. Send a smaller amount; the key is still unused.',
  idempotency_conflict:
    'A key stands for one request for 30 days. Use a new key for a new payment; send the first body again to repeat the first.',
  idempotency_in_progress:
    'Poll the payment that the answer names, or send the same again later with the same key. Never use a new key: that could post twice.',
  webhook_secret_replaced:
    'The rotation was done, and another one came after it. Rotate the secret again with a new key.',
  insufficient_scope:
    'The answer’s scope is the one that is missing. Ask for a token with it; where the key lacks it, use another key: scopes are fixed when a key is made.',
  invalid_client: 'Check the prefix and the secret. A revoked or expired key is answered the same as an unknown one.',
  malformed_request:
    'Where a body cannot be read, reason says why, and line and column say where. Correct it and send it again with the same key.',
  unsupported_media_type:
    'Send one of the media types that the answer’s accepts lists, in UTF-8 or in one of its charsets, not compressed.',
  invalid_scope:
    'Name scopes that the key has, separated by single spaces; or leave scope out, and the token gets all of the key’s.',
  invalid_token: 'Access tokens live for an hour: get a new one. A revoked key’s tokens end with it.',
  outcome_unknown:
    'Send the same request again with the same key: it tells what became of the first, and does nothing twice.',
  payment_not_reversible: 'Only a posted payment can be reversed; the answer’s status says where it stands.',
  posting_unavailable:
    'Nothing was posted. Wait as long as Retry-After says and send the same again with the same key.',
  rate_limited: 'Wait as long as Retry-After says. RateLimit-Remaining tells beforehand how much room is left.',
  servicing_rejected: 'Read the reason, correct the request, and send it with a new key.',
  service_unavailable: 'Wait as long as Retry-After says, and send the same again; a write with the same key.',
  test_clock_advancing: 'Poll `GET /v1/test-clock` until it rests, and send the same again with the same key.',
  validation_failed:
    'Every problem is listed, each with the place where it is. Mend them all and send it again with the same key.',
};
