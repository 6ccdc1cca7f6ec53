import { percentInText } from '../../../core/db/percent.js';
import { milestoneReport } from '../report/milestone-report.js';
import { OF_ACCOUNT } from '../report/organization-and-account-columns.js';
import { cents, freeText, id, neverNull, value } from '../report/report-column.js';

/**
 * SQL: whether the account `a` was disbursed. A loan boarded as closed may have no history; a payoff or charge-off
 * shows that it was.
 */
export const isSale = (
  organization = 'a.organization_id',
) => `a.status_code <> 'pending' and (a.status_code <> 'closed' or a.paid_off_on is not null or a.charged_off_on is not null or (
      select true from transaction t where t.organization_id = ${organization} and t.account_id = a.id
        and t.type in ('disbursement', 'payment') and coalesce(t.status, '') not in ('reversed', 'deleted')
      limit 1))`;

/**
 * Disbursed loans by day of disbursement. A pending loan, or one that was closed before any money moved or whose
 * funding was reversed, is not a sale.
 * An account's `originated_on` is its funding day in every loan system; Tributary's ledger sets it at disbursement.
 * The rate is in percent per year.
 */
export const NEW_SALES = milestoneReport({
  code: 'nsr',
  name: 'New sales',
  title: 'new sales report',
  meaning: 'New sales: loans by day of disbursement.',
  field: 'newSales',
  description: 'Loans disbursed; latest first.',
  row: { name: 'NewSale', description: 'A loan that was paid out.' },
  milestone: 'originated_on',
  day: 'day of disbursement',
  columns: {
    ...OF_ACCOUNT,
    external_contract_number: freeText(
      'a.external_contract_number',
      'Account.externalContractNumber',
      'Contract identifier supplied by the client.',
    ),
    primary_borrower_party_id: id(
      'a.primary_borrower_party_id',
      'Account.primaryBorrowerPartyId',
      'The primary borrower.',
    ),
    originated_on: neverNull(value('a.originated_on', 'Account.originatedOn', 'The day of disbursement.')),
    amount_financed_cents: cents(
      'a.original_principal_cents',
      'Account.originalPrincipalCents',
      'The amount financed, cents.',
    ),
    annual_rate: value(
      percentInText('a.annual_rate'),
      'text?',
      'Percent per year, with four decimals, or up to six if the rate has more.',
    ),
    term_months: value('a.term_months', 'Account.termMonths', 'The agreed term in months.'),
    first_due_date: value('a.first_due_on', 'Account.firstDueOn', 'When the first installment is due.'),
  },
  where: isSale(),
});
