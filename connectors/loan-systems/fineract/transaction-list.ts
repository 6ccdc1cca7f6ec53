import type { Reached } from '../../../loan-model/port.js';
import type { HttpOutcome } from '../http/http-client.js';
import type { FineractApi } from './fineract-api.js';
import { type FineractTransaction, failure, loanWithTransactions, transactionPage } from './response-schemas.js';
import { BOOKKEEPING_NAMES } from './transaction-mapping.js';

export interface TransactionList {
  /** Whether this server lists transactions by pages, as far as it is known. */
  hasPages(): boolean;
  /** `page` is null for the first page, then the previous page's `next`. */
  page(
    loanId: string,
    page: string | null,
  ): Promise<Reached<{ readonly rows: readonly FineractTransaction[]; readonly next: string | null }>>;
}

const PAGE_SIZE = 200;
const LISTING = { sort: 'id,asc', excludedTypes: BOOKKEEPING_NAMES, size: PAGE_SIZE };

/**
 * A loan's transactions by pages; servers without that list (1.10 and older) return all of them as part of the loan.
 */
export function createTransactionList(api: FineractApi): TransactionList {
  let pages = true;
  return {
    hasPages: () => pages,
    page: async (loanId, page) => {
      if (pages || page !== null) {
        const path = ['loans', loanId, 'transactions'];
        const outcome = await api.get(path, { ...LISTING, page: page ?? '0' });
        if (!hasNoPages(outcome)) {
          if (outcome.kind !== 'answered') return { kind: 'unavailable' };
          if (outcome.status !== 200) return api.unavailable(outcome, path);
          const read = api.parse(transactionPage, outcome, path);
          if (read === undefined) return { kind: 'unavailable' };
          const next = read.number + 1 < read.totalPages ? String(read.number + 1) : null;
          return { kind: 'answered', value: { rows: read.content ?? [], next } };
        }
        pages = false;
      }
      const query = { associations: 'transactions' };
      const whole = await api.read({ path: ['loans', loanId], query, schema: loanWithTransactions });
      if (whole.kind === 'unavailable') return whole;
      if (whole.value === 'absent') return { kind: 'unavailable' };
      return { kind: 'answered', value: { rows: whole.value.transactions ?? [], next: null } };
    },
  };
}

/**
 * On those servers the path exists only for POST. A 404 with Fineract's own code means that the loan does not exist.
 */
function hasNoPages(outcome: HttpOutcome): boolean {
  if (outcome.kind !== 'answered') return false;
  return outcome.status === 405 || (outcome.status === 404 && !failure.safeParse(outcome.body).success);
}
