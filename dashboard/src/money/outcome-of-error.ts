import { REFUSAL_CODES } from '../generated/contract-lists';
import { GraphProblem } from '../graph/problem';

/** What an error says about a payment or reversal that was sent. */
export type ErrorOutcome =
  /** The client cannot know whether it was carried out. */
  | 'unknown'
  /** The loan system cannot be reached, and nothing was posted. */
  | 'not_posted'
  /** It was refused, and nothing was posted. */
  | 'refused';

/**
 * These codes are about the caller. They do not say what became of an earlier request, so the key is kept after a lost
 * response.
 */
const ABOUT_THE_CALLER = [
  'missing_token',
  'invalid_token',
  'csrf_token_invalid',
  'insufficient_scope',
  'organization_out_of_scope',
];

/** Refusals of this attempt only: an earlier one with the same key may still be carried out. */
const ABOUT_THIS_ATTEMPT = ['idempotency_in_progress', 'rate_limited'];

/**
 * Only the API's own refusals settle a request. Every other failure is unknown: a 5xx, a proxy's answer, a code that
 * this page does not know.
 *
 * @param isAgain - whether an earlier request with the same key had an unknown outcome. That request may still be on
 * its way to the server, so that nothing was posted is trusted only when two tries in a row say so.
 * @param earlier - the error of the try before.
 */
export function outcomeOf(error: unknown, isAgain: boolean, earlier?: unknown): ErrorOutcome {
  if (!(error instanceof GraphProblem)) return 'unknown';
  const { code } = error;
  if (code === 'posting_unavailable') return isAgain && !isUnavailable(earlier) ? 'unknown' : 'not_posted';
  if (!REFUSAL_CODES.some((known) => known === code) || ABOUT_THIS_ATTEMPT.includes(code)) return 'unknown';
  return isAgain && ABOUT_THE_CALLER.includes(code) ? 'unknown' : 'refused';
}

function isUnavailable(error: unknown): boolean {
  return error instanceof GraphProblem && error.code === 'posting_unavailable';
}
