/**
 * Every error that a client can get: its code (`detail.error_code`), its HTTP status, and what it means. docs/errors.md
 * shows this table; a test checks that the two agree. Any other error that is thrown is a bug: it is logged with its
 * cause and shown as `internal_error`.
 */
export const CATALOGUE = {
  malformed_request: { status: 400, meaning: 'The request cannot be read, for example a body that is not JSON.' },
  invalid_request: {
    status: 400,
    meaning: 'The token request repeats a parameter, or names its client in two ways (RFC 6749).',
  },
  invalid_scope: {
    status: 400,
    meaning: 'The `scope` of the token request is malformed, or the key has none of the requested scopes.',
  },
  unsupported_grant_type: { status: 400, meaning: 'grant_type is not client_credentials.' },
  invalid_date_range: { status: 400, meaning: '`to` is earlier than `from`, or a date cannot be read.' },
  invalid_limit: { status: 400, meaning: 'The limit is out of range (over GraphQL; over REST it is a 422).' },
  invalid_client: {
    status: 401,
    meaning: 'The client is unknown, revoked or expired, has no active organization, or its secret is wrong.',
  },
  missing_token: { status: 401, meaning: 'The Authorization header is missing or does not hold a bearer token.' },
  invalid_token: {
    status: 401,
    meaning: 'The token or key is malformed, unknown, revoked, expired, or has no active organization.',
  },
  invalid_signature: { status: 401, meaning: 'The webhook’s signature is wrong or too old.' },
  csrf_token_invalid: {
    status: 403,
    meaning: 'A call with a browser session needs the header X-CSRF-Token with the value that `GET /session` returns.',
  },
  sign_in_refused: { status: 403, meaning: 'This way of signing in is not enabled, or not for this page.' },
  insufficient_scope: { status: 403, meaning: 'The token or key lacks the scope that the operation needs.' },
  organization_out_of_scope: { status: 403, meaning: 'organization_id is outside the allowlist.' },
  route_not_found: { status: 404, meaning: 'No operation has this path.' },
  organization_not_found: { status: 404, meaning: 'No such organization, or no access to it.' },
  account_not_found: { status: 404, meaning: 'No such account, or no access to it.' },
  person_not_found: { status: 404, meaning: 'No such person, or no access to it.' },
  payment_method_not_found: { status: 404, meaning: 'No such payment method, or no access to it.' },
  autopay_schedule_not_found: { status: 404, meaning: 'No such autopay schedule, or no access to it.' },
  ledger_product_not_found: { status: 404, meaning: 'No such product, or no access to it.' },
  account_flag_not_found: { status: 404, meaning: 'No such flag on a loan, or no access to it.' },
  autopay_run_not_found: { status: 404, meaning: 'No such run of an autopay schedule, or no access to it.' },
  report_not_found: { status: 404, meaning: 'No report has this code.' },
  api_key_not_found: { status: 404, meaning: 'No API key has this prefix.' },
  operator_token_not_found: { status: 404, meaning: 'No operator token created by this service has this id.' },
  dispute_not_found: { status: 404, meaning: 'No such dispute of a charge, or no access to it.' },
  processor_event_not_found: {
    status: 404,
    meaning: 'No card processor event has this id, or events of its type are not processed.',
  },
  operator_exception_not_found: { status: 404, meaning: 'No such exception, or no access to it.' },
  job_not_found: { status: 404, meaning: 'No failed job has this id.' },
  ledger_boarding_not_found: { status: 404, meaning: 'No such boarding of a portfolio, or no access to it.' },
  payment_not_found: { status: 404, meaning: 'No such payment recorded through this API, or no access to it.' },
  idempotency_key_not_found: {
    status: 404,
    meaning:
      'No request with this Idempotency-Key is known, or there is no access to it. One may have been sent nevertheless.',
  },
  payment_batch_not_found: { status: 404, meaning: 'No such batch of payments, or no access to it.' },
  webhook_endpoint_not_found: { status: 404, meaning: 'No such webhook endpoint, or no access to it.' },
  event_not_found: { status: 404, meaning: 'No such event, no access to it, or it is older than 30 days.' },
  workspace_not_found: { status: 404, meaning: 'No such workspace, or no access to it.' },
  campaign_not_found: { status: 404, meaning: 'No such campaign, or no access to it.' },
  erasure_not_found: { status: 404, meaning: 'No such erasure, or no access to it.' },
  webhook_address_not_found: { status: 404, meaning: 'No such webhook address, or no access to it.' },
  email_template_not_found: { status: 404, meaning: 'No such email template, or no access to it.' },
  merge_field_not_found: { status: 404, meaning: 'No such merge field, or no access to it.' },
  asset_not_found: { status: 404, meaning: 'No such asset, or no access to it.' },
  method_not_allowed: { status: 405, meaning: 'The path exists, but not with this method.' },
  webhook_rejected: {
    status: 406,
    meaning:
      'The provider must not send this call again, because it will never be accepted. Its body cannot be read, it is more than eight hours old, or its token was used for another event; `reason` shows which. At an organization’s own address, only signed calls get this answer.',
  },
  request_timeout: { status: 408, meaning: 'The request did not arrive in time.' },
  erasure_dry_run_in_progress: {
    status: 409,
    meaning: 'Another dry run of an erasure for this organization is running; try again when it has finished.',
  },
  idempotency_conflict: { status: 409, meaning: 'The Idempotency-Key was used with another body.' },
  webhook_secret_replaced: {
    status: 409,
    meaning: 'The request with this key was carried out, but the secret that it created has since been replaced.',
  },
  idempotency_in_progress: { status: 409, meaning: 'The outcome of the first request with this key is not known yet.' },
  autopay_run_not_held: {
    status: 409,
    meaning:
      'The run is not held, or it cannot be released because its schedule does not charge or its next date has come; `reason` says which.',
  },
  autopay_run_not_retryable: {
    status: 409,
    meaning:
      'The run cannot be tried now: it does not wait for another try, its schedule does not charge, its next date has come, it has been tried ten times, or another run of the loan is open; `reason` says which.',
  },
  one_time_charge_refused: {
    status: 409,
    meaning:
      'Nothing was charged: another charge of the loan is open, the same amount was charged to the method today, nothing is left to pay, or the lender recovers from a restore; `reason` says which.',
  },
  payment_not_reversible: { status: 409, meaning: 'The payment is not `posted`; `status` is its current status.' },
  ledger_boarding_over: {
    status: 409,
    meaning: 'A portfolio boarding that has ended cannot be abandoned; `status` is its current status.',
  },
  payment_batch_not_stopped: {
    status: 409,
    meaning: 'Only a batch of payments that has stopped can be resumed; `status` is its current status.',
  },
  too_many_open_batches: {
    status: 409,
    meaning: 'Ten payment batches of this organization are still being processed; try again when one has finished.',
  },
  payment_method_in_use: {
    status: 409,
    meaning: 'An active or paused autopay schedule, or a one-time charge that is under way, uses the payment method.',
  },
  autopay_schedule_cancelled: { status: 409, meaning: 'A cancelled schedule cannot be changed or reactivated.' },
  autopay_schedule_expired: { status: 409, meaning: 'An expired schedule cannot be changed or reactivated.' },
  organization_inactive: {
    status: 409,
    meaning: 'The organization is not active, so no payment method, schedule, run or loan can be added.',
  },
  not_a_ledger_account: {
    status: 409,
    meaning: 'The account is in another loan system; only loans in a Tributary ledger can be changed by hand.',
  },
  no_ledger: {
    status: 409,
    meaning: 'The organization has no ledger; `tributary loan-systems add --kind ledger` adds one.',
  },
  loan_number_in_use: { status: 409, meaning: 'A loan of the organization has this number already.' },
  ledger_product_code_in_use: { status: 409, meaning: 'A product of the organization has this code already.' },
  api_key_revoked: { status: 409, meaning: 'A revoked API key cannot be rotated.' },
  api_key_expired: { status: 409, meaning: 'An expired API key cannot be rotated; create a new one.' },
  person_of_loan_system: {
    status: 409,
    meaning:
      'This person’s name and contact data come from another loan system; correct them there. `loan_system_code` says which.',
  },
  person_erased: {
    status: 409,
    meaning: 'The person was erased on request, so their data can no longer be changed.',
  },
  operator_exception_resolved: {
    status: 409,
    meaning: 'The exception was resolved already, so it cannot be postponed.',
  },
  difference_changed: {
    status: 409,
    meaning: 'The difference has changed since you read it: read it again, then decide.',
  },
  difference_act_refused: {
    status: 409,
    meaning:
      'This action is not possible for the difference: `acts` lists the possible ones, and `lastAct` is the last one taken.',
  },
  webhook_endpoint_disabled: {
    status: 409,
    meaning: 'The webhook endpoint is disabled and receives nothing: enable it first.',
  },
  too_many_webhook_endpoints: {
    status: 409,
    meaning: 'The organization has reached its limit of webhook endpoints, 16 by default: delete an unused one.',
  },
  campaign_identifier_taken: {
    status: 409,
    meaning:
      'Another campaign of the organization has this identifier already, or an operator has assigned it; `identifier` says which.',
  },
  test_clock_advancing: {
    status: 409,
    meaning: 'The clock of this sandbox organization is being advanced; `GET /v1/test-clock` says how far it has come.',
  },
  test_clock_not_available: {
    status: 409,
    meaning: 'Only a sandbox organization has a test clock.',
  },
  payload_too_large: { status: 413, meaning: 'The body is larger than this host accepts.' },
  unsupported_media_type: {
    status: 415,
    meaning: 'The operation does not accept the body’s media type or encoding.',
  },
  validation_failed: { status: 422, meaning: 'The request is invalid; `detail` lists every problem.' },
  account_not_payable: { status: 422, meaning: 'The account, or its organization, cannot take payments now.' },
  amount_exceeds_payoff: { status: 422, meaning: 'The amount is above the account’s payoff amount.' },
  servicing_rejected: { status: 422, meaning: 'The loan system refused; nothing was posted; `reason` says why.' },
  card_declined: { status: 422, meaning: 'The card was declined; nothing was stored; `reason` says why.' },
  card_data_refused: {
    status: 422,
    meaning: 'The body holds a card number. Send card numbers only to the secure host; nothing was stored.',
  },
  rate_limited: { status: 429, meaning: 'Too many requests; Retry-After says when to try again.' },
  too_many_uploads: {
    status: 429,
    meaning:
      'Too many file uploads are in progress: three by this key, or six by its organization; Retry-After says when to try again.',
  },
  headers_too_large: { status: 431, meaning: 'The path, the query or the headers are larger than this host accepts.' },
  internal_error: { status: 500, meaning: 'An error in the service; the request id identifies it in the logs.' },
  not_implemented: { status: 501, meaning: 'The contract defines this operation, but it is not available yet.' },
  tokenization_failed: {
    status: 502,
    meaning: 'The card could not be stored. `retryable`: the same request with the same key may succeed later.',
  },
  posting_unavailable: {
    status: 503,
    meaning: 'The loan system cannot be reached; nothing was posted; retry with the same key.',
  },
  secure_capture_disabled: { status: 503, meaning: 'Secure card capture is not enabled here.' },
  service_unavailable: { status: 503, meaning: 'A component that this request needs is not available; try again.' },
  outcome_unknown: {
    status: 504,
    meaning: 'The answer was lost on the way; the request may have been carried out. Send it again with the same key.',
  },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof CATALOGUE;

export function isErrorCode(value: unknown): value is ErrorCode {
  return typeof value === 'string' && Object.hasOwn(CATALOGUE, value);
}
