import { LOAN_SYSTEM_KINDS, type RemoteKindName } from '../../connectors/loan-systems/kinds.js';
import { lendFromFineract, lendFromMambu } from '../stand-in/loans.js';
import { on } from './example-loan.js';
import { outstandingPrincipal } from './fineract/fineract-book.js';
import { FINERACT_USER, openFineract } from './fineract/fineract-server.js';
import type { FaultSwitch } from './loan-faults.js';
import { MAMBU_API_KEY, openMambu } from './mambu/mambu-server.js';

/** A stand-in for any remote loan system: what tests of all of them need. */
export interface RemoteStandIn {
  readonly kind: RemoteKindName;
  readonly baseUrl: string;
  readonly faults: FaultSwitch;
  /** Where requests or responses deviated from the public contract. */
  readonly violations: readonly string[];
  /** The settings for `loan-systems add`. */
  readonly settings: Readonly<Record<string, string>>;
  readonly secretEnv: Readonly<Record<string, string>>;
  /** The environment variables with those secrets. */
  readonly environment: Readonly<Record<string, string>>;
  /** The calls for a payoff, and for the postings under a reference. */
  readonly reads: readonly string[];
  /** A disbursed loan; returns its external id. */
  makeLoan(principalCents: number, instalments?: number): string;
  /** A few loans with a history; returns the account number of one that accepts payments. */
  lendExamples(): string;
  /** An entry for accrued interest, as the system books it. */
  accrue(externalId: string, amountCents: number): void;
  writeOff(externalId: string): void;
  /** Another user reverses the payment with this reference. */
  reverse(reference: string): void;
  bulk(loans: number, transactionsPerLoan: number): void;
  /** Payments under a reference, reversed ones included. */
  postingsUnder(reference: string): number;
  /** Its own books for one loan, in cents: outstanding principal, and each payment by its external id. */
  booksOf(externalId: string): { readonly balanceCents: number; readonly payments: Readonly<Record<string, number>> };
  /** Every payment on one loan, reversed ones included, as a client of the system could list them. */
  postingsOf(externalId: string): readonly BookedPayment[];
  /** Every loan's external id. */
  loans(): readonly string[];
  close(): Promise<void>;
}

export interface BookedPayment {
  readonly cents: number;
  readonly isReversed: boolean;
}

const STAND_INS: Readonly<Record<RemoteKindName, (opening: Opening) => Promise<RemoteStandIn>>> = { fineract, mambu };

export const REMOTE_KINDS: readonly RemoteKindName[] = Object.keys(LOAN_SYSTEM_KINDS).filter(
  (kind): kind is RemoteKindName => kind in LOAN_SYSTEM_KINDS,
);

/** @param checked - off for many calls, or if no test reads `violations`. @param port - 0: any free one. */
export function openStandIn(kind: RemoteStandIn['kind'], checked = true, port = 0): Promise<RemoteStandIn> {
  return STAND_INS[kind]({ checked, port });
}

/** The options of `loan-systems add` for adding it under a code. */
export function systemTerms(standIn: RemoteStandIn, code: string, organizationId: string): readonly string[] {
  return [
    ...['--code', code, '--kind', standIn.kind, '--base-url', standIn.baseUrl, '--organization', organizationId],
    ...Object.entries(standIn.settings).flatMap(([name, value]) => ['--setting', `${name}=${value}`]),
    ...Object.entries(standIn.secretEnv).flatMap(([name, variable]) => ['--secret', `${name}-env=${variable}`]),
  ];
}

const MONTHS_AGO = '2024-01-05';

interface Opening {
  readonly checked: boolean;
  readonly port: number;
}

async function fineract(opening: Opening): Promise<RemoteStandIn> {
  const server = await openFineract(opening);
  const { book, faults, violations, baseUrl } = server;
  const loanOf = (externalId: string) => {
    const loan = book.loans.get(Number(externalId));
    if (loan === undefined) throw new Error(`no loan ${externalId}`);
    return loan;
  };
  return {
    kind: 'fineract',
    baseUrl,
    faults,
    violations,
    settings: { username: FINERACT_USER.username, tenant: FINERACT_USER.tenant },
    secretEnv: { password: 'FINERACT_STAND_IN_PASSWORD' },
    environment: { FINERACT_STAND_IN_PASSWORD: FINERACT_USER.password },
    reads: ['payoff', 'probe'],
    makeLoan: (principal, instalments = 12) => String(book.loan({ principal, instalments }).id),
    lendExamples: () => lendFromFineract(book),
    accrue: (externalId, amount) => void book.record(loanOf(externalId), 10, { amount }),
    writeOff: (externalId) => book.writeOff(loanOf(externalId)),
    reverse: (reference) => {
      const paid = book.byExternalId.get(reference);
      if (paid === undefined) throw new Error(`no payment ${reference}`);
      book.undo(paid, undefined);
    },
    bulk: (loans, transactions) => book.bulk(loans, transactions, on(MONTHS_AGO)),
    postingsUnder: (reference) =>
      [...book.loans.values()]
        .flatMap(({ transactions }) => transactions)
        .filter(({ externalId }) => externalId === reference).length,
    booksOf: (externalId) => {
      const loan = loanOf(externalId);
      const payments = loan.transactions.filter(({ type }) => type === 2 || type === 8);
      return {
        balanceCents: outstandingPrincipal(loan),
        payments: Object.fromEntries(payments.map(({ id, amount }) => [String(id), amount])),
      };
    },
    postingsOf: (externalId) =>
      loanOf(externalId)
        .transactions.filter(({ type }) => type === 2 || type === 8)
        .map(({ amount, reversed }) => ({ cents: amount, isReversed: reversed })),
    loans: () => [...book.loans.keys()].map(String),
    close: () => server.close(),
  };
}

async function mambu(opening: Opening): Promise<RemoteStandIn> {
  const server = await openMambu(opening);
  const { book, faults, violations, baseUrl } = server;
  const loanOf = (externalId: string) => {
    const loan = book.loans.get(externalId);
    if (loan === undefined) throw new Error(`no loan ${externalId}`);
    return loan;
  };
  return {
    kind: 'mambu',
    baseUrl,
    faults,
    violations,
    settings: {},
    secretEnv: { 'api-key': 'MAMBU_STAND_IN_KEY' },
    environment: { MAMBU_STAND_IN_KEY: MAMBU_API_KEY },
    reads: ['payoff', 'search_transactions'],
    makeLoan: (principal, installments = 12) => book.loan({ principal, installments }).key,
    lendExamples: () => lendFromMambu(book),
    accrue: (externalId, amount) => void book.applyInterest(loanOf(externalId), amount),
    writeOff: (externalId) => book.writeOff(loanOf(externalId)),
    reverse: (reference) => {
      const paid = [...book.transactions.values()].find(({ externalId }) => externalId === reference);
      if (paid === undefined) throw new Error(`no payment ${reference}`);
      book.adjust(paid, 'by hand');
    },
    bulk: (loans, transactions) => book.bulk(loans, transactions, `${MONTHS_AGO}T15:00:00Z`),
    postingsUnder: (reference) =>
      [...book.transactions.values()].filter(({ externalId }) => externalId === reference).length,
    booksOf: (externalId) => {
      const loan = loanOf(externalId);
      const payments = loan.transactions.filter(({ type }) => type === 'REPAYMENT');
      return {
        balanceCents: book.owed(loan).principal,
        payments: Object.fromEntries(payments.map(({ key, amount }) => [key, amount])),
      };
    },
    postingsOf: (externalId) =>
      loanOf(externalId)
        .transactions.filter(({ type }) => type === 'REPAYMENT')
        .map(({ amount, adjustmentKey }) => ({ cents: amount, isReversed: adjustmentKey !== undefined })),
    loans: () => [...book.loans.keys()],
    close: () => server.close(),
  };
}
