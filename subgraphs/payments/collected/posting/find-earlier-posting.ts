import type { PostingKind } from '../../../../core/jobs/job-types-and-enqueue.js';
import type { Clock } from '../../../../core/time/clock.js';
import type { LoanReference, LoanSystem, Posting, Reached } from '../../../../loan-model/port.js';
import type { NextUse, ReferencesOfRequests } from './references-of-request.js';

/** A posting that an earlier request under the same key made, and that our database does not hold. */
export interface EarlierPosting {
  readonly posting: Posting;
  /** The reference under which it was found. */
  readonly reference: string;
  /** The id that the payment had; undefined: not known. */
  readonly paymentId: string | undefined;
}

/** What was found, and the use of the key that a new posting belongs to. */
export interface EarlierPostings {
  readonly found: EarlierPosting | undefined;
  readonly next: NextUse;
}

/**
 * A key is kept for 30 days; a system that reports only the day of a posting reports its beginning. Within the last of
 * these days a repeated request is more likely than a key that is used again.
 */
const KEPT_MS = 31 * 86_400_000;

/**
 * Each further use of a key is at least 30 days after the one before: this many take more than eight years. A loan
 * system that shows a posting under each of them does not look postings up by their reference.
 */
const MOST_USES = 100;

/**
 * Looks up what an earlier request under the same key has posted. A posting that is older than keys are kept belongs to
 * an earlier use of the key, so the next use is looked up too.
 */
export async function findEarlierPosting(
  { system, references, clock }: { system: LoanSystem; references: Pick<ReferencesOfRequests, 'after'>; clock: Clock },
  loan: LoanReference,
  kind: PostingKind,
  first: NextUse,
): Promise<Reached<EarlierPostings>> {
  let next = first;
  for (let looked = 0; looked < MOST_USES; looked += 1, next = references.after(next)) {
    const read = await underAny(system, loan, kind, next.references);
    if (read.kind === 'unavailable') return read;
    if (read.value === 'absent') return { kind: 'answered', value: { found: undefined, next } };
    const { posting } = read.value;
    if (isOfEarlierUse(posting, clock.now().epochMilliseconds)) continue;
    const noted = kind === 'payment' ? await system.notedPaymentId?.(loan, posting) : undefined;
    if (noted?.kind === 'unavailable') return noted;
    const paymentId = noted?.value ?? undefined;
    return { kind: 'answered', value: { found: { ...read.value, paymentId }, next } };
  }
  return { kind: 'unavailable' };
}

/** Whether a posting is older than the key of a request at this time, in milliseconds, can be. */
export function isOfEarlierUse({ postedAt }: Posting, requestedAtMs: number): boolean {
  return Date.parse(postedAt) + KEPT_MS < requestedAtMs;
}

async function underAny(
  system: LoanSystem,
  loan: LoanReference,
  kind: PostingKind,
  references: readonly string[],
): Promise<Reached<{ readonly posting: Posting; readonly reference: string } | 'absent'>> {
  for (const reference of references) {
    const read = await system.findPosting(loan, reference, kind);
    if (read.kind === 'unavailable') return read;
    if (read.value !== 'absent') return { kind: 'answered', value: { posting: read.value, reference } };
  }
  return { kind: 'answered', value: 'absent' };
}
