import type { Database, Transaction } from '../../../../core/db/database.js';
import type { Principal } from '../../../../core/principal/principal.js';
import type { FoundDifference, postingSums } from './compare.store.js';
import type { Look } from './look.store.js';
import type { Step } from './steps.js';

/** What an entry may be about; entries of one page are staged in this order. */
export const ABOUT = ['payment', 'charge', 'refund'] as const;

/** What the other side holds under a reference, as it is staged. */
export interface Entry {
  readonly about: (typeof ABOUT)[number];
  readonly externalId: string;
  readonly reference: string;
  /** Null: it does not tell whole cents. */
  readonly amountCents: number | null;
  readonly isReversed: boolean;
  readonly effectiveOn: string | null;
  readonly loan: string | null;
}

/** A loan of the other side, and whether it could be read. */
export interface LoanMark {
  readonly externalId: string;
  /** As its system listed it; null: not listed. */
  readonly revision: string | null;
  readonly isRead: boolean;
}

/** A look where it stands, and with what its next page is read. */
export interface Standing {
  readonly db: Database;
  readonly principal: Principal;
  readonly look: Look;
  /** Names the look's row, and what is staged for it. */
  readonly key: { readonly organizationId: string; readonly id: string };
}

/** What a page of the other side came to. It is written in one transaction with the look's next place, or not at all. */
export type PageRead<Next extends Step = Step> =
  | { readonly kind: 'unanswered' }
  | {
      readonly kind: 'read';
      readonly step: Next;
      readonly place: string;
      readonly entries?: readonly Entry[];
      readonly loans?: readonly LoanMark[];
      readonly differences?: readonly FoundDifference[];
      /** What is written beside them, of what the database holds already. */
      readonly write?: (tx: Transaction) => Promise<unknown>;
    };

/** What both sides come to on a look's own days. */
export type SumsStatement = typeof postingSums;

/** @param reached - the system or the processor that is asked. */
export type ReadPage<Own extends Step, Reached> = (at: Standing, reached: Reached) => Promise<PageRead<Own | 'finish'>>;

/** The clock that a side's days are over by: the business clock of the organization, or the real one. */
export type DayClock = 'business' | 'real';

/**
 * What ours is compared with. Each of its steps reads one page and says where the look goes on: at one of its own steps, or, once all is
 * compared, at `finish`.
 */
export interface Side<Own extends Step, Reached> {
  readonly days: DayClock;
  /** @param kind - as the side is stored. */
  readonly firstStep: (reached: Reached, kind: string) => Own;
  readonly steps: Readonly<Record<Own, ReadPage<Own, Reached>>>;
  /** Undefined: there is nothing to add up. */
  readonly sums: SumsStatement | undefined;
}
