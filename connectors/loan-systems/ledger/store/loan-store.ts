import { systemPrincipal } from '../../../../core/auth/principal.js';
import type { IsoDate } from '../../../../core/dates.js';
import { columns, columnsAs } from '../../../../core/db/columns.js';
import type { Queries, Transaction } from '../../../../core/db/database.js';
import { type ParametersOf, statement } from '../../../../core/db/statement.js';
import { inserted, LEFT_OUT, sql } from '../../../../core/db/written.js';
import type { LoanReference } from '../../port.js';
import type { LedgerStatus, Loan, LoanTerms } from '../loan.js';

/** Whoever asks has been checked by the services; the ledger narrows every statement to the loan's organization. */
export const LEDGER_PRINCIPAL = systemPrincipal('ledger');

const CLOSES_ALL = 'day-end closes the day of every loan in the ledger';

const LOAN = columns('LedgerLoan', 'loan', [
  'id',
  'organizationId',
  'status',
  'originatedOn',
  'firstDueOn',
  'originalPrincipalCents',
  'annualRateBps',
  'termMonths',
  'scheduledPaymentCents',
  'nsfFeeCents',
  'principalCents',
  'interestCents',
  'accrualRemainder',
  'accruedThrough',
  'feesCents',
  'scheduledPaidCents',
  'chargedOffOn',
  'paidOffOn',
  'dayEndThrough',
]).as<{ status: LedgerStatus }>();

const LOAN_KEY = { loanId: 'LedgerLoan.id', organizationId: 'LedgerLoan.organizationId' } as const;

const findLoan = statement({
  name: 'ledger.loan.find',
  takes: LOAN_KEY,
  gives: LOAN,
  text: ({ p, scope }) => `
    select ${LOAN} from ledger_loan loan
    where loan.id = ${p.loanId} and loan.organization_id = ${p.organizationId} and ${scope('loan.organization_id')}`,
});

const findLoans = statement({
  name: 'ledger.loan.find_many',
  takes: { loanIds: 'LedgerLoan.id[]' },
  gives: LOAN,
  text: ({ p, scope }) => `
    select ${LOAN} from ledger_loan loan
    where loan.id = any(${p.loanIds}::text[]) and ${scope('loan.organization_id')}`,
});

const lockLoan = statement({
  name: 'ledger.loan.lock',
  takes: LOAN_KEY,
  gives: LOAN,
  text: ({ p, scope }) => `
    select ${LOAN} from ledger_loan loan
    where loan.id = ${p.loanId} and loan.organization_id = ${p.organizationId} and ${scope('loan.organization_id')}
    for update`,
});

const insertLoan = statement({
  name: 'ledger.loan.insert',
  takes: {
    id: 'LedgerLoan.id',
    organizationId: 'LedgerLoan.organizationId',
    originatedOn: 'LedgerLoan.originatedOn',
    firstDueOn: 'LedgerLoan.firstDueOn',
    originalPrincipalCents: 'LedgerLoan.originalPrincipalCents',
    annualRateBps: 'LedgerLoan.annualRateBps',
    termMonths: 'LedgerLoan.termMonths',
    scheduledPaymentCents: 'LedgerLoan.scheduledPaymentCents',
    nsfFeeCents: 'LedgerLoan.nsfFeeCents',
  },
  text: ({ p, scope }) => {
    const { into, values } = inserted('LedgerLoan', {
      id: p.id,
      organizationId: p.organizationId,
      status: sql(`'pending'`),
      originatedOn: p.originatedOn,
      firstDueOn: p.firstDueOn,
      originalPrincipalCents: p.originalPrincipalCents,
      annualRateBps: p.annualRateBps,
      termMonths: p.termMonths,
      scheduledPaymentCents: p.scheduledPaymentCents,
      nsfFeeCents: p.nsfFeeCents,
      principalCents: sql('0'),
      interestCents: sql('0'),
      accrualRemainder: sql('0'),
      accruedThrough: p.originatedOn,
      feesCents: sql('0'),
      scheduledPaidCents: sql('0'),
      chargedOffOn: LEFT_OUT,
      paidOffOn: LEFT_OUT,
      dayEndThrough: LEFT_OUT,
    });
    return `insert into ${into} select ${values} where ${scope(`${p.organizationId}::text`)}`;
  },
});

const ORGANIZATION = columns('Organization', 'organization', ['id']);

/** Whose days are closed, one organization at a time. */
const organizations = statement({
  name: 'ledger.organizations',
  unscoped: CLOSES_ALL,
  gives: ORGANIZATION,
  text: () => `select ${ORGANIZATION} from organization order by id`,
});

/** Open loans of one organization that have not closed every day yet, with their accounts: a batch, by id. */
const lockLoansBehind = statement({
  name: 'ledger.loan.lock_behind',
  unscoped: CLOSES_ALL,
  takes: {
    organizationId: 'LedgerLoan.organizationId',
    systemCode: 'Account.loanSystemCode',
    through: 'date',
    afterId: 'LedgerLoan.id',
    limit: 'int8',
  },
  gives: [LOAN, columnsAs('Account', 'account', { accountId: 'id' })],
  text: ({ p }) => `
    select ${LOAN}, account.id as "accountId"
    from ledger_loan loan
    join account on account.organization_id = loan.organization_id and account.loan_system_code = ${p.systemCode}
      and account.external_id = loan.id
    where loan.organization_id = ${p.organizationId} and loan.id > ${p.afterId} and loan.status in ('active', 'delinquent')
      and (loan.day_end_through is null or loan.day_end_through < ${p.through}::date)
    order by loan.id
    limit ${p.limit}
    for update of loan`,
});

const advanceDayEnd = statement({
  name: 'ledger.loan.advance_day_end',
  unscoped: CLOSES_ALL,
  takes: { organizationId: 'LedgerLoan.organizationId', loanIds: 'LedgerLoan.id[]', through: 'date' },
  text: ({ p }) => `
    update ledger_loan set day_end_through = ${p.through}::date
    where organization_id = ${p.organizationId} and id = any(${p.loanIds}::text[])
      and (day_end_through is null or day_end_through < ${p.through}::date)`,
});

export async function readLoan(on: Queries, reference: LoanReference): Promise<Loan> {
  return existing(await on.first(LEDGER_PRINCIPAL, findLoan, keyOf(reference)), reference);
}

/** Several at once, in the order of the references. */
export async function readLoans(on: Queries, references: readonly LoanReference[]): Promise<readonly Loan[]> {
  const found = await on.many(LEDGER_PRINCIPAL, findLoans, { loanIds: references.map(({ externalId }) => externalId) });
  const byKey = new Map(found.map((loan) => [`${loan.organizationId} ${loan.id}`, loan]));
  return references.map((reference) =>
    existing(byKey.get(`${reference.organizationId} ${reference.externalId}`), reference),
  );
}

/** Locks the loan until the transaction ends. */
export async function lockedLoan(tx: Transaction, reference: LoanReference): Promise<Loan> {
  return existing(await tx.first(LEDGER_PRINCIPAL, lockLoan, keyOf(reference)), reference);
}

export async function writeNewLoan(
  on: Queries,
  loan: LoanTerms & { readonly id: string; readonly organizationId: string },
): Promise<void> {
  await on.many(LEDGER_PRINCIPAL, insertLoan, loan);
}

export async function organizationIds(on: Queries): Promise<readonly string[]> {
  return (await on.many(LEDGER_PRINCIPAL, organizations, {})).map(({ id }) => id);
}

export interface DayEndBatch {
  readonly organizationId: string;
  readonly systemCode: string;
  readonly through: IsoDate;
  /** The last loan of the batch before; empty: from the first one. */
  readonly afterId: string;
  readonly limit: number;
}

export function lockedLoansBehind(
  tx: Transaction,
  { organizationId, systemCode, through, afterId, limit }: DayEndBatch,
): Promise<(Loan & { readonly accountId: string })[]> {
  return tx.many(LEDGER_PRINCIPAL, lockLoansBehind, { organizationId, systemCode, through, afterId, limit });
}

export async function markDaysClosed(
  tx: Transaction,
  { organizationId, through }: Pick<DayEndBatch, 'organizationId' | 'through'>,
  loanIds: readonly string[],
): Promise<void> {
  if (loanIds.length > 0) await tx.many(LEDGER_PRINCIPAL, advanceDayEnd, { organizationId, loanIds, through });
}

function keyOf(reference: LoanReference): ParametersOf<typeof LOAN_KEY> {
  return { loanId: reference.externalId, organizationId: reference.organizationId };
}

/** An account of the ledger always has its loan: a missing one is a bug, not an outcome. */
function existing(loan: Loan | undefined, reference: LoanReference): Loan {
  if (loan === undefined) throw new Error(`account ${reference.accountId} has no loan in the ledger`);
  return loan;
}
