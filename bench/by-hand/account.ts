import type pg from 'pg';
import type { AccountStatusCode } from '../../core/contract/account-enumerations.js';
import { systemClock } from '../../core/time/clock.js';
import type { IsoDate } from '../../core/time/dates.js';
import { servicingDate } from '../../core/time/servicing-day.js';
import type { Loan } from '../../ledger/loan.js';
import { closeDays } from '../../ledger/operations/close-days.js';
import { previousBusinessDay } from '../../ledger/rules/business-day.js';
import { isPayable, payoffCents } from '../../ledger/rules/payoff.js';
import { postingDays } from '../../ledger/rules/posting-days.js';
import { withTerms } from '../../ledger/store/stored-loan.js';
import { daysPastDue } from '../../subgraphs/servicing/accounts/account/days-past-due.js';
import { notPayableReason } from '../../subgraphs/servicing/accounts/account/not-payable-reason.js';
import { type Caller, Refused } from './caller.js';
import { LOAN_COLUMNS, type LoanColumns, OF_ACCOUNT } from './loan-columns.js';

/** Everything in one statement: the account, its loan, its latest snapshot, its owner and its borrowers. */
const ACCOUNT = `
  select a.id, a.organization_id, a.external_id, a.primary_borrower_party_id, a.external_contract_number,
         a.external_account_number, a.current_balance_cents, a.status_code, a.loan_system_code, a.originated_on,
         a.first_due_on, a.maturity_on, a.original_principal_cents, a.scheduled_payment_cents,
         round(a.annual_rate, greatest(4, scale(trim_scale(a.annual_rate))))::text as annual_rate, a.term_months,
         a.charged_off_on, a.paid_off_on, latest.next_due_on, latest.next_due_cents, latest.past_due_cents,
         latest.oldest_unpaid_on, o.is_active, borrowed.borrowers, ${LOAN_COLUMNS}
    from account a
    join organization o on o.id = a.organization_id
    ${OF_ACCOUNT}
    left join lateral (
      select s.next_due_on, s.next_due_cents, s.past_due_cents, s.oldest_unpaid_on from past_due_snapshot s
       where s.organization_id = a.organization_id and s.account_id = a.id
       order by s.as_of desc limit 1) latest on true
    cross join lateral (
      select coalesce(json_agg(json_build_object('party_id', b.id, 'display_name', b.display_name, 'role', ab.role,
               'is_active', ab.is_active) order by b.id = a.primary_borrower_party_id desc, b.id), '[]') as borrowers
        from account_borrower ab
        join person b on b.organization_id = ab.organization_id and b.id = ab.person_id
       where ab.organization_id = a.organization_id and ab.account_id = a.id) borrowed
   where a.id = $1 and a.organization_id = any($2) and a.loan_system_code = 'ledger'`;

export interface AccountRow extends LoanColumns {
  readonly id: string;
  readonly organization_id: string;
  readonly external_id: string;
  readonly primary_borrower_party_id: string;
  readonly external_contract_number: string | null;
  readonly external_account_number: string | null;
  readonly current_balance_cents: number;
  readonly status_code: AccountStatusCode;
  readonly loan_system_code: string;
  readonly originated_on: string | null;
  readonly first_due_on: string | null;
  readonly maturity_on: string | null;
  readonly original_principal_cents: number | null;
  readonly scheduled_payment_cents: number | null;
  readonly annual_rate: string | null;
  readonly term_months: number | null;
  readonly charged_off_on: string | null;
  readonly paid_off_on: string | null;
  readonly next_due_on: string | null;
  readonly next_due_cents: number | null;
  readonly past_due_cents: number | null;
  readonly oldest_unpaid_on: IsoDate | null;
  readonly is_active: boolean;
  readonly borrowers: readonly object[];
}

/** Only for accounts of the ledger: the payoff and the days past due are computed by the ledger's rules, as of now. */
export async function account(pool: pg.Pool, { organizationIds }: Caller, id: string) {
  const { rows } = await pool.query<AccountRow>({ name: 'account', text: ACCOUNT, values: [id, organizationIds] });
  if (rows[0] === undefined) throw new Refused(404, 'account_not_found');
  return accountInContractNames(rows[0]);
}

export function accountInContractNames(row: AccountRow) {
  const pastDue = { pastDueCents: row.past_due_cents, oldestUnpaidOn: row.oldest_unpaid_on };
  return {
    id: row.id,
    organization_id: row.organization_id,
    primary_borrower_party_id: row.primary_borrower_party_id,
    external_contract_number: row.external_contract_number,
    external_account_number: row.external_account_number,
    current_balance_cents: row.current_balance_cents,
    status_code: row.status_code,
    synced_through: null, // the ledger is always current
    loan_system_code: row.loan_system_code,
    borrowers: row.borrowers,
    contract: {
      originated_on: row.originated_on,
      first_due_on: row.first_due_on,
      maturity_on: row.maturity_on,
      original_principal_cents: row.original_principal_cents,
      scheduled_payment_cents: row.scheduled_payment_cents,
      annual_rate: row.annual_rate,
      term_months: row.term_months,
    },
    next_due_on: row.next_due_on,
    next_due_cents: row.next_due_cents,
    past_due_cents: row.past_due_cents,
    days_past_due: daysPastDue(pastDue, servicingDate(systemClock.now())),
    charged_off_on: row.charged_off_on,
    paid_off_on: row.paid_off_on,
    ...availability(withTerms({ ...row, organizationId: row.organization_id }), row.status_code, row.is_active),
  };
}

/** Whether the loan takes payments, and its payoff today. Days that are not closed yet are closed in memory. */
function availability(stored: Loan, statusCode: AccountStatusCode, isActive: boolean) {
  const { businessDay, accrueTo } = postingDays(systemClock.now());
  const { loan } = closeDays(stored, previousBusinessDay(businessDay));
  if (!isPayable(loan.status))
    return { accepts_payments: false, not_payable_reason: notPayableReason(statusCode), payoff: null };
  return {
    accepts_payments: isActive,
    not_payable_reason: isActive ? null : 'organization_inactive',
    payoff: { amount_cents: payoffCents(loan, accrueTo(loan)), as_of: businessDay },
  };
}
