import type { AccountStatusCode } from '../../../core/contract/account.js';
import type { IsoDate } from '../../../core/dates.js';
import { statement } from '../../../core/db/statement.js';

/** What the detailed record adds to the list row, as it is stored. */
export interface AccountDetailRow {
  readonly id: string;
  readonly organizationId: string;
  readonly loanSystemCode: string;
  readonly externalId: string;
  readonly statusCode: AccountStatusCode;
  readonly originatedOn: IsoDate | null;
  readonly firstDueOn: IsoDate | null;
  readonly maturityOn: IsoDate | null;
  readonly originalPrincipalCents: number | null;
  readonly scheduledPaymentCents: number | null;
  /** Percent per year, four decimals. */
  readonly annualRate: string | null;
  readonly termMonths: number | null;
  readonly chargedOffOn: IsoDate | null;
  readonly paidOffOn: IsoDate | null;
  readonly nextDueOn: IsoDate | null;
  readonly nextDueCents: number | null;
  /** Null: the loan system never told what is past due. */
  readonly pastDueCents: number | null;
  readonly oldestUnpaidOn: IsoDate | null;
  /** Whether its organization takes anything new. */
  readonly hasActiveOrganization: boolean;
}

/**
 * The latest snapshot is the one that stands on the loan system's business day: snapshots are written for the day that the
 * system was on, never for one to come.
 */
export const accountDetailsByIds = statement<{ ids: readonly string[] }, AccountDetailRow>({
  name: 'account.details_by_ids',
  text: ({ p, scope }) => `
    select a.id, a.organization_id as "organizationId", a.loan_system_code as "loanSystemCode", a.external_id as "externalId",
      a.status_code as "statusCode",
      a.originated_on as "originatedOn", a.first_due_on as "firstDueOn", a.maturity_on as "maturityOn",
      a.original_principal_cents as "originalPrincipalCents", a.scheduled_payment_cents as "scheduledPaymentCents",
      round(a.annual_rate, 4)::text as "annualRate", a.term_months as "termMonths",
      a.charged_off_on as "chargedOffOn", a.paid_off_on as "paidOffOn",
      latest.next_due_on as "nextDueOn", latest.next_due_cents as "nextDueCents",
      latest.past_due_cents as "pastDueCents", latest.oldest_unpaid_on as "oldestUnpaidOn",
      owner.is_active as "hasActiveOrganization"
    from account a
    join organization owner on owner.id = a.organization_id
    left join lateral (
      select s.* from past_due_snapshot s
      where s.organization_id = a.organization_id and s.account_id = a.id
      order by s.as_of desc limit 1
    ) latest on true
    where a.id = any(${p.ids}::text[]) and ${scope('a.organization_id')}`,
});
