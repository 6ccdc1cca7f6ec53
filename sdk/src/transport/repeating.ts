import { codeOf, detailOf, member } from '../errors.js';
import type { Answer, Lost } from './attempt.js';
import type { Deadline } from './deadline.js';
import { growingPauseMs, heardPauseMs } from './pauses.js';

/** Whether the same request may be answered otherwise later. It is safe to send again: writes carry their key, or repeat themselves. */
export function isWorthRepeating(outcome: Answer | Lost): boolean {
  switch (outcome.status) {
    case undefined:
    case 408:
    case 429:
    case 504:
      return true;
    case 409:
      return codeOf(outcome.body) === 'idempotency_in_progress';
    case 502:
      // One without a code is a proxy's, which lost the product: as if the network had.
      return codeOf(outcome.body) === undefined || member(detailOf(outcome.body), 'retryable') === true;
    case 503:
      return codeOf(outcome.body) !== 'secure_capture_disabled';
    default:
      return false;
  }
}

/** Sends until the outcome is one to go by, or until the deadline: then the last outcome is the answer. */
export async function untilAnswered(
  send: () => Promise<Answer | Lost>,
  deadline: Deadline,
  random: () => number = Math.random,
): Promise<Answer | Lost> {
  for (let tries = 0; ; tries += 1) {
    const outcome = await send();
    if (!isWorthRepeating(outcome)) return outcome;
    const heard = outcome.status === undefined ? 0 : heardPauseMs(outcome.retryAfter);
    if (!(await deadline.pause(Math.max(heard, growingPauseMs(tries, random))))) return outcome;
  }
}
