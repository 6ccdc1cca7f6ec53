import { columns, columnsAs } from '../../core/db/columns.js';
import type { Queries, Transaction } from '../../core/db/database.js';
import { statement } from '../../core/db/statement.js';
import type { IsoDate } from '../../core/time/dates.js';
import { LEDGER_KIND } from '../../loan-model/ledger-kind.js';
import type { RecordedNextDue } from '../operations/close-days.js';
import {
  type CountedLoan,
  LEDGER_PRINCIPAL,
  LOAN,
  OF_PRODUCT,
  PRODUCT_TERMS,
  STORED,
  withTerms,
} from './stored-loan.js';

/** Open loans of any ledger that have not closed every day yet, with their accounts. */
export function loansWithOpenDays(p: Readonly<Record<'organizationId' | 'kind' | 'through', string>>) {
  return {
    accounts: `join account on account.organization_id = loan.organization_id and account.external_id = loan.id
      and account.loan_system_code = any(array(select s.code from loan_system s where s.kind = ${p.kind}))`,
    where: `loan.organization_id = ${p.organizationId} and loan.status in ('active', 'delinquent')
      and (loan.day_end_through is null or loan.day_end_through < ${p.through}::date)`,
  };
}

/**
 * Open loans of one organization, in any of its ledgers, including removed ones, that have not closed every day yet,
 * with their accounts: one batch, by id.
 */
const lockLoansBehind = statement({
  name: 'ledger.loan.lock_behind',
  unscoped: 'names_its_organization',
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
    from ledger_loan loan ${OF_PRODUCT} ${loansWithOpenDays(p).accounts}
    where ${loansWithOpenDays(p).where} and loan.id > ${p.afterId} and (${p.loanId}::text is null or loan.id = ${p.loanId})
    order by loan.id
    limit ${p.limit}
    for update of loan`,
});

/** The same ids without locks or loan data, for a caller that processes the loans one by one. */
const findLoansBehind = statement({
  name: 'ledger.loan.find_behind',
  unscoped: 'names_its_organization',
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
    from ledger_loan loan ${loansWithOpenDays(p).accounts}
    where ${loansWithOpenDays(p).where} and loan.id > ${p.afterId}
    order by loan.id
    limit ${p.limit}`,
});

/** The next due amount recorded last for accounts; none where nothing was recorded. */
const findRecordedNextDue = statement({
  name: 'ledger.loan.find_recorded_next_due',
  unscoped: 'names_its_organization',
  takes: { organizationId: 'PastDueSnapshot.organizationId', accountIds: 'PastDueSnapshot.accountId[]' },
  gives: columns('PastDueSnapshot', 'last', ['accountId', 'nextDueOn', 'nextDueCents']),
  text: ({ p }) => `
    select last.account_id as "accountId", last.next_due_on as "nextDueOn", last.next_due_cents as "nextDueCents"
    from unnest(${p.accountIds}::text[]) as asked (account_id)
    cross join lateral (
      select s.account_id, s.next_due_on, s.next_due_cents from past_due_snapshot s
      where s.organization_id = ${p.organizationId} and s.account_id = asked.account_id
      order by s.as_of desc limit 1) last`,
});

const advanceDayEnd = statement({
  name: 'ledger.loan.advance_day_end',
  unscoped: 'names_its_organization',
  takes: { organizationId: 'LedgerLoan.organizationId', loanIds: 'LedgerLoan.id[]', through: 'date' },
  text: ({ p }) => `
    update ledger_loan set day_end_through = ${p.through}::date
    where organization_id = ${p.organizationId} and id = any(${p.loanIds}::text[])
      and (day_end_through is null or day_end_through < ${p.through}::date)`,
});

export interface DayEndBatch {
  readonly organizationId: string;
  readonly through: IsoDate;
  /** The last loan of the previous batch; empty: start from the first. */
  readonly afterId: string;
  readonly limit: number;
  /** Only this loan of the batch. */
  readonly loanId?: string;
}

/** An open loan that has not closed every day yet. */
export interface LoanBehind {
  readonly accountId: string;
  readonly loan: CountedLoan;
}

export async function lockedLoansBehind(
  tx: Transaction,
  { organizationId, through, afterId, limit, loanId }: DayEndBatch,
): Promise<readonly LoanBehind[]> {
  const due = { organizationId, kind: LEDGER_KIND, through, afterId, limit, loanId: loanId ?? null };
  const found = await tx.many(LEDGER_PRINCIPAL, lockLoansBehind, due);
  return found.map(({ accountId, ...row }) => ({ accountId, loan: withTerms(row) }));
}

/** The ids of a batch. */
export async function readLoansBehind(
  on: Queries,
  { organizationId, through, afterId, limit }: DayEndBatch,
): Promise<readonly string[]> {
  const due = { organizationId, kind: LEDGER_KIND, through, afterId, limit };
  return (await on.many(LEDGER_PRINCIPAL, findLoansBehind, due)).map(({ id }) => id);
}

/** By account: the next due amount recorded last. */
export async function readRecordedNextDue(
  tx: Transaction,
  organizationId: string,
  accountIds: readonly string[],
): Promise<ReadonlyMap<string, RecordedNextDue>> {
  if (accountIds.length === 0) return new Map();
  const found = await tx.many(LEDGER_PRINCIPAL, findRecordedNextDue, { organizationId, accountIds });
  return new Map(found.map(({ accountId, ...recorded }) => [accountId, recorded]));
}

export async function markDaysClosed(
  tx: Transaction,
  { organizationId, through }: Pick<DayEndBatch, 'organizationId' | 'through'>,
  loanIds: readonly string[],
): Promise<void> {
  if (loanIds.length > 0) await tx.many(LEDGER_PRINCIPAL, advanceDayEnd, { organizationId, loanIds, through });
}
