import { systemPrincipal } from '../../../../core/auth/principal.js';
import type { IsoDate } from '../../../../core/dates.js';
import { columns, columnsAs, derived, type RowOf } from '../../../../core/db/columns.js';
import type { Queries, Transaction } from '../../../../core/db/database.js';
import { type ParametersOf, statement } from '../../../../core/db/statement.js';
import { inserted, LEFT_OUT, sql } from '../../../../core/db/written.js';
import { LEDGER_KIND } from '../../here.js';
import type { LoanReference } from '../../port.js';
import type { LedgerStatus, Loan, NewLoan } from '../loan.js';
import { BUILT_IN_TERMS, type ProductTerms } from '../rules/product-terms.js';

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
])
  .as<{ status: LedgerStatus }>()
  .and(
    // To Postgres the list may be null, as any that Prisma declares.
    derived({ lateFeeInstallments: 'int4[]' }),
    `coalesce(loan.late_fee_installments, '{}') as "lateFeeInstallments"`,
  );

/** Terms of the product version that is joined as `product`; a loan without one has none of its columns. */
export const PRODUCT_TERMS = columns('LedgerProductVersion', 'product', [
  'dayCount',
  'applicationOrder',
  'lateFeeCents',
  'lateFeeGraceDays',
  'chargeOffAtDays',
  'toleranceCents',
  'payoffRule',
  'accrueTo',
])
  .as<Pick<ProductTerms, 'dayCount' | 'applicationOrder' | 'payoffRule' | 'accrueTo'>>()
  .orNull();

const STORED = [LOAN, PRODUCT_TERMS] as const;
type StoredLoan = RowOf<typeof LOAN> & RowOf<typeof PRODUCT_TERMS>;

/** A loan without a product has none of its columns. */
const OF_PRODUCT = `left join ledger_product_version product on product.organization_id = loan.organization_id
      and product.product_id = loan.product_id and product.version = loan.product_version`;

const LOAN_KEY = { loanId: 'LedgerLoan.id', organizationId: 'LedgerLoan.organizationId' } as const;

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
  text: ({ p, scope }) => `
    select ${LOAN}, ${PRODUCT_TERMS} from ledger_loan loan ${OF_PRODUCT}
    where loan.id = any(${p.loanIds}::text[]) and ${scope('loan.organization_id')}`,
});

const lockLoan = statement({
  name: 'ledger.loan.lock',
  takes: LOAN_KEY,
  gives: STORED,
  text: ({ p, scope }) => `
    select ${LOAN}, ${PRODUCT_TERMS} from ledger_loan loan ${OF_PRODUCT}
    where loan.id = ${p.loanId} and loan.organization_id = ${p.organizationId} and ${scope('loan.organization_id')}
    for update of loan`,
});

const BOOKED = columns('LedgerLoan', 'ledger_loan', ['id']);

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
    loanNumber: 'LedgerLoan.loanNumber',
    productId: 'LedgerLoan.productId',
    productVersion: 'LedgerLoan.productVersion',
  },
  gives: BOOKED,
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
      loanNumber: p.loanNumber,
      productId: p.productId,
      productVersion: p.productVersion,
      lateFeeInstallments: LEFT_OUT,
    });
    return `insert into ${into} select ${values} where ${scope(`${p.organizationId}::text`)}
      on conflict (organization_id, loan_number) do nothing returning ${BOOKED}`;
  },
});

/** Open loans of one organization, in whichever ledger of it, removed ones too, that have not closed every day yet, with their accounts: a batch, by id. */
const lockLoansBehind = statement({
  name: 'ledger.loan.lock_behind',
  unscoped: CLOSES_ALL,
  takes: {
    organizationId: 'LedgerLoan.organizationId',
    kind: 'LoanSystem.kind',
    through: 'date',
    afterId: 'LedgerLoan.id',
    limit: 'int8',
    loanId: 'text?',
  },
  gives: [...STORED, columnsAs('Account', 'account', { accountId: 'id' })],
  text: ({ p }) => `
    select ${LOAN}, ${PRODUCT_TERMS}, account.id as "accountId"
    from ledger_loan loan ${OF_PRODUCT}
    join account on account.organization_id = loan.organization_id and account.external_id = loan.id
      and account.loan_system_code = any(array(select s.code from loan_system s where s.kind = ${p.kind}))
    where loan.organization_id = ${p.organizationId} and loan.id > ${p.afterId} and loan.status in ('active', 'delinquent')
      and (${p.loanId}::text is null or loan.id = ${p.loanId})
      and (loan.day_end_through is null or loan.day_end_through < ${p.through}::date)
    order by loan.id
    limit ${p.limit}
    for update of loan`,
});

/** The same without a lock or what they are: for whoever takes them one by one. */
const findLoansBehind = statement({
  name: 'ledger.loan.find_behind',
  unscoped: CLOSES_ALL,
  takes: {
    organizationId: 'LedgerLoan.organizationId',
    kind: 'LoanSystem.kind',
    through: 'date',
    afterId: 'LedgerLoan.id',
    limit: 'int8',
  },
  gives: columns('LedgerLoan', 'loan', ['id']),
  text: ({ p }) => `
    select loan.id
    from ledger_loan loan
    join account on account.organization_id = loan.organization_id and account.external_id = loan.id
      and account.loan_system_code = any(array(select s.code from loan_system s where s.kind = ${p.kind}))
    where loan.organization_id = ${p.organizationId} and loan.id > ${p.afterId} and loan.status in ('active', 'delinquent')
      and (loan.day_end_through is null or loan.day_end_through < ${p.through}::date)
    order by loan.id
    limit ${p.limit}`,
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
  return loanOf(existing(await on.first(LEDGER_PRINCIPAL, findLoan, keyOf(reference)), reference));
}

/** Several at once, in the order of the references. */
export async function readLoans(on: Queries, references: readonly LoanReference[]): Promise<readonly Loan[]> {
  const found = await on.many(LEDGER_PRINCIPAL, findLoans, { loanIds: references.map(({ externalId }) => externalId) });
  const byKey = new Map(found.map((loan) => [`${loan.organizationId} ${loan.id}`, loan]));
  return references.map((reference) =>
    loanOf(existing(byKey.get(`${reference.organizationId} ${reference.externalId}`), reference)),
  );
}

/** Locks the loan until the transaction ends. */
export async function lockedLoan(tx: Transaction, reference: LoanReference): Promise<Loan> {
  return loanOf(existing(await tx.first(LEDGER_PRINCIPAL, lockLoan, keyOf(reference)), reference));
}

/** Of two that book one loan number at once, the second waits for the first, and finds it in use. */
export async function writeNewLoan(
  on: Queries,
  { loanNumber, bookedUnder, ...loan }: NewLoan,
): Promise<'booked' | 'loan_number_in_use'> {
  const booked = await on.first(LEDGER_PRINCIPAL, insertLoan, {
    ...loan,
    loanNumber: loanNumber ?? null,
    productId: bookedUnder?.id ?? null,
    productVersion: bookedUnder?.version ?? null,
  });
  return booked === undefined ? 'loan_number_in_use' : 'booked';
}

export interface DayEndBatch {
  readonly organizationId: string;
  readonly through: IsoDate;
  /** The last loan of the batch before; empty: from the first one. */
  readonly afterId: string;
  readonly limit: number;
  /** Of the batch this loan alone. */
  readonly loanId?: string;
}

/** An open loan that has not closed every day yet. */
export interface LoanBehind {
  readonly accountId: string;
  readonly loan: Loan;
}

export async function lockedLoansBehind(
  tx: Transaction,
  { organizationId, through, afterId, limit, loanId }: DayEndBatch,
): Promise<readonly LoanBehind[]> {
  const due = { organizationId, kind: LEDGER_KIND, through, afterId, limit, loanId: loanId ?? null };
  const found = await tx.many(LEDGER_PRINCIPAL, lockLoansBehind, due);
  return found.map(({ accountId, ...row }) => ({ accountId, loan: loanOf(row) }));
}

/** The ids of a batch. */
export async function readLoansBehind(
  on: Queries,
  { organizationId, through, afterId, limit }: DayEndBatch,
): Promise<readonly string[]> {
  const due = { organizationId, kind: LEDGER_KIND, through, afterId, limit };
  return (await on.many(LEDGER_PRINCIPAL, findLoansBehind, due)).map(({ id }) => id);
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
function existing(loan: StoredLoan | undefined, reference: LoanReference): StoredLoan {
  if (loan === undefined) throw new Error(`account ${reference.accountId} has no loan in the ledger`);
  return loan;
}

function loanOf(row: StoredLoan): Loan {
  return withTerms(row);
}

/** All columns of the product are there, or none is; only the day at which it charges off may be missing by itself. */
export function withTerms<R extends RowOf<typeof PRODUCT_TERMS>>(
  row: R,
): Omit<R, keyof ProductTerms> & { readonly product: ProductTerms } {
  const {
    dayCount,
    applicationOrder,
    lateFeeCents,
    lateFeeGraceDays,
    chargeOffAtDays,
    toleranceCents,
    payoffRule,
    accrueTo,
    ...loan
  } = row;
  if (
    dayCount === null ||
    applicationOrder === null ||
    lateFeeCents === null ||
    lateFeeGraceDays === null ||
    toleranceCents === null ||
    payoffRule === null ||
    accrueTo === null
  ) {
    return { ...loan, product: BUILT_IN_TERMS };
  }
  const fees = { lateFeeCents, lateFeeGraceDays, toleranceCents };
  return { ...loan, product: { dayCount, applicationOrder, ...fees, chargeOffAtDays, payoffRule, accrueTo } };
}
