import { milestoneReport } from '../../report/milestone-report.js';
import type { NewSale } from './new-sales.type.js';

/** Loans by the day on which they were made; what is still pending is no sale yet. The rate is percent per year. */
export const NEW_SALES = milestoneReport<NewSale>({
  code: 'nsr',
  milestone: 'originated_on',
  columns: {
    external_contract_number: 'free_text',
    primary_borrower_party_id: 'value',
    originated_on: 'value',
    amount_financed_cents: 'cents',
    annual_rate: 'value',
    term_months: 'value',
    first_due_date: 'value',
  },
  select: `a.external_contract_number, a.primary_borrower_party_id, a.originated_on,
    a.original_principal_cents as amount_financed_cents, round(a.annual_rate, 4)::text as annual_rate, a.term_months,
    a.first_due_on as first_due_date`,
  where: `a.status_code <> 'pending'`,
});
