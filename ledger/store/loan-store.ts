import { columns, typesOf } from '../../core/db/columns.js';
import type { Queries, Transaction } from '../../core/db/database.js';
import { inserted, LEFT_OUT, leftOut, sameNamed, sql } from '../../core/db/insert-sql.js';
import { type ParametersOf, type StatementTools, statement } from '../../core/db/statement.js';
import type { Principal } from '../../core/principal/principal.js';
import type { LoanReference } from '../../loan-model/port.js';
import type { Loan, NewLoan } from '../loan.js';
import {
  type CountedLoan,
  LEDGER_PRINCIPAL,
  LOAN,
  OF_PRODUCT,
  PRODUCT_TERMS,
  STORED,
  type StoredLoan,
  withTerms,
} from './stored-loan.js';

export const LOAN_KEY = { loanId: 'LedgerLoan.id', organizationId: 'LedgerLoan.organizationId' } as const;

const findLoan = statement({
  name: 'ledger.loan.find',
  takes: LOAN_KEY,
  gives: STORED,
  text: ({ p, scope }) => `
    select ${LOAN}, ${PRODUCT_TERMS} from ledger_loan loan ${OF_PRODUCT}
    where loan.id = ${p.loanId} and loan.organization_id = ${p.organizationId} and ${scope('loan.organization_id')}`,
});

const findLoans = statement({
  name: 'ledger.loan.find_many',
  takes: { loanIds: 'LedgerLoan.id[]' },
  gives: STORED,
  text: ({ scope, oneOf }) => `
    select ${LOAN}, ${PRODUCT_TERMS} from ledger_loan loan ${OF_PRODUCT}
    where ${oneOf('loan.id', 'loanIds')} and ${scope('loan.organization_id')}`,
});

/**
 * The select that locks a loan, also for a store that does more before it in one statement.
 *
 * @param after - a preceding part that must return a row, and that has finished when the loan is locked
 */
export function lockingLoan(
  { p, scope }: Pick<StatementTools<ParametersOf<typeof LOAN_KEY>>, 'p' | 'scope'>,
  after?: string,
): string {
  return `
    select ${LOAN}, ${PRODUCT_TERMS} from ${after === undefined ? '' : `${after} cross join `}ledger_loan loan ${OF_PRODUCT}
    where loan.id = ${p.loanId} and loan.organization_id = ${p.organizationId} and ${scope('loan.organization_id')}
    for update of loan`;
}

/**
 * The update that gives a locked loan's row a new version and changes nothing: a payment that was decided on an earlier
 * version is then not written (see `decideUnlocked`).
 */
export function renewLoanSql({ p, scope }: Pick<StatementTools<ParametersOf<typeof LOAN_KEY>>, 'p' | 'scope'>): string {
  return `update ledger_loan loan set status = loan.status
    where loan.id = ${p.loanId} and loan.organization_id = ${p.organizationId} and ${scope('loan.organization_id')}`;
}

const lockLoan = statement({
  name: 'ledger.loan.lock',
  takes: LOAN_KEY,
  gives: STORED,
  text: (tools) => lockingLoan(tools),
});

const BOOKED = columns('LedgerLoan', 'ledger_loan', ['id']);

const insertLoan = statement({
  name: 'ledger.loan.insert',
  takes: {
    ...typesOf('LedgerLoan', ['id', 'organizationId', 'originatedOn', 'firstDueOn', 'originalPrincipalCents']),
    ...typesOf('LedgerLoan', ['annualRateBps', 'annualRateMillionths', 'termMonths', 'scheduledPaymentCents']),
    ...typesOf('LedgerLoan', ['nsfFeeCents', 'loanNumber', 'productId', 'productVersion']),
  },
  gives: BOOKED,
  text: ({ p, scope }) => {
    const { into, values } = inserted('LedgerLoan', {
      id: p.id,
      organizationId: p.organizationId,
      status: sql(`'pending'`),
      ...sameNamed(p, ['originatedOn', 'firstDueOn', 'originalPrincipalCents', 'annualRateBps']),
      ...sameNamed(p, ['annualRateMillionths', 'termMonths', 'scheduledPaymentCents', 'nsfFeeCents']),
      principalCents: sql('0'),
      interestCents: sql('0'),
      accrualRemainder: sql('0'),
      accruedThrough: p.originatedOn,
      feesCents: sql('0'),
      ...leftOut('lateFeesCents', 'takenByLateFeesCents'),
      lateFeesCountedCents: sql('0'),
      scheduledPaidCents: sql('0'),
      ...leftOut('chargedOffOn', 'paidOffOn', 'dayEndThrough'),
      ...sameNamed(p, ['loanNumber', 'productId', 'productVersion']),
      lateFeeInstallments: LEFT_OUT,
    });
    return `insert into ${into} select ${values} where ${scope(`${p.organizationId}::text`)}
      on conflict (organization_id, loan_number) do nothing returning ${BOOKED}`;
  },
});

export async function readLoan(on: Queries, reference: LoanReference): Promise<Loan> {
  const ledger = ledgerWithin([reference]);
  return withTerms(existing(await on.first(ledger, findLoan, keyOf(reference)), reference));
}

/** Several at once, in the order of the references. */
export async function readLoans(on: Queries, references: readonly LoanReference[]): Promise<readonly Loan[]> {
  const loanIds = references.map(({ externalId }) => externalId);
  const found = await on.many(ledgerWithin(references), findLoans, { loanIds });
  const byKey = new Map(found.map((loan) => [`${loan.organizationId} ${loan.id}`, loan]));
  return references.map((reference) =>
    withTerms(existing(byKey.get(`${reference.organizationId} ${reference.externalId}`), reference)),
  );
}

/** Only their organizations: otherwise Postgres searches each loan in every organization. */
function ledgerWithin(references: readonly LoanReference[]): Principal {
  const organizationIds = [...new Set(references.map(({ organizationId }) => organizationId))];
  return { ...LEDGER_PRINCIPAL, organizationIds };
}

/** Locks the loan until the transaction ends. */
export async function lockedLoan(tx: Transaction, reference: LoanReference): Promise<CountedLoan> {
  return withTerms(existing(await tx.first(LEDGER_PRINCIPAL, lockLoan, keyOf(reference)), reference));
}

/** If two requests book the same loan number at once, the second waits for the first and finds the number in use. */
export async function writeNewLoan(
  on: Queries,
  { loanNumber, bookedUnder, ...loan }: NewLoan,
): Promise<'booked' | 'loan_number_in_use'> {
  const booked = await on.first(LEDGER_PRINCIPAL, insertLoan, {
    ...loan,
    annualRateMillionths: loan.annualRateMillionths ?? null,
    loanNumber: loanNumber ?? null,
    productId: bookedUnder?.id ?? null,
    productVersion: bookedUnder?.version ?? null,
  });
  return booked === undefined ? 'loan_number_in_use' : 'booked';
}

function keyOf(reference: LoanReference): ParametersOf<typeof LOAN_KEY> {
  return { loanId: reference.externalId, organizationId: reference.organizationId };
}

/** An account of the ledger always has its loan: a missing one is a bug, not an outcome. */
function existing(loan: StoredLoan | undefined, reference: LoanReference): StoredLoan {
  if (loan === undefined) throw new Error(`account ${reference.accountId} has no loan in the ledger`);
  return loan;
}
