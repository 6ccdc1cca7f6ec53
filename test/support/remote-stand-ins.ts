import { lendFromFineract, lendFromMambu } from '../stand-in/loans.js';
import { on } from './example-loan.js';
import { outstandingPrincipal } from './fineract/fineract-book.js';
import { FINERACT_USER, openFineract } from './fineract/fineract-server.js';
import type { FaultSwitch } from './loan-faults.js';
import { MAMBU_API_KEY, openMambu } from './mambu/mambu-server.js';

/** A stand-in for a remote loan system, whichever it is: what tests of all of them need. */
export interface RemoteStandIn {
  readonly kind: 'fineract' | 'mambu';
  readonly baseUrl: string;
  readonly faults: FaultSwitch;
  /** Where requests or answers left the public contract. */
  readonly violations: readonly string[];
  /** What `loan-systems add` takes for it. */
  readonly settings: Readonly<Record<string, string>>;
  readonly secretEnv: Readonly<Record<string, string>>;
  /** The variables that those secrets are in. */
  readonly environment: Readonly<Record<string, string>>;
  /** Calls by which it is asked for a payoff, and for what was posted under a reference. */
  readonly reads: readonly string[];
  /** A loan that is paid out; answers its external id. */
  makeLoan(principalCents: number, instalments?: number): string;
  /** A few loans with a past; answers the account number of one that takes payments. */
  lendExamples(): string;
  /** An entry for interest that accrued, as the system books them. */
  accrue(externalId: string, amountCents: number): void;
  writeOff(externalId: string): void;
  bulk(loans: number, transactionsPerLoan: number): void;
  /** Payments that it holds under a reference, taken back or not. */
  postingsUnder(reference: string): number;
  /** Its own books on one loan, in cents: outstanding principal, and each payment by its external id. */
  booksOf(externalId: string): { readonly balanceCents: number; readonly payments: Readonly<Record<string, number>> };
  /** Every loan's external id. */
  loans(): readonly string[];
  close(): Promise<void>;
}

export const REMOTE_KINDS = ['fineract', 'mambu'] as const;

/** @param checked off where there are many calls, or nobody who looks at `violations`. @param port 0: any that is free. */
export function openStandIn(kind: RemoteStandIn['kind'], checked = true, port = 0): Promise<RemoteStandIn> {
  return kind === 'fineract' ? fineract({ checked, port }) : mambu({ checked, port });
}

/** The options by which `loan-systems add` adds it under a code. */
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
    loans: () => [...book.loans.keys()],
    close: () => server.close(),
  };
}
