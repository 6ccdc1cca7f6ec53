import { derived, type RowOf } from '../../../core/db/columns.js';
import { type ListDefinition, mergedAcrossOrganizations } from '../../../core/db/paged-lists.js';
import { type ParametersOf, statement } from '../../../core/db/statement.js';
import { bucketOf } from '../report/balance-report.js';

const ROLLED = derived({
  accountId: 'Account.id',
  organizationId: 'Account.organizationId',
  balanceCents: 'int8',
  balanceAtEndCents: 'int8',
  daysPastDue: 'int4',
});
export type RolledAccountRow = RowOf<typeof ROLLED>;

const FILTERS = {
  previousEnd: 'date',
  monthEnd: 'date',
  fromState: 'text',
  toState: 'text',
  loanSystemCode: 'text?',
  ofProduct: 'text?',
} as const;
type Filters = ParametersOf<typeof FILTERS>;

/**
 * The accounts in a roll rate: each with its snapshots at both month ends, as the positions of these days read them.
 */
export const ROLLED_ACCOUNTS: ListDefinition<Filters, { readonly afterId: string }, RolledAccountRow> = {
  name: 'rolled_accounts',
  statement: statement({
    name: 'series.rolled',
    takes: { ...FILTERS, afterId: 'Account.id', limit: 'int8' },
    gives: ROLLED,
    text: ({ p, scope, only }) =>
      mergedAcrossOrganizations({
        rows: `select a.id as "accountId", a.organization_id as "organizationId",
            coalesce(was.balance_cents, stood.balance_cents) as "balanceCents", stood.balance_cents as "balanceAtEndCents",
            ${daysPastDue('stood', p.monthEnd)} as "daysPastDue"
          from account a
          cross join lateral (${snapshot(p.monthEnd)}) stood
          left join lateral (${snapshot(p.previousEnd)}) was on true
          where a.organization_id = organization.id and a.id > ${p.afterId}
            and ${stateOf('stood', p.monthEnd)} = ${p.toState} and coalesce(${stateOf('was', p.previousEnd)}, 'new') = ${p.fromState}
            and (${p.loanSystemCode}::text is null or a.loan_system_code = ${p.loanSystemCode})
            and (${p.ofProduct}::text is null or ${p.ofProduct} = coalesce((select l.product_id from ledger_loan l
              where a.loan_system_code = 'ledger' and l.organization_id = a.organization_id and l.id = a.external_id), ''))`,
        order: 'a.id',
        mergedOrder: '"accountId"',
        limit: p.limit,
        scope,
        only,
      }),
  }),
  start: { afterId: '' },
  positionOf: ({ accountId }) => ({ afterId: accountId }),
};

/** The last snapshot on or before a day: each is valid until the next. */
function snapshot(day: string): string {
  return `select last.* from past_due_snapshot last
    where last.organization_id = a.organization_id and last.account_id = a.id and last.as_of <= ${day}::date
    order by last.as_of desc limit 1`;
}

/** An aging bucket, or the status of an account that is not open; null before the account existed. */
function stateOf(snapshot: string, day: string): string {
  return `case when ${snapshot}.status_code not in ('active', 'delinquent') then ${snapshot}.status_code::text
    when a.charged_off_on <= ${day}::date then 'charged_off' when a.paid_off_on <= ${day}::date then 'paid_in_full'
    when ${snapshot}.status_code is not null then ${bucketOf(daysPastDue(snapshot, day))} end`;
}

function daysPastDue(snapshot: string, day: string): string {
  return `greatest(0, coalesce(${day}::date - ${snapshot}.oldest_unpaid_on, 0))`;
}
