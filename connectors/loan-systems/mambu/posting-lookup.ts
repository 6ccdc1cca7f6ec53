import { createHash } from 'node:crypto';
import { z } from 'zod';
import { cents } from '../../../core/money.js';
import type { LoanReference, Posting, Reached } from '../../../loan-model/port.js';
import { pathOf } from '../http/http-client.js';
import { listed, type MambuApi } from './api.js';
import { NO_TRANSACTION } from './errors.js';
import { paymentMethodOf, reversalMarkOf } from './notes.js';
import { instantOf, type MambuTransaction, transactionShape } from './response-schemas.js';

const PAGE = 1_000;
const ABSENT = { kind: 'answered', value: 'absent' } as const;

/** Finds the objects in Mambu that have a reference of ours. */
export class PostingLookup {
  readonly #api: MambuApi;

  constructor(api: MambuApi) {
    this.#api = api;
  }

  /**
   * By external id. Mambu may log a repayment again when an earlier one is adjusted: then the unadjusted one counts.
   */
  async repayment(loan: LoanReference, externalReference: string): Promise<Reached<Posting | 'absent'>> {
    const found = await this.repayments(loan, externalReference);
    if (found.kind === 'unavailable') return found;
    const repayment = found.value.find(isUnadjusted) ?? found.value[0];
    if (repayment === undefined) return ABSENT;
    return isUnadjusted(repayment) ? reached(paymentPosting(repayment)) : this.#adjusted(repayment);
  }

  /** A repayment that was adjusted and not logged again, with the transaction that adjusted it. */
  async #adjusted(repayment: MambuTransaction): Promise<Reached<Posting>> {
    const adjustment = await this.transaction(repayment.adjustmentTransactionKey ?? '');
    if (adjustment.kind === 'unavailable' || adjustment.value === 'absent') return { kind: 'unavailable' };
    const [posting, back] = [paymentPosting(repayment), asPosting(adjustment.value)];
    if (posting === undefined || back === undefined) return { kind: 'unavailable' };
    const mark = reversalMarkOf(adjustment.value.notes);
    const { referenceNumber, postedAt } = back;
    const reversal = { reference: mark?.reference ?? null, isNsf: mark?.isNsf ?? false, referenceNumber, postedAt };
    return reached({ ...posting, reversal });
  }

  /** All loggings of it. */
  repayments(loan: LoanReference, externalReference: string): Promise<Reached<readonly MambuTransaction[]>> {
    return this.#search(loan, 0, {
      field: 'externalId',
      operator: 'EQUALS_CASE_SENSITIVE',
      value: externalReference,
    });
  }

  /** Adjustments have no external id, and notes cannot be searched, so all adjustments of the loan are read. */
  async reversal(loan: LoanReference, externalReference: string): Promise<Reached<Posting | 'absent'>> {
    for (let offset = 0; ; offset += PAGE) {
      const page = await this.#search(loan, offset, {
        field: 'type',
        operator: 'EQUALS',
        value: 'REPAYMENT_ADJUSTMENT',
      });
      if (page.kind === 'unavailable') return page;
      const found = page.value.find(({ notes }) => reversalMarkOf(notes)?.reference === externalReference);
      if (found !== undefined) return reached(asPosting(found));
      if (page.value.length < PAGE) return ABSENT;
    }
  }

  async transaction(key: string): Promise<Reached<MambuTransaction | 'absent'>> {
    const request = { method: 'GET', path: transactionPath(key) } as const;
    const read = await this.#api.read(request, transactionShape, NO_TRANSACTION);
    if (read.kind === 'unavailable') return read;
    return { kind: 'answered', value: read.value === 'absent' ? 'absent' : read.value.content };
  }

  async #search(loan: LoanReference, offset: number, criterion: object): Promise<Reached<readonly MambuTransaction[]>> {
    const ofLoan = { field: 'parentAccountKey', operator: 'EQUALS', value: loan.externalId };
    const read = await this.#api.read(
      {
        method: 'POST',
        path: '/loans/transactions:search',
        query: { detailsLevel: 'BASIC', offset, limit: PAGE },
        body: { filterCriteria: [ofLoan, criterion], sortingCriteria: { field: 'id', order: 'DESC' } },
      },
      z.array(transactionShape),
    );
    return listed(read);
  }
}

/** Not adjusted. */
export function isUnadjusted({ adjustmentTransactionKey }: MambuTransaction): boolean {
  return adjustmentTransactionKey === undefined;
}

export function transactionPath(key: string): string {
  return pathOf('loans', 'transactions', key);
}

/**
 * Undefined if the amount is not a whole number of cents, or there is no time of posting. Mambu's ids are numbers
 * unless a tenant customizes them; then the reference number is 48 bits of the key's hash, which is as stable as the
 * key.
 */
export function asPosting(transaction: MambuTransaction): Posting | undefined {
  const { encodedKey, id, amount, valueDate, creationDate } = transaction;
  const postedAt = instantOf(creationDate);
  if (amount === undefined || amount === 'inexact' || postedAt === undefined) return undefined;
  const isNumber = /^\d{1,15}$/.test(id);
  return {
    externalId: encodedKey,
    referenceNumber: isNumber ? Number(id) : createHash('sha256').update(encodedKey).digest().readUIntBE(0, 6),
    effectiveOn: valueDate,
    postedAt,
    amountCents: cents(Math.abs(amount)),
  };
}

/** A repayment, with the method that our notes name. */
function paymentPosting(transaction: MambuTransaction): Posting | undefined {
  const posting = asPosting(transaction);
  const method = paymentMethodOf(transaction.notes);
  return posting && { ...posting, ...(method !== undefined && { paymentMethods: [method] }) };
}

function reached(posting: Posting | undefined): Reached<Posting> {
  return posting === undefined ? { kind: 'unavailable' } : { kind: 'answered', value: posting };
}
