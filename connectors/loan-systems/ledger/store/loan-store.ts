import { systemPrincipal } from '../../../../core/auth/principal.js';
import type { IsoDate } from '../../../../core/dates.js';
import type { Queries, Transaction } from '../../../../core/db/database.js';
import { statement } from '../../../../core/db/statement.js';
import type { LoanReference } from '../../port.js';
import type { Loan, LoanTerms } from '../loan.js';

/** Whoever asks has been checked by the services; the ledger narrows every statement to the loan's organization. */
export const LEDGER_PRINCIPAL = systemPrincipal('ledger');

const LOAN_COLUMNS = `loan.id, loan.organization_id as "organizationId", loan.status, loan.originated_on as "originatedOn",
  loan.first_due_on as "firstDueOn", loan.original_principal_cents as "originalPrincipalCents",
  loan.annual_rate_bps as "annualRateBps", loan.term_months as "termMonths",
  loan.scheduled_payment_cents as "scheduledPaymentCents", loan.nsf_fee_cents as "nsfFeeCents",
  loan.principal_cents as "principalCents", loan.interest_cents as "interestCents",
  loan.accrual_remainder as "accrualRemainder", loan.accrued_through as "accruedThrough", loan.fees_cents as "feesCents",
  loan.scheduled_paid_cents as "scheduledPaidCents", loan.charged_off_on as "chargedOffOn",
  loan.paid_off_on as "paidOffOn", loan.day_end_through as "dayEndThrough"`;

type LoanKey = { readonly loanId: string; readonly organizationId: string };

const findLoan = statement<LoanKey, Loan>({
  name: 'ledger.loan.find',
  text: ({ p, scope }) => `
    select ${LOAN_COLUMNS} from ledger_loan loan
    where loan.id = ${p.loanId} and loan.organization_id = ${p.organizationId} and ${scope('loan.organization_id')}`,
});

const findLoans = statement<{ readonly loanIds: readonly string[] }, Loan>({
  name: 'ledger.loan.find_many',
  text: ({ p, scope }) => `
    select ${LOAN_COLUMNS} from ledger_loan loan
    where loan.id = any(${p.loanIds}::text[]) and ${scope('loan.organization_id')}`,
});

const lockLoan = statement<LoanKey, Loan>({
  name: 'ledger.loan.lock',
  text: ({ p, scope }) => `
    select ${LOAN_COLUMNS} from ledger_loan loan
    where loan.id = ${p.loanId} and loan.organization_id = ${p.organizationId} and ${scope('loan.organization_id')}
    for update`,
});

const insertLoan = statement<{ readonly loan: string }, { readonly id: string }>({
  name: 'ledger.loan.insert',
  text: ({ p, scope }) => `
    insert into ledger_loan (id, organization_id, status, originated_on, first_due_on, original_principal_cents,
      annual_rate_bps, term_months, scheduled_payment_cents, nsf_fee_cents, principal_cents, interest_cents,
      accrual_remainder, accrued_through, fees_cents, scheduled_paid_cents)
    select loan.id, loan."organizationId", 'pending', loan."originatedOn", loan."firstDueOn",
      loan."originalPrincipalCents", loan."annualRateBps", loan."termMonths", loan."scheduledPaymentCents",
      loan."nsfFeeCents", 0, 0, 0, loan."originatedOn", 0, 0
    from jsonb_to_record(${p.loan}::jsonb) as loan (id text, "organizationId" text, "originatedOn" date,
      "firstDueOn" date, "originalPrincipalCents" bigint, "annualRateBps" int, "termMonths" int,
      "scheduledPaymentCents" bigint, "nsfFeeCents" bigint)
    where ${scope('loan."organizationId"')}
    returning id`,
});

/** Open loans that have not closed every day yet, with their accounts: a batch, by id. */
const lockLoansBehind = statement<
  { readonly systemCode: string; readonly through: IsoDate; readonly afterId: string; readonly limit: number },
  Loan & { readonly accountId: string }
>({
  name: 'ledger.loan.lock_behind',
  unscoped: 'day-end closes the day of every loan in the ledger',
  text: ({ p }) => `
    select ${LOAN_COLUMNS}, account.id as "accountId"
    from ledger_loan loan
    join account on account.loan_system_code = ${p.systemCode} and account.external_id = loan.id
    where loan.id > ${p.afterId} and loan.status in ('active', 'delinquent')
      and (loan.day_end_through is null or loan.day_end_through < ${p.through}::date)
    order by loan.id
    limit ${p.limit}
    for update of loan`,
});

const advanceDayEnd = statement<{ readonly loanIds: readonly string[]; readonly through: IsoDate }, never>({
  name: 'ledger.loan.advance_day_end',
  unscoped: 'day-end closes the day of every loan in the ledger',
  text: ({ p }) => `
    update ledger_loan set day_end_through = ${p.through}::date
    where id = any(${p.loanIds}::text[]) and (day_end_through is null or day_end_through < ${p.through}::date)`,
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
  await on.first(LEDGER_PRINCIPAL, insertLoan, { loan: JSON.stringify(loan) });
}

export function lockedLoansBehind(
  tx: Transaction,
  batch: { readonly systemCode: string; readonly through: IsoDate; readonly afterId: string; readonly limit: number },
): Promise<(Loan & { readonly accountId: string })[]> {
  return tx.many(LEDGER_PRINCIPAL, lockLoansBehind, batch);
}

export async function markDaysClosed(tx: Transaction, loanIds: readonly string[], through: IsoDate): Promise<void> {
  if (loanIds.length > 0) await tx.many(LEDGER_PRINCIPAL, advanceDayEnd, { loanIds, through });
}

function keyOf(reference: LoanReference): LoanKey {
  return { loanId: reference.externalId, organizationId: reference.organizationId };
}

/** An account of the ledger always has its loan: a missing one is a bug, not an outcome. */
function existing(loan: Loan | undefined, reference: LoanReference): Loan {
  if (loan === undefined) throw new Error(`account ${reference.accountId} has no loan in the ledger`);
  return loan;
}
