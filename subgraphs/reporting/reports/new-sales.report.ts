import { percentInText } from '../../../core/db/percent.js';
import { always, cents, freeText, id, value } from '../report/column.js';
import { milestoneReport } from '../report/milestone-report.js';
import { OF_ACCOUNT } from '../report/owner.js';

/**
 * SQL: whether the account `a` was paid out. A loan that came closed from a file may have no history: that it was paid off, or charged
 * off, says that it was.
 */
export const isSale = (
  organization = 'a.organization_id',
) => `a.status_code <> 'pending' and (a.status_code <> 'closed' or a.paid_off_on is not null or a.charged_off_on is not null or (
      select true from transaction t where t.organization_id = ${organization} and t.account_id = a.id
        and t.type in ('disbursement', 'payment') and coalesce(t.status, '') not in ('reversed', 'deleted')
      limit 1))`;

/**
 * Loans that were paid out, by the day on which that was: what is still pending, or was closed before any money moved or with its
 * funding taken back, is no sale.
 * An account's `originated_on` is the day of its funding in every loan system; our own ledger sets it when it pays out. The rate is
 * percent per year.
 */
export const NEW_SALES = milestoneReport({
  code: 'nsr',
  name: 'New sales',
  title: 'new sales report',
  meaning: 'New sales: loans, by the day on which they were paid out.',
  field: 'newSales',
  description: 'Loans paid out; latest first.',
  row: { name: 'NewSale', description: 'A loan that was paid out.' },
  milestone: 'originated_on',
  day: 'day on which the loan was paid out',
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
      'The person who is primary borrower.',
    ),
    originated_on: always(value('a.originated_on', 'Account.originatedOn', 'When the loan was paid out.')),
    amount_financed_cents: cents(
      'a.original_principal_cents',
      'Account.originalPrincipalCents',
      'What was financed, cents.',
    ),
    annual_rate: value(
      percentInText('a.annual_rate'),
      'text?',
      'Percent per year, with four decimals, or up to six where the rate has them.',
    ),
    term_months: value('a.term_months', 'Account.termMonths', 'The agreed term in months.'),
    first_due_date: value('a.first_due_on', 'Account.firstDueOn', 'When the first installment is due.'),
  },
  where: isSale(),
});
