import type { Posting, Reached } from '../../../../loan-model/port.js';

/** The reason of a posting that the loan system does not have, found out later. */
export const NOT_POSTED: string = 'not_posted';

/** What reconciliation knows about a posting without an outcome; times in milliseconds by Postgres' clock. */
export interface OpenPosting {
  /** Since the lease ended or the outcome became unknown: negative while a process may still be sending. */
  readonly abandonedForMs: number;
  /** How long the loan system may still carry out an abandoned request. */
  readonly settleAfterMs: number;
}

/** `Found` is a posting or, for a lookup of a charge, a charge. */
export type NextStep<Found = Posting> =
  | { readonly kind: 'posted'; readonly posting: Found }
  /** The system has no such posting, and it is too late for it to appear. */
  | { readonly kind: 'failed' }
  | { readonly kind: 'look_again'; readonly inMs: number };

/** Milliseconds until the loan system may be asked; a row under a lease belongs to the process that is sending it. */
export function msUntilLookup(open: OpenPosting): number {
  return Math.max(0, -open.abandonedForMs);
}

/**
 * The next step after one lookup. `failed` requires an absent answer to a request made after `settleAfterMs`: before
 * that, the abandoned request may still be on its way.
 *
 * @param open - its state when the lookup began.
 */
export function afterLookup<Found extends object>(
  open: OpenPosting,
  found: Reached<Found | 'absent'>,
  pauseMs: number,
): NextStep<Found> {
  if (found.kind === 'unavailable') return { kind: 'look_again', inMs: pauseMs };
  if (found.value !== 'absent') return { kind: 'posted', posting: found.value };
  if (open.abandonedForMs >= open.settleAfterMs) return { kind: 'failed' };
  return { kind: 'look_again', inMs: Math.min(pauseMs, open.settleAfterMs - open.abandonedForMs) };
}

/** Ages at which a posting that was given up is looked up again: 1 minute, 10 minutes, 1 hour, 1 day. */
const A_DAY_MS = 86_400_000;
const LATE_LOOKS_MS = [60_000, 600_000, 3_600_000, A_DAY_MS];

/**
 * Detects a system that breaks its own time limit: lookups continue for a day after a posting was given up.
 *
 * @param isAnswered - whether the last one was answered: without an answer they go on, once a day.
 * @returns milliseconds until the next one; undefined after the last.
 */
export function msUntilLateLookup(givenUpForMs: number, isAnswered = true): number | undefined {
  const dueAtMs = LATE_LOOKS_MS.find((age) => age > givenUpForMs);
  if (dueAtMs !== undefined) return dueAtMs - givenUpForMs;
  return isAnswered ? undefined : A_DAY_MS;
}
