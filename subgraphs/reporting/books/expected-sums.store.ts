import { derived } from '../../../core/db/columns.js';
import { statement } from '../../../core/db/statement.js';
import { finalPayment } from '../../../loan-model/projection/final-payment-sql.js';
import { accountsOnDay, balanceDay, isOpen } from '../report/balance-report.js';
import { isSale } from '../reports/new-sales.report.js';
import type { ReportCode } from '../reports/reports.js';

/*
 * The expected sums of the reports other than cash. For ledger loans they come from the journal. For loans without
 * journal entries (other systems' loans, and the history of boarded loans before boarding) they come from the synced
 * or boarded rows.
 */

const DAYS = { organizationId: 'Organization.id', least: 'date', most: 'date' } as const;
type Places = { readonly [K in keyof typeof DAYS]: string };
const CENTS = derived({ cents: 'int8' });

/** Entries of a type on the days, by loan: the amounts of one ledger account, without reversed entries. */
const moved = (p: Places, scope: (column: string) => string, type: string, account: string) => `
  select e.loan_id, e.effective_on, sum(l.amount_cents)::bigint as cents from ledger_entry e
    join ledger_line l on l.organization_id = ${p.organizationId} and l.reference_number = e.reference_number and l.ledger_account = '${account}'
    left join ledger_entry back on back.organization_id = ${p.organizationId} and back.reverses_reference = e.reference_number
   where e.organization_id = ${p.organizationId} and ${scope('e.organization_id')}
     and e.effective_on between ${p.least}::date and ${p.most}::date and e.type = '${type}' and back.reference_number is null
   group by e.loan_id, e.effective_on`;

/** An account's loan in the ledger as `loan`; null for other loan systems. */
const IN_LEDGER = (p: Places) => `
  join loan_system s on s.code = a.loan_system_code
  left join ledger_loan loan on s.kind = 'ledger' and loan.organization_id = ${p.organizationId} and loan.id = a.external_id`;

/** `nsr`: amounts disbursed. */
const salesExpected = statement({
  name: 'books.sales_expected',
  takes: DAYS,
  gives: CENTS,
  text: ({ p, scope }) => `
    with funded as (${moved(p, scope, 'disbursement', 'principal_receivable')})
    select (coalesce((select sum(f.cents) from funded f), 0) + coalesce(sum(a.original_principal_cents), 0))::bigint as cents
      from account a ${IN_LEDGER(p)} left join funded f on f.loan_id = loan.id
     where a.organization_id = ${p.organizationId} and ${scope('a.organization_id')}
       and a.originated_on between ${p.least}::date and ${p.most}::date and ${isSale(p.organizationId)} and f.loan_id is null`,
});

/** `wor`: amounts charged off, as of that day. */
const writeOffsExpected = statement({
  name: 'books.write_offs_expected',
  takes: DAYS,
  gives: CENTS,
  text: ({ p, scope }) => `
    with lost as (${moved(p, scope, 'charge_off', 'charge_off_expense')})
    select (coalesce((select sum(f.cents) from lost f), 0) + coalesce(sum(c.amount_cents), 0))::bigint as cents
      from account a ${IN_LEDGER(p)} left join lost f on f.loan_id = loan.id and f.effective_on = a.charged_off_on
      cross join lateral (
        select t.amount_cents from transaction t
         where t.organization_id = ${p.organizationId} and t.account_id = a.id and t.type = 'charge_off' and t.sort_on = a.charged_off_on
           and t.because_of_transaction_id is null and coalesce(t.status, '') not in ('reversed', 'deleted')
         order by t.id desc limit 1) c
     where a.organization_id = ${p.organizationId} and ${scope('a.organization_id')}
       and a.charged_off_on between ${p.least}::date and ${p.most}::date and f.loan_id is null`,
});

/**
 * `pif`: the payments that paid loans off. A payoff that was already reported stays in, even if it was reversed
 * later.
 */
const payoffsExpected = statement({
  name: 'books.payoffs_expected',
  takes: DAYS,
  gives: CENTS,
  text: ({ p, scope }) => `
    select (coalesce(sum(coalesce(last.cents, final.amount_cents)), 0) + coalesce((
        select sum(payoff.final_payment_cents) from payoff_told payoff
         where payoff.organization_id = ${p.organizationId} and ${scope('payoff.organization_id')} and payoff.paid_off_on between ${p.least}::date and ${p.most}::date), 0))::bigint as cents
      from account a ${IN_LEDGER(p)}
      left join lateral (
        select sum(l.amount_cents)::bigint as cents from ledger_entry e
          join ledger_line l on l.organization_id = ${p.organizationId} and l.reference_number = e.reference_number and l.ledger_account = 'cash'
          left join ledger_entry back on back.organization_id = ${p.organizationId} and back.reverses_reference = e.reference_number
         where e.organization_id = ${p.organizationId} and e.loan_id = loan.id and e.type in ('payment', 'recovery')
           and e.effective_on <= loan.paid_off_on and back.reference_number is null
         group by e.reference_number, e.effective_on order by e.effective_on desc, e.reference_number desc limit 1) last on true
      ${finalPayment(p.organizationId)}
     where a.organization_id = ${p.organizationId} and ${scope('a.organization_id')}
       and case when loan.id is null then a.paid_off_on else loan.paid_off_on end between ${p.least}::date and ${p.most}::date`,
});

const NON_CASH = "('waiver', 'adjustment', 'charge_off', 'charge_off_reversal', 'loss_change')";

/** `ncar`: changes of the amounts owed other than by cash; a reallocation sums to zero. */
const nonCashExpected = statement({
  name: 'books.non_cash_expected',
  takes: DAYS,
  gives: CENTS,
  text: ({ p, scope }) => `
    with journal as (
      select coalesce(-sum(l.amount_cents), 0) as cents from ledger_entry e
        join ledger_line l on l.organization_id = ${p.organizationId} and l.reference_number = e.reference_number
         and (l.ledger_account in ('adjustment', 'charge_off_expense', 'boarding_clearing')
           or e.type = 'waiver' and l.ledger_account in ('fee_income', 'interest_income') and l.amount_cents > 0)
       where e.organization_id = ${p.organizationId} and ${scope('e.organization_id')}
         and e.effective_on between ${p.least}::date and ${p.most}::date and e.type in ${NON_CASH}
    ), others as (
      select coalesce(sum(case when t.type = 'charge_off' then -1 else 1 end * case
          when coalesce(t.principal_cents, 0) = 0 and coalesce(t.interest_cents, 0) = 0 and coalesce(t.fees_cents, 0) = 0 then t.amount_cents
          else coalesce(t.principal_cents, 0) + coalesce(t.interest_cents, 0) + coalesce(t.fees_cents, 0) end), 0) as cents
        from transaction t
        join account a on a.organization_id = ${p.organizationId} and a.id = t.account_id
        join loan_system s on s.code = a.loan_system_code
        left join ledger_entry e on s.kind = 'ledger' and e.organization_id = ${p.organizationId}
         and e.reference_number = case when t.external_id ~ '^[0-9]{1,18}$' then t.external_id::bigint end
       where t.organization_id = ${p.organizationId} and ${scope('t.organization_id')}
         and t.sort_on between ${p.least}::date and ${p.most}::date and t.type in ('adjustment', 'charge_off', 'reallocation', 'waiver') and t.status is distinct from 'deleted'
         and e.reference_number is null
    )
    select (journal.cents + others.cents)::bigint as cents from journal cross join others`,
});

/** Accounts as of the end of the last day. */
const onDay = (most: string) => balanceDay({ asOf: most, bookedBy: most });

const DAY = { organizationId: DAYS.organizationId, most: DAYS.most } as const;

/**
 * `abr`: the ledger's principal at the end of the last day from its journal, and other systems' balances as reported
 * by then.
 */
const balancesExpected = statement({
  name: 'books.balances_expected',
  takes: DAY,
  gives: CENTS,
  text: ({ p, scope }) => `
    with later as (
      select coalesce(sum(l.amount_cents), 0) as cents from ledger_entry e
        join ledger_line l on l.organization_id = ${p.organizationId} and l.reference_number = e.reference_number
         and l.ledger_account = 'principal_receivable'
       where e.organization_id = ${p.organizationId} and ${scope('e.organization_id')} and e.effective_on > ${p.most}::date
    ), now as (
      select coalesce(sum(n.principal_cents), 0) as cents from ledger_loan n
       where n.organization_id = ${p.organizationId} and ${scope('n.organization_id')} and n.charged_off_on is null
    ), others as (
      select coalesce(sum(s.balance_cents), 0) as cents from ${accountsOnDay(onDay(p.most))}
        join loan_system system on system.code = a.loan_system_code and system.kind <> 'ledger'
       where a.organization_id = ${p.organizationId} and ${scope('a.organization_id')} and ${isOpen(onDay(p.most))}
    )
    select (now.cents - later.cents + others.cents)::bigint as cents from now cross join later cross join others`,
});

/** `dr`: past-due amounts from the latest booked position of each account. */
const pastDueExpected = statement({
  name: 'books.past_due_expected',
  takes: DAY,
  gives: CENTS,
  text: ({ p, scope }) => `
    with positions as (
      select distinct on (s.account_id) s.account_id, s.status_code, s.oldest_unpaid_on, s.past_due_cents from past_due_snapshot s
       where s.organization_id = ${p.organizationId} and ${scope('s.organization_id')} and s.as_of <= ${p.most}::date
       order by s.account_id, s.as_of desc
    )
    select coalesce(sum(s.past_due_cents), 0)::bigint as cents from positions s
      join account a on a.organization_id = ${p.organizationId} and a.id = s.account_id
     where s.oldest_unpaid_on < ${p.most}::date and ${isOpen(onDay(p.most))}`,
});

interface ExpectedSum {
  /** The report's column. */
  readonly summed: string;
  /** The amount: one of the sums of cash, or a statement's. */
  readonly of: 'received' | 'returned' | 'adjusted' | typeof salesExpected | typeof balancesExpected;
}

/** How each report ties out with the books: a new report does not compile without it. */
export const EXPECTED: Readonly<Record<ReportCode, ExpectedSum>> = {
  crr: { summed: 'amount_cents', of: 'received' },
  mpr: { summed: 'amount_cents', of: 'received' },
  nsfr: { summed: 'amount_cents', of: 'returned' },
  car: { summed: 'amount_cents', of: 'adjusted' },
  ncar: { summed: 'amount_cents', of: nonCashExpected },
  nsr: { summed: 'amount_financed_cents', of: salesExpected },
  wor: { summed: 'charge_off_amount_cents', of: writeOffsExpected },
  pif: { summed: 'final_payment_cents', of: payoffsExpected },
  abr: { summed: 'balance_cents', of: balancesExpected },
  dr: { summed: 'past_due_cents', of: pastDueExpected },
};
