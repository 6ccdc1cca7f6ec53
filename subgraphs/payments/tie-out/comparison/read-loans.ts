import { ID_PATTERN } from '../../../../core/ids/ids.js';
import type { LoanHead, SourceTransaction, TransactionPage } from '../../../../loan-model/loan-source-types.js';
import type { LoanSource, Reached } from '../../../../loan-model/port.js';
import type { Entry } from './side-interface.js';

/** Loans of a page; `isAll`: whether their system answered until the last one. */
export interface ReadLoans {
  readonly loans: readonly ReadLoan[];
  readonly isAll: boolean;
}

export interface ReadLoan {
  readonly externalId: string;
  readonly revision: string | null;
  /** Undefined: its system is available but did not return this loan. */
  readonly entries: readonly Entry[] | undefined;
}

/**
 * Reads loans one after the other, as fast as the system's guard (concurrency limit and circuit breaker) allows, until
 * the system does not answer.
 */
export async function readLoans(
  source: LoanSource,
  loans: readonly { readonly externalId: string; readonly revision: LoanHead['revision'] | null }[],
): Promise<ReadLoans> {
  const read: ReadLoan[] = [];
  for (const { externalId, revision } of loans) {
    const entries = await entriesOf(source, externalId);
    if (entries === 'unanswered') return { loans: read, isAll: false };
    read.push({ externalId, revision, entries: entries === 'unreadable' ? undefined : entries });
  }
  return { loans: read, isAll: true };
}

async function entriesOf(
  source: LoanSource,
  externalId: string,
): Promise<readonly Entry[] | 'unanswered' | 'unreadable'> {
  const entries: Entry[] = [];
  let place: string | null = null;
  do {
    const read: Reached<TransactionPage> = await source.transactions(externalId, place);
    if (read.kind === 'unavailable') return whyNot(source, externalId);
    entries.push(...read.value.transactions.filter(isOurs).map((one) => entryOf(one, externalId)));
    place = read.value.next;
  } while (place !== null);
  return entries;
}

/** A loan that is gone has no postings; a loan that exists but whose transactions are not returned is not compared. */
async function whyNot(source: LoanSource, externalId: string): Promise<readonly Entry[] | 'unanswered' | 'unreadable'> {
  const loan = await source.loan(externalId);
  if (loan.kind === 'answered') return loan.value === 'absent' ? [] : 'unreadable';
  return loan.isWell ? 'unreadable' : 'unanswered';
}

/** It carries a reference in Tributary's format. Its reversal shows in its own state. */
function isOurs({ type, reference }: SourceTransaction): boolean {
  return type === 'payment' && reference !== null && ID_PATTERN.test(reference);
}

function entryOf({ externalId, reference, amountCents, status, effectiveAt }: SourceTransaction, loan: string): Entry {
  return {
    about: 'payment',
    externalId,
    reference: reference ?? '',
    amountCents: amountCents === null ? null : Math.abs(amountCents),
    isReversed: status === 'reversed',
    effectiveOn: effectiveAt,
    loan,
  };
}
