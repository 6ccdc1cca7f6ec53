/**
 * Every error that a client can meet: its code (`detail.error_code`), its HTTP status, and what it means.
 * docs/errors.md shows this table; a test holds the two together. Anything thrown that is not in here is a bug:
 * it is logged with its cause and shown as `internal_error`.
 */
export const CATALOGUE = {
  malformed_request: { status: 400, meaning: 'The request cannot be read, for example a body that is not JSON.' },
  invalid_request: {
    status: 400,
    meaning: 'The token request repeats a parameter, or names its client in two ways (RFC 6749).',
  },
  invalid_scope: {
    status: 400,
    meaning: 'The `scope` of the token request is malformed, or the key has none of the scopes that it names.',
  },
  unsupported_grant_type: { status: 400, meaning: 'grant_type is not client_credentials.' },
  invalid_date_range: { status: 400, meaning: '`to` is earlier than `from`, or a date cannot be read.' },
  invalid_limit: { status: 400, meaning: 'The limit is out of range (over GraphQL; over REST it is a 422).' },
  invalid_client: {
    status: 401,
    meaning: 'Unknown, revoked or expired client, one without an active organization, or a wrong secret.',
  },
  missing_token: { status: 401, meaning: 'The Authorization header is missing or is not a bearer.' },
  invalid_token: {
    status: 401,
    meaning: 'The token or key is malformed, unknown, revoked, expired, or has no active organization.',
  },
  invalid_signature: { status: 401, meaning: 'The webhook’s signature is wrong or too old.' },
  csrf_token_invalid: {
    status: 403,
    meaning: 'A call with a browser’s session needs the header X-CSRF-Token, as `GET /session` tells it.',
  },
  sign_in_refused: { status: 403, meaning: 'This way of signing in is not open here, or not to this page.' },
  insufficient_scope: { status: 403, meaning: 'The token or key lacks the scope that the operation needs.' },
  organization_out_of_scope: { status: 403, meaning: 'organization_id is outside the allowlist.' },
  route_not_found: { status: 404, meaning: 'No operation has this path.' },
  organization_not_found: { status: 404, meaning: 'No such organization within reach.' },
  account_not_found: { status: 404, meaning: 'No such account within reach.' },
  person_not_found: { status: 404, meaning: 'No such person within reach.' },
  payment_method_not_found: { status: 404, meaning: 'No such payment method within reach.' },
  autopay_schedule_not_found: { status: 404, meaning: 'No such autopay schedule within reach.' },
  ledger_product_not_found: { status: 404, meaning: 'No such product within reach.' },
  autopay_run_not_found: { status: 404, meaning: 'No such run of an autopay schedule within reach.' },
  report_not_found: { status: 404, meaning: 'No report has this code.' },
  api_key_not_found: { status: 404, meaning: 'No API key has this prefix.' },
  operator_token_not_found: { status: 404, meaning: 'No operator token that was made here has this id.' },
  dispute_not_found: { status: 404, meaning: 'No such dispute of a charge within reach.' },
  processor_event_not_found: {
    status: 404,
    meaning: 'No event of a card processor has this id, or it is of a type that nothing is done about.',
  },
  operator_exception_not_found: { status: 404, meaning: 'No such exception within reach.' },
  job_not_found: { status: 404, meaning: 'No failed job has this id.' },
  ledger_boarding_not_found: { status: 404, meaning: 'No such boarding of a portfolio within reach.' },
  payment_not_found: { status: 404, meaning: 'No such payment recorded through this API within reach.' },
  idempotency_key_not_found: {
    status: 404,
    meaning: 'No request with this Idempotency-Key is known within reach, which does not mean that none was sent.',
  },
  payment_batch_not_found: { status: 404, meaning: 'No such batch of payments within reach.' },
  webhook_endpoint_not_found: { status: 404, meaning: 'No such webhook endpoint within reach.' },
  event_not_found: { status: 404, meaning: 'No such event within reach, or it is older than 30 days.' },
  workspace_not_found: { status: 404, meaning: 'No such workspace within reach.' },
  campaign_not_found: { status: 404, meaning: 'No such campaign within reach.' },
  erasure_not_found: { status: 404, meaning: 'No such erasure within reach.' },
  webhook_address_not_found: { status: 404, meaning: 'No such webhook address within reach.' },
  email_template_not_found: { status: 404, meaning: 'No such email template within reach.' },
  merge_field_not_found: { status: 404, meaning: 'No such merge field within reach.' },
  asset_not_found: { status: 404, meaning: 'No such asset within reach.' },
  method_not_allowed: { status: 405, meaning: 'The path exists, but not with this method.' },
  webhook_rejected: {
    status: 406,
    meaning:
      'The provider must not send this call again, because it will never be accepted. Its body cannot be read, it is more than eight hours old, or its token was used for another event; `reason` shows which. At an organization’s own address, only signed calls get this answer.',
  },
  request_timeout: { status: 408, meaning: 'The request did not arrive in time.' },
  erasure_dry_run_in_progress: {
    status: 409,
    meaning: 'Another dry run of an erasure at this organization is under way; try again when it is done.',
  },
  idempotency_conflict: { status: 409, meaning: 'The Idempotency-Key was used with another body.' },
  webhook_secret_replaced: {
    status: 409,
    meaning: 'The request with this key was carried out, and the secret that it made has been replaced since.',
  },
  idempotency_in_progress: { status: 409, meaning: 'The outcome of the first request with this key is not known yet.' },
  autopay_run_not_held: {
    status: 409,
    meaning:
      'The run is not held, or it cannot be released: its schedule does not charge, or its next date has come; `reason` says which.',
  },
  payment_not_reversible: { status: 409, meaning: 'The payment is not `posted`; `status` says what it is.' },
  ledger_boarding_over: {
    status: 409,
    meaning: 'A boarding of a portfolio that is over cannot be abandoned; `status` says what it is.',
  },
  payment_batch_not_stopped: {
    status: 409,
    meaning: 'Only a batch of payments that has stopped can be resumed; `status` says what it is.',
  },
  too_many_open_batches: {
    status: 409,
    meaning: 'Ten batches of payments of this organization are still being worked on; try again when one is done.',
  },
  payment_method_in_use: {
    status: 409,
    meaning: 'An active or paused autopay schedule uses the payment method.',
  },
  autopay_schedule_cancelled: { status: 409, meaning: 'A cancelled schedule cannot be changed or reactivated.' },
  autopay_schedule_expired: { status: 409, meaning: 'An expired schedule cannot be changed or reactivated.' },
  organization_inactive: {
    status: 409,
    meaning: 'The organization is not active: it takes no new payment method, schedule, run or loan.',
  },
  not_a_ledger_account: {
    status: 409,
    meaning: 'The account is kept by another loan system; only loans of a ledger here are worked on by hand.',
  },
  no_ledger: {
    status: 409,
    meaning: 'The organization has no ledger; `tributary loan-systems add --kind ledger` adds one.',
  },
  loan_number_in_use: { status: 409, meaning: 'A loan of the organization has this number already.' },
  ledger_product_code_in_use: { status: 409, meaning: 'A product of the organization has this code already.' },
  api_key_revoked: { status: 409, meaning: 'A revoked API key cannot be rotated.' },
  api_key_expired: { status: 409, meaning: 'An expired API key cannot be rotated; make a new one.' },
  person_of_loan_system: {
    status: 409,
    meaning:
      'Another loan system keeps this person’s name and contact data: correct it there; `loan_system_code` says which.',
  },
  person_erased: {
    status: 409,
    meaning: 'The person was erased on request, so their data can no longer be changed.',
  },
  operator_exception_resolved: {
    status: 409,
    meaning: 'The exception was resolved already: nothing is waited for.',
  },
  difference_changed: {
    status: 409,
    meaning: 'The difference has other facts by now than the ones that were seen: read it again, and decide anew.',
  },
  difference_act_refused: {
    status: 409,
    meaning: 'This cannot be done about the difference: `acts` says what can, and `lastAct` what was done.',
  },
  webhook_endpoint_disabled: {
    status: 409,
    meaning: 'Nothing is sent to a disabled webhook endpoint: enable it first.',
  },
  too_many_webhook_endpoints: {
    status: 409,
    meaning: 'An organization has as many webhook endpoints as it may, 16 as a rule: delete one that is not used.',
  },
  campaign_identifier_taken: {
    status: 409,
    meaning:
      'A campaign of the organization has this identifier already, or an operator has said whose it is; `identifier` says which.',
  },
  test_clock_advancing: {
    status: 409,
    meaning: 'The clock of this sandbox organization is being advanced; `GET /v1/test-clock` says how far it has come.',
  },
  test_clock_not_available: {
    status: 409,
    meaning: 'Only a sandbox organization has a test clock.',
  },
  payload_too_large: { status: 413, meaning: 'The body is larger than this host reads.' },
  unsupported_media_type: {
    status: 415,
    meaning: 'The body is of a media type that the operation does not take, or is encoded in a way that is not read.',
  },
  validation_failed: { status: 422, meaning: 'The request is invalid; `detail` lists every problem.' },
  account_not_payable: { status: 422, meaning: 'The account, or its organization, cannot take payments now.' },
  amount_exceeds_payoff: { status: 422, meaning: 'The amount is above what would pay the account off.' },
  servicing_rejected: { status: 422, meaning: 'The loan system refused; nothing was posted; `reason` says why.' },
  card_declined: { status: 422, meaning: 'The card was declined; nothing was stored; `reason` says why.' },
  card_data_refused: {
    status: 422,
    meaning: 'The body holds a card number, which belongs to the secure host only; nothing of it was kept.',
  },
  rate_limited: { status: 429, meaning: 'Too many requests; Retry-After says when to come back.' },
  too_many_uploads: {
    status: 429,
    meaning:
      'Other files are arriving: three of this key, or six of its organization; Retry-After says when to come back.',
  },
  headers_too_large: { status: 431, meaning: 'The path, the query or the headers are larger than this host reads.' },
  internal_error: { status: 500, meaning: 'A fault of ours; the request id finds it in the logs.' },
  not_implemented: { status: 501, meaning: 'The contract has this operation; it is not offered yet.' },
  tokenization_failed: {
    status: 502,
    meaning: 'The card could not be stored. `retryable`: the same request with the same key may succeed later.',
  },
  posting_unavailable: {
    status: 503,
    meaning: 'The loan system cannot be reached; nothing was posted; retry with the same key.',
  },
  secure_capture_disabled: { status: 503, meaning: 'Secure card capture is not enabled here.' },
  service_unavailable: { status: 503, meaning: 'A part that this request needs is not available; try again.' },
  outcome_unknown: {
    status: 504,
    meaning:
      'The answer was lost on the way; what was asked for may have been done. Send the same again, with the same key.',
  },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof CATALOGUE;

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(CATALOGUE, value);
}
