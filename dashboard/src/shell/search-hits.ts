import { shortDay } from '../format/dates';
import { borrowerOf, numberOf } from '../format/display-names';
import { dollars } from '../format/money';
import { type StatusKind, shownStatus, statusText } from '../format/statuses';
import type { FindByContactQuery, FindPersonsQuery, FindQuery, SearchedKind, SearchMatch } from '../generated/graphql';
import { containsWords } from './search-text';

/** One row of the palette. */
export interface Hit {
  readonly id: string;
  readonly text: string;
  readonly detail: string;
  /** What the typed text equals or is part of. */
  readonly matched?: string;
  /** The loan that it is, or belongs to. */
  readonly accountId?: string | undefined;
  /** The address that it opens. */
  readonly to?: string;
}

type Loan = FindQuery['accounts']['items'][number];

export function loanHit(loan: Loan, matched: string): Hit {
  const status = shownStatus('account', loan.statusCode).text;
  return {
    ...{ id: `loan ${loan.id}`, text: borrowerOf(loan), matched, accountId: loan.id, to: `/accounts/${loan.id}` },
    detail: [numberOf(loan), dollars(loan.currentBalanceCents), status].join(' · '),
  };
}

export function loanHits(loans: readonly Loan[], text: string): readonly Hit[] {
  return loans.map((loan) => loanHit(loan, whyLoan(loan, text)));
}

function whyLoan(loan: Loan, text: string): string {
  const { id, externalContractNumber: contract, externalAccountNumber: account } = loan;
  if (id === text.toUpperCase()) return 'ID';
  if (contract && containsWords(contract, text)) return 'Contract number';
  if (account && containsWords(account, text)) return 'Account number';
  const name = loan.primaryBorrower?.displayName;
  return name && containsWords(name, text) ? 'Name' : 'ID of its borrower or transaction';
}

type FoundPerson = FindPersonsQuery['persons']['items'][number];

/** Persons by name: each opens the page with all their loans. */
export function personHits(persons: readonly FoundPerson[]): readonly Hit[] {
  return persons.map((person) => personHit(person, 'Name'));
}

function personHit({ id, displayName, accounts }: FoundPerson, matched: string): Hit {
  const detail = accounts?.items.length === 0 ? 'Co-borrower' : 'Borrower, with all loans';
  return { id: `person ${id}`, text: displayName, detail, matched, to: `/borrowers/${id}` };
}

/** The persons with a telephone number or an email address, each after their loans. */
export function contactHits(persons: FindByContactQuery['persons']['items'], matched: string): readonly Hit[] {
  return persons.flatMap((person) => [
    ...(person.accounts?.items ?? []).map((loan) => loanHit(loan, matched)),
    personHit(person, matched),
  ]);
}

type Found = FindQuery['searchPayments'][number];

const KINDS: Readonly<Record<SearchedKind, { readonly name: string; readonly statuses?: StatusKind }>> = {
  payment: { name: 'Payment', statuses: 'payment' },
  autopay_run: { name: 'Autopay charge', statuses: 'run' },
  autopay_schedule: { name: 'Autopay schedule', statuses: 'schedule' },
  payment_method: { name: 'Card or bank account' },
  dispute: { name: 'Dispute', statuses: 'dispute' },
};

const MATCHES: Readonly<Record<SearchMatch, string>> = {
  id: 'ID',
  reference: 'Reference',
  loan_system_reference: 'Loan system’s reference',
  processor_reference: 'Processor’s reference',
  reference_number: 'Reference number',
  check_number: 'Check number',
  amount: 'Amount',
  last_four: 'Last four digits',
};

export function foundHit({ kind, matchedBy, id, amountCents, status, day, account }: Found): Hit {
  const { name, statuses } = KINDS[kind];
  const amount = typeof amountCents === 'number' ? dollars(amountCents) : undefined;
  const shown = statuses === undefined ? statusText(status) : shownStatus(statuses, status).text;
  return {
    ...{ id: `${kind} ${id}`, matched: MATCHES[matchedBy], accountId: account?.id },
    text: [amount ?? name, account && borrowerOf(account)].filter(Boolean).join(' · '),
    detail: [amount && name, shown, day && shortDay(day)].filter(Boolean).join(' · '),
    to: addressOf(kind, id, account?.id),
  };
}

/** A payment and a dispute have pages; a charge, a schedule and a card are shown on the page of their loan. */
function addressOf(kind: SearchedKind, id: string, accountId: string | undefined): string {
  if (kind === 'payment') return `/payments/${id}`;
  if (kind === 'dispute') return `/disputes/${id}`;
  return accountId === undefined ? '/autopay' : `/accounts/${accountId}`;
}
