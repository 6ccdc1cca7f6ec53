import type { Principal } from '../../../core/auth/principal.js';
import type { FoundDifference } from './compare.store.js';

/** The days that books are compared of, one organization's. */
export interface BooksOfDays {
  readonly organizationId: string;
  readonly firstDay: string;
  readonly businessDay: string;
  /** Differences that are open: what they are about is compared too, whatever its day. */
  readonly open: readonly { readonly kind: string; readonly reference: string }[];
}

/** Compares the ledger's own books with each other: journal, transactions, balances, reports. */
export type CheckBooks = (principal: Principal, days: BooksOfDays) => Promise<readonly FoundDifference[]>;
