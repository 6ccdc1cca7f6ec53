import { derived } from '../../../core/db/columns.js';
import { statement } from '../../../core/db/statement.js';

const DAYS = { organizationId: 'Organization.id', least: 'date', most: 'date' } as const;

const ENTRIES = { ...DAYS, entries: 'text[]' } as const;
/** Selects by day or by reference. */
const OF_ENTRIES = (p: { readonly [K in keyof typeof ENTRIES]: string }) => `
  (e.effective_on between ${p.least}::date and ${p.most}::date or e.reference_number = any(${p.entries}::text[]::bigint[]))`;
const FOUND = derived({ reference: 'text', accountId: 'text?', ours: 'text?', theirs: 'text?' });

/** Entries whose lines do not sum to zero. */
export const unbalancedEntries = statement({
  name: 'books.unbalanced_entries',
  takes: ENTRIES,
  gives: FOUND,
  text: ({ p, scope }) => `
    select e.reference_number::text as reference, null::text as "accountId",
           jsonb_build_object('entry', e.reference_number, 'type', e.type, 'sum_cents', sum(l.amount_cents))::text as ours,
           null::text as theirs
      from ledger_entry e
      join ledger_line l on l.organization_id = e.organization_id and l.reference_number = e.reference_number
     where e.organization_id = ${p.organizationId} and ${OF_ENTRIES(p)}
       and ${scope('e.organization_id')}
     group by e.reference_number, e.type having sum(l.amount_cents) <> 0`,
});

const CASH = ['payment', 'recovery', 'payment_reversal', 'nsf_return'].map((type) => `'${type}'`).join(', ');

/** Entries that moved cash, but whose transaction is missing or has another amount. */
export const entriesWithoutTransaction = statement({
  name: 'books.untold_entries',
  takes: ENTRIES,
  gives: FOUND,
  text: ({ p, scope }) => `
    select e.reference_number::text as reference, a.id as "accountId",
           jsonb_build_object('entry', e.reference_number, 'type', e.type, 'amount_cents', e.cash)::text as ours,
           case when t.id is null then null else jsonb_build_object('transaction', t.id, 'amount_cents', t.amount_cents)::text end as theirs
      from (
        select e.organization_id, e.reference_number, e.type, e.loan_id, sum(l.amount_cents)::bigint as cash from ledger_entry e
          join ledger_line l on l.organization_id = e.organization_id and l.reference_number = e.reference_number and l.ledger_account = 'cash'
         where e.organization_id = ${p.organizationId} and ${OF_ENTRIES(p)}
           and ${scope('e.organization_id')} and e.type in (${CASH})
         group by e.organization_id, e.reference_number, e.type, e.loan_id) e
      join loan_system s on s.kind = 'ledger'
      join account a on a.organization_id = e.organization_id and a.loan_system_code = s.code and a.external_id = e.loan_id
      left join transaction t on t.organization_id = a.organization_id and t.account_id = a.id
       and t.external_id = e.reference_number::text and t.status is distinct from 'deleted'
     where abs(t.amount_cents) is distinct from abs(e.cash)`,
});

const PAGE = { organizationId: 'LedgerLoan.organizationId', afterLoan: 'LedgerLoan.id', limit: 'int8' } as const;

/** The id of the last of the next `limit` loans; no row when none is left. */
export const lastLoanOfPage = statement({
  name: 'books.last_loan_of_page',
  takes: PAGE,
  gives: derived({ lastLoan: 'LedgerLoan.id' }),
  text: ({ p, scope }) => `
    select max(n.id) as "lastLoan" from (
      select l.id from ledger_loan l
       where l.organization_id = ${p.organizationId} and l.id > ${p.afterLoan} and ${scope('l.organization_id')}
       order by l.id limit ${p.limit}) n
    having count(*) > 0`,
});

/**
 * Loans whose balances do not match their journal or their account, whether they had recent activity or not: those
 * after `afterLoan`, up to `lastLoan`.
 */
export const mismatchedBalances = statement({
  name: 'books.uneven_balances',
  takes: { organizationId: 'LedgerLoan.organizationId', afterLoan: 'LedgerLoan.id', lastLoan: 'LedgerLoan.id' },
  gives: FOUND,
  text: ({ p, scope }) => `
    with journal as (
      select e.loan_id,
        coalesce(sum(l.amount_cents) filter (where l.ledger_account in ('principal_receivable', 'recoverable_principal')), 0)::bigint as principal,
        coalesce(sum(l.amount_cents) filter (where l.ledger_account in ('fee_receivable', 'recoverable_fees')), 0)::bigint as fees
        from ledger_entry e
        join ledger_line l on l.organization_id = e.organization_id and l.reference_number = e.reference_number
       where e.organization_id = ${p.organizationId} and e.loan_id > ${p.afterLoan} and e.loan_id <= ${p.lastLoan}
         and ${scope('e.organization_id')}
       group by e.loan_id
    )
    select n.id as reference, a.id as "accountId",
           jsonb_build_object('journal_principal_cents', coalesce(j.principal, 0), 'journal_fees_cents', coalesce(j.fees, 0))::text as ours,
           jsonb_build_object('loan_principal_cents', n.principal_cents, 'loan_fees_cents', n.fees_cents,
             'account_balance_cents', a.current_balance_cents)::text as theirs
      from ledger_loan n
      join loan_system s on s.kind = 'ledger'
      join account a on a.organization_id = n.organization_id and a.loan_system_code = s.code and a.external_id = n.id
      left join journal j on j.loan_id = n.id
     where n.organization_id = ${p.organizationId} and n.id > ${p.afterLoan} and n.id <= ${p.lastLoan} and ${scope('n.organization_id')}
       and (coalesce(j.principal, 0) <> n.principal_cents or coalesce(j.fees, 0) <> n.fees_cents
            or a.current_balance_cents <> n.principal_cents)`,
});

/**
 * The expected sums of the cash reports: for ledger loans from the journal, for other loan systems from their
 * transactions.
 */
export const cashExpected = statement({
  name: 'books.cash_expected',
  takes: DAYS,
  gives: derived({ received: 'int8', returned: 'int8', adjusted: 'int8' }),
  text: ({ p, scope }) => `
    with journal as (
      select e.type, sum(l.amount_cents) as cash from ledger_entry e
        join ledger_line l on l.organization_id = e.organization_id and l.reference_number = e.reference_number and l.ledger_account = 'cash'
       where e.organization_id = ${p.organizationId} and e.effective_on between ${p.least}::date and ${p.most}::date
         and ${scope('e.organization_id')} and e.type in (${CASH})
       group by e.type
    ), others as (
      select t.type, sum(t.amount_cents) as cash from transaction t
        join account a on a.organization_id = t.organization_id and a.id = t.account_id
        join loan_system s on s.code = a.loan_system_code
       where t.organization_id = ${p.organizationId} and t.sort_on between ${p.least}::date and ${p.most}::date
         and ${scope('t.organization_id')} and t.type in ('payment', 'nsf', 'reversal', 'refund')
         and t.status is distinct from 'deleted'
         and (s.kind <> 'ledger' or not exists (select from ledger_entry e
           where e.organization_id = t.organization_id and t.external_id ~ '^[0-9]{1,18}$' and e.reference_number = t.external_id::bigint))
       group by t.type
    )
    select (coalesce((select sum(cash) from journal where type in ('payment', 'recovery')), 0)
            + coalesce((select sum(cash) from others where type = 'payment'), 0))::bigint as received,
           (coalesce((select -sum(cash) from journal where type = 'nsf_return'), 0)
            + coalesce((select abs(sum(cash)) from others where type = 'nsf'), 0))::bigint as returned,
           (coalesce((select sum(cash) from journal where type = 'payment_reversal'), 0)
            + coalesce((select sum(cash) from others where type in ('reversal', 'refund')), 0))::bigint as adjusted`,
});
