import type { Principal } from '../../../../core/principal/principal.js';
import type { BooksStep } from './comparison-step-names.js';
import { openDifferences } from './difference.store.js';
import type { FoundDifference } from './posting-differences.reads.store.js';
import type { ComparisonPosition, PageRead, Side } from './side-interface.js';
import { BOOKS } from './side-names.js';

/** The days of one organization whose books are compared. */
export interface BooksOfDays {
  readonly organizationId: string;
  readonly firstDay: string;
  readonly businessDay: string;
  /** Open differences: their subjects are compared too, whatever their day. */
  readonly open: readonly { readonly kind: string; readonly reference: string }[];
}

/** Compares the ledger's own books with each other: journal, transactions, balances, reports. */
export type CheckBooks = (principal: Principal, days: BooksOfDays) => Promise<readonly FoundDifference[]>;

/** The ledger's own books: compared in one page, without another side. */
export const BOOKS_SIDE: Side<BooksStep, CheckBooks> = {
  days: 'business',
  firstStep: () => 'books',
  steps: { books: readBooks },
  sums: undefined,
};

async function readBooks(
  { db, principal, look }: ComparisonPosition,
  checkBooks: CheckBooks,
): Promise<PageRead<'finish'>> {
  const open = await db.many(principal, openDifferences, { organizationId: look.organizationId, subject: BOOKS });
  const differences = await checkBooks(principal, { ...look, open });
  return { kind: 'read', step: 'finish', place: '', differences };
}
