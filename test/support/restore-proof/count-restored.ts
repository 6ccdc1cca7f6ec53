import { PAYMENT_KINDS, type PaymentKind, type PlannedPayment } from './planned-request.js';
import type { Posting, SystemName } from './proof-system.js';

/** What became of the payments of one kind on one loan system, by the system's own list. */
export interface RestoredKind {
  readonly system: SystemName;
  readonly kind: PaymentKind;
  readonly payments: number;
  /** How many were sent, or came due, again. */
  readonly repeated: number;
  /** Postings beyond one per payment. */
  readonly doubled: number;
  /** Payments without a posting, or whose posting is reversed although no client asked for it. */
  readonly lost: number;
  /** Repeated requests that had another outcome than the first time. */
  readonly answeredOtherwise: number;
  readonly idsKept: number;
  readonly reversals: number;
  /** Reversals that are answered as done again, and whose postings are reversed at the loan system. */
  readonly reversed: number;
}

export interface RestoredSystem {
  readonly kinds: readonly RestoredKind[];
  /** Payments in the loan system that no client sent. */
  readonly invented: number;
}

/** Compares the payments of one loan system with its own list of the same loans. */
export function countRestored(
  system: SystemName,
  payments: readonly PlannedPayment[],
  postings: readonly Posting[],
): RestoredSystem {
  const found = new Map<string, Posting[]>();
  for (const posting of postings) {
    const name = nameOf(posting.loan, posting.cents);
    found.set(name, [...(found.get(name) ?? []), posting]);
  }
  const ofPayment = ({ loan, amount }: PlannedPayment) => found.get(nameOf(loan.externalId, amount)) ?? [];
  const kinds = PAYMENT_KINDS.map((kind): RestoredKind => {
    const own = payments.filter((payment) => payment.kind === kind);
    const count = (test: (payment: PlannedPayment) => boolean) => own.filter(test).length;
    return {
      system,
      kind,
      payments: own.length,
      repeated: count(({ isAnsweredAgain }) => isAnsweredAgain !== undefined),
      doubled: own.reduce((sum, payment) => sum + Math.max(0, ofPayment(payment).length - 1), 0),
      lost: count((payment) => !ofPayment(payment).some(({ isReversed }) => payment.isReversed || !isReversed)),
      answeredOtherwise: count(({ isAnsweredAgain }) => isAnsweredAgain === false),
      idsKept: count(({ id, firstId }) => id !== '' && id === firstId),
      reversals: count(({ isReversed }) => isReversed),
      reversed: count(
        (payment) =>
          payment.isReversedAgain === true &&
          ofPayment(payment).length > 0 &&
          ofPayment(payment).every(({ isReversed }) => isReversed),
      ),
    };
  });
  const planned = new Set(payments.map(({ loan, amount }) => nameOf(loan.externalId, amount)));
  return { kinds, invented: postings.filter(({ loan, cents }) => !planned.has(nameOf(loan, cents))).length };
}

function nameOf(loan: string, cents: number): string {
  return `${loan} ${cents}`;
}

/** What the card processor took for the autopay dates, each charged once for its own amount on one loan system. */
export interface RestoredCharges {
  readonly charges: number;
  readonly doubled: number;
  readonly lost: number;
}

export function countCharges(payments: readonly PlannedPayment[], taken: readonly number[]): RestoredCharges {
  const wanted = tally(payments.flatMap(({ kind, amount }) => (kind === 'autopay' ? [amount] : [])));
  const found = tally(taken);
  const amounts = [...new Set([...wanted.keys(), ...found.keys()])];
  const beyond = (one: ReadonlyMap<number, number>, other: ReadonlyMap<number, number>) =>
    amounts.reduce((sum, amount) => sum + Math.max(0, (one.get(amount) ?? 0) - (other.get(amount) ?? 0)), 0);
  return { charges: taken.length, doubled: beyond(found, wanted), lost: beyond(wanted, found) };
}

function tally(amounts: readonly number[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const amount of amounts) counts.set(amount, (counts.get(amount) ?? 0) + 1);
  return counts;
}
