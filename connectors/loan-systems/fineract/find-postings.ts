import { cents } from '../../../core/money.js';
import type { IsoDate, IsoInstant } from '../../../core/time/dates.js';
import type { LoanReference, PostedReversal, Posting, Reached } from '../../../loan-model/port.js';
import { centsOf } from '../http/amounts.js';
import { startOf } from './business-day.js';
import type { FineractApi } from './fineract-api.js';
import { type FineractTransaction, transaction } from './response-schemas.js';
import type { FineractSettings } from './settings.js';
import type { TransactionList } from './transaction-list.js';
import { reversalIdOf } from './transaction-mapping.js';

const NO_TRANSACTION = /^error\.msg\.loan\.transaction\.(?:external\.)?id\.invalid$/;

/** Finds transactions by our references. */
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

/**
 * Undefined when Fineract leaves out a field that a posting needs.
 *
 * @param carriedOutAt - the time of execution by our clock, if known: Fineract reports only the day.
 */
export function paymentPosting(
  row: FineractTransaction,
  settings: PostingSettings,
  carriedOutAt?: IsoInstant,
): Posting | undefined {
  const timeZone = settings['time-zone'];
  const externalId = String(row.id);
  const postedOn = row.submittedOnDate ?? row.date ?? undefined;
  const posting = asPosting(row, { externalId, effectiveOn: row.date ?? undefined, postedOn, timeZone, carriedOutAt });
  if (posting === undefined) return undefined;
  const paymentMethods = methodsOf(row, settings['payment-types']);
  const reversal = row.manuallyReversed === true ? reversalPosting(row, timeZone) : undefined;
  if (row.manuallyReversed === true && reversal === undefined) return undefined;
  const overpaidCents = centsOf(row.overpaymentPortion ?? '0') ?? cents(0);
  return {
    ...posting,
    ...(overpaidCents !== 0 && { overpaidCents }),
    ...(paymentMethods.length > 0 && { paymentMethods }),
    ...(reversal !== undefined && { reversal: asReversal(row, reversal) }),
  };
}

type PostingSettings = Pick<FineractSettings, 'time-zone' | 'payment-types'>;

/** The methods that have the transaction's payment type; none for a type of which the settings say nothing. */
function methodsOf({ paymentDetailData }: FineractTransaction, types: FineractSettings['payment-types']): string[] {
  const reported = paymentDetailData?.paymentType?.id;
  return [...types].flatMap(([method, id]) => (id === reported ? [method] : []));
}

/** Fineract does not show that a payment was returned unpaid. */
function asReversal(
  { reversalExternalId }: FineractTransaction,
  { referenceNumber, postedAt }: Posting,
): PostedReversal {
  return { reference: reversalExternalId ?? null, isNsf: false, referenceNumber, postedAt };
}

/** The reversal is a mark on the payment's transaction and has the same number. */
export function reversalPosting(
  row: FineractTransaction,
  timeZone: string,
  carriedOutAt?: IsoInstant,
): Posting | undefined {
  const on = row.reversedOnDate ?? row.date ?? undefined;
  const externalId = reversalIdOf(row.id);
  return asPosting(row, { externalId, effectiveOn: on, postedOn: on, timeZone, carriedOutAt });
}

interface Entry {
  readonly externalId: string;
  readonly effectiveOn: IsoDate | undefined;
  readonly postedOn: IsoDate | undefined;
  readonly timeZone: string;
  readonly carriedOutAt: IsoInstant | undefined;
}

function asPosting(
  { id, amount }: FineractTransaction,
  { externalId, effectiveOn, postedOn, timeZone, carriedOutAt }: Entry,
): Posting | undefined {
  const amountCents = centsOf(amount ?? '');
  if (amountCents === undefined || effectiveOn === undefined || postedOn === undefined) return undefined;
  const dayBegan = startOf(postedOn, timeZone);
  const postedAt = carriedOutAt !== undefined && carriedOutAt > dayBegan ? carriedOutAt : dayBegan;
  return { externalId, referenceNumber: id, effectiveOn, postedAt, amountCents };
}
