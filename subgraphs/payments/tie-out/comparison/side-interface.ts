import type { Database, Transaction } from '../../../../core/db/database.js';
import type { Principal } from '../../../../core/principal/principal.js';
import type { Comparison } from './comparison.store.js';
import type { Step } from './comparison-step-names.js';
import type { FoundDifference, postingSums } from './posting-differences.reads.store.js';

/** Types of entries; entries of one page are staged in this order. */
export const ENTRY_TYPES = ['payment', 'charge', 'refund'] as const;

/** An entry of the other side under a reference, as it is staged. */
export interface Entry {
  readonly about: (typeof ENTRY_TYPES)[number];
  readonly externalId: string;
  readonly reference: string;
  /** Null: it is not in whole cents. */
  readonly amountCents: number | null;
  readonly isReversed: boolean;
  readonly effectiveOn: string | null;
  readonly loan: string | null;
}

/** A loan of the other side, and whether it could be read. */
export interface LoanMark {
  readonly externalId: string;
  /** The revision in the system's list; null: not listed. */
  readonly revision: string | null;
  readonly isRead: boolean;
}

/** A comparison at its current position, and what it needs to read its next page. */
export interface ComparisonPosition {
  readonly db: Database;
  readonly principal: Principal;
  readonly look: Comparison;
  /** Identifies the comparison's row and the rows staged for it. */
  readonly key: { readonly organizationId: string; readonly id: string };
}

/**
 * The result of reading a page. It is written in one transaction with the comparison's next position, or not at all.
 */
export type PageRead<Next extends Step = Step> =
  | {
      readonly kind: 'unanswered';
      /** What was read of the page before: it need not be read again. */
      readonly entries?: readonly Entry[];
      readonly loans?: readonly LoanMark[];
    }
  | {
      readonly kind: 'read';
      readonly step: Next;
      readonly place: string;
      readonly entries?: readonly Entry[];
      readonly loans?: readonly LoanMark[];
      readonly differences?: readonly FoundDifference[];
      /** Further writes, based on what the database has already. */
      readonly write?: (tx: Transaction) => Promise<unknown>;
    };

/** The totals of both sides for the compared days. */
export type SumsStatement = typeof postingSums;

/** @param reached - the system or processor to ask. */
export type ReadPage<Own extends Step, Reached> = (
  at: ComparisonPosition,
  reached: Reached,
) => Promise<PageRead<Own | 'finish'>>;

/** The clock that decides when a side's days are over: the organization's business clock, or the real one. */
export type DayClock = 'business' | 'real';

/**
 * A side to compare with. Each of its steps reads one page and returns the next step: one of its own or, once
 * everything is compared, `finish`.
 */
export interface Side<Own extends Step, Reached> {
  readonly days: DayClock;
  /** @param kind - as the side is stored. */
  readonly firstStep: (reached: Reached, kind: string) => Own;
  readonly steps: Readonly<Record<Own, ReadPage<Own, Reached>>>;
  /** Undefined: the side has no totals. */
  readonly sums: SumsStatement | undefined;
}
