import type { IsoDate } from '../../../core/dates.js';
import { centsOf } from '../http/amounts.js';
import type { LoanReference, Posting, Reached } from '../port.js';
import { startOf } from './business-day.js';
import type { FineractApi } from './fineract-api.js';
import type { TransactionList } from './transaction-list.js';
import { reversalIdOf } from './transactions.js';
import { type FineractTransaction, transaction } from './wire.js';

const NO_TRANSACTION = /^error\.msg\.loan\.transaction\.(?:external\.)?id\.invalid$/;

/** Transactions found by what we called them. */
export interface Postings {
  byExternalId(loan: LoanReference, externalId: string): Promise<Reached<FineractTransaction | 'absent'>>;
  byId(loan: LoanReference, id: string): Promise<Reached<FineractTransaction | 'absent'>>;
  byReversalExternalId(loan: LoanReference, externalId: string): Promise<Reached<FineractTransaction | 'absent'>>;
}

export function createPostings(api: FineractApi, list: TransactionList): Postings {
  const at = ({ externalId }: LoanReference) => ['loans', externalId, 'transactions'];
  const one = (path: readonly string[]) => api.read({ path, schema: transaction, absence: NO_TRANSACTION });
  return {
    byExternalId: (loan, externalId) => one([...at(loan), 'external-id', externalId]),
    byId: (loan, id) => one([...at(loan), id]),
    byReversalExternalId: async (loan, externalId) => {
      let page: string | null = null;
      do {
        const read: Awaited<ReturnType<TransactionList['page']>> = await list.page(loan.externalId, page);
        if (read.kind === 'unavailable') return read;
        const found = read.value.rows.find(({ reversalExternalId }) => reversalExternalId === externalId);
        if (found !== undefined) return { kind: 'answered', value: found };
        page = read.value.next;
      } while (page !== null);
      return { kind: 'answered', value: 'absent' };
    },
  };
}

/** Undefined when Fineract leaves out what a posting is made of. */
export function paymentPosting(row: FineractTransaction, timeZone: string): Posting | undefined {
  return asPosting(row, String(row.id), row.date ?? undefined, row.submittedOnDate ?? row.date ?? undefined, timeZone);
}

/** The reversal is a mark on the payment's transaction: it shares that one's number. */
export function reversalPosting(row: FineractTransaction, timeZone: string): Posting | undefined {
  const on = row.reversedOnDate ?? row.date ?? undefined;
  return asPosting(row, reversalIdOf(row.id), on, on, timeZone);
}

function asPosting(
  { id, amount }: FineractTransaction,
  externalId: string,
  effectiveOn: IsoDate | undefined,
  postedOn: IsoDate | undefined,
  timeZone: string,
): Posting | undefined {
  const amountCents = centsOf(amount ?? '');
  if (amountCents === undefined || effectiveOn === undefined || postedOn === undefined) return undefined;
  return { externalId, referenceNumber: id, effectiveOn, postedAt: startOf(postedOn, timeZone), amountCents };
}
