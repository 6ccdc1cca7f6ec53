import type { SystemName } from './proof-system.js';

/** How a payment comes into Tributary. `earlier`: recorded before the backup, so it is not sent again. */
export const PAYMENT_KINDS = ['earlier', 'REST', 'GraphQL', 'batch row', 'payoff', 'autopay'] as const;
export type PaymentKind = (typeof PAYMENT_KINDS)[number];

export interface ProofLoan {
  readonly account: string;
  /** Its number in the loan system. */
  readonly externalId: string;
}

/** One payment of the proof. Its loan and amount name it in the loan system's list: no other has both. */
export interface PlannedPayment {
  readonly system: SystemName;
  readonly kind: PaymentKind;
  readonly loan: ProofLoan;
  readonly key: string;
  /** Cents. A payoff's is known when it is quoted. */
  amount: number;
  readonly isReversed: boolean;
  /** The id that the client got first; empty: none yet. */
  firstId: string;
  /** The id that the client got last. */
  id: string;
  /** Whether the repeated request had the same outcome as the first; undefined: it was not repeated. */
  isAnsweredAgain?: boolean;
  /** The same for the reversal. */
  isReversedAgain?: boolean;
}

export interface PlannedCounts {
  readonly payments: number;
  readonly reversals: number;
}

type Counts = Readonly<Record<PaymentKind, number>>;

/** So many of a hundred later payments; the others are sent over REST. */
const SHARES = { GraphQL: 20, 'batch row': 30, payoff: 2, autopay: 2 } as const;
/** One is reversed, another is not. */
const FEWEST = 2;

/** How many payments of each kind one system gets, and how many of them are reversed. */
export function countsOfSystem({ payments, reversals }: PlannedCounts): {
  readonly payments: Counts;
  readonly reversals: Counts;
} {
  const earlier = Math.ceil(reversals / 2);
  const paid = withRest(payments, (share) => Math.max(FEWEST, Math.round((payments * share) / 100)));
  const reversed = withRest(reversals - earlier, (share) =>
    Math.max(1, Math.round(((reversals - earlier) * share) / 100)),
  );
  const { autopay, ...others } = reversed;
  // An autopay date is corrected, not reversed.
  return {
    payments: { ...paid, earlier },
    reversals: { ...others, REST: others.REST + autopay, autopay: 0, earlier },
  };
}

function withRest(total: number, countOf: (share: number) => number): Omit<Counts, 'earlier'> {
  const others = {
    GraphQL: countOf(SHARES.GraphQL),
    'batch row': countOf(SHARES['batch row']),
    payoff: countOf(SHARES.payoff),
    autopay: countOf(SHARES.autopay),
  };
  const rest = total - Object.values(others).reduce((sum, count) => sum + count, 0);
  return { ...others, REST: Math.max(0, rest) };
}

export interface LoansOfSystem {
  /** For any number of payments each. */
  readonly shared: readonly ProofLoan[];
  /** For one payment each: a payoff, or one autopay date. */
  readonly single: readonly ProofLoan[];
}

/** The number of loans with a single payment that one system needs. */
export function singleLoans(counts: PlannedCounts): number {
  const { payoff, autopay } = countsOfSystem(counts).payments;
  return payoff + autopay;
}

export function plannedPayments(
  system: SystemName,
  counts: PlannedCounts,
  { shared, single }: LoansOfSystem,
): readonly PlannedPayment[] {
  const { payments, reversals } = countsOfSystem(counts);
  const planned: PlannedPayment[] = [];
  const left = [...single];
  for (const kind of PAYMENT_KINDS) {
    for (let n = 0; n < payments[kind]; n += 1) {
      const isSingle = kind === 'payoff' || kind === 'autopay';
      const loan = isSingle ? left.pop() : shared[n % shared.length];
      if (loan === undefined) throw new Error(`${system} has too few loans`);
      planned.push({
        ...{ system, kind, loan, key: `${system} ${kind} ${n}`, amount: kind === 'payoff' ? 0 : 100 + planned.length },
        ...{ isReversed: n < reversals[kind], firstId: '', id: '' },
      });
    }
  }
  return planned;
}
