import { codeOf, detailOf } from '../errors.js';
import { member } from '../json-member.js';
import { backoffMs, parsedRetryAfterMs } from './backoff.js';
import type { Deadline } from './deadline.js';
import type { Answer, NoResponse } from './send-once.js';

/** Whether the same request may succeed later. Whether it is safe to repeat is decided elsewhere. */
export function isRetryable(outcome: Answer | NoResponse): boolean {
  switch (outcome.status) {
    case undefined:
    case 408:
    case 429:
    case 504:
      return true;
    case 409:
      return codeOf(outcome.body) === 'idempotency_in_progress';
    case 502:
      // A response without a code comes from a proxy that lost contact with Tributary: treat it as a network error.
      return codeOf(outcome.body) === undefined || member(detailOf(outcome.body), 'retryable') === true;
    case 503:
      return codeOf(outcome.body) !== 'secure_capture_disabled';
    default:
      return false;
  }
}

/** The outcome of one attempt, and whether another one would be safe. */
export type Attempted = readonly [outcome: Answer | NoResponse, maySendAgain: boolean];

/** Sends until an outcome is final or the deadline passes, and returns the last outcome. */
export async function sendWithRetries(
  send: () => Promise<Attempted>,
  deadline: Deadline,
  random: () => number = Math.random,
): Promise<Answer | NoResponse> {
  for (let tries = 0; ; tries += 1) {
    const [outcome, maySendAgain] = await send();
    if (!maySendAgain || !isRetryable(outcome)) return outcome;
    const requested = outcome.status === undefined ? 0 : parsedRetryAfterMs(outcome.retryAfter);
    if (!(await deadline.pause(Math.max(requested, backoffMs(tries, random))))) return outcome;
  }
}
