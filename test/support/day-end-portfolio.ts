import type { IsoDate } from '../../core/time/dates.js';
import { samplePortfolio } from '../../ledger/boarding/sample-portfolio.js';
import type { Resources } from '../../runtime/assembly/resources.js';
import { board, product } from './board-file.js';
import type { Lender } from './lender.js';

/** Terms under which a day-end charges late fees and charges off, by product. */
const PRODUCTS = {
  fees: { late_fee_cents: 1_500, late_fee_grace_days: 5 },
  losses: { charge_off_at_days: 30, day_count: 'actual_360', late_fee_cents: 900, late_fee_grace_days: 0 },
  // A fee changes nothing of what is due.
  lastFees: { application_order: 'interest_principal_fees', late_fee_cents: 700, late_fee_grace_days: 1 },
  tolerant: { tolerance_cents: 40_000, accrue_to: 'day_of_receipt', payoff_rule: 'through_payoff_day' },
} as const;

/** Boards the same loans for any lender: a fifth of them late by one to three installments, on four sets of terms. */
export async function boardDayEndPortfolio(
  resources: Resources,
  lender: Lender,
  { asOf, loansOfEach }: { readonly asOf: IsoDate; readonly loansOfEach: number },
): Promise<void> {
  for (const [code, terms] of [...Object.entries(PRODUCTS), ['', {}] as const]) {
    if (code !== '') await (await product(lender, code)).revise(terms);
    const request = { loans: loansOfEach, transactions: 3, seed: 3, asOf, productCode: code };
    const file = [...samplePortfolio(request)].join('').replaceAll('L-0', `${code}-0`);
    const { boarding, problems } = await board(resources, lender.organizationId, file);
    if (boarding.status !== 'done') throw new Error(`not boarded: ${JSON.stringify(problems)}`);
  }
}

/** Every row that a day-end may write, without ids, and with loan numbers and the order of entries in their place. */
const ROWS = {
  loans: `select l.loan_number, to_jsonb(l) - 'id' - 'organization_id' - 'product_id' as row from ledger_loan l
     where l.organization_id = $1 order by 1`,
  entries: `select l.loan_number, to_jsonb(e) - 'reference_number' - 'external_reference' - 'organization_id' - 'loan_id' as row,
       (select json_agg(json_build_object('n', i.line_number, 'account', i.ledger_account, 'cents', i.amount_cents) order by i.line_number)
          from ledger_line i where i.organization_id = e.organization_id and i.reference_number = e.reference_number) as lines
      from ledger_entry e join ledger_loan l on l.organization_id = e.organization_id and l.id = e.loan_id
     where e.organization_id = $1 order by l.loan_number, e.reference_number`,
  accounts: `select l.loan_number, to_jsonb(a) - 'id' - 'external_id' - 'organization_id' - 'primary_borrower_party_id' as row
      from account a join ledger_loan l on l.organization_id = a.organization_id and l.id = a.external_id
     where a.organization_id = $1 order by 1`,
  transactions: `select l.loan_number, to_jsonb(t) - 'id' - 'external_id' - 'organization_id' - 'account_id' as row,
       (select count(*)::int from ledger_entry e where e.organization_id = t.organization_id and e.loan_id = l.id
           and t.external_id ~ '^[0-9]+$' and e.reference_number::text = t.external_id) as "entriesNamed"
      from transaction t join ledger_loan l on l.organization_id = t.organization_id and l.id = t.account_id
     where t.organization_id = $1 order by l.loan_number, t.sort_on, t.id`,
  snapshots: `select l.loan_number, to_jsonb(s) - 'organization_id' - 'account_id' as row
      from past_due_snapshot s join ledger_loan l on l.organization_id = s.organization_id and l.id = s.account_id
     where s.organization_id = $1 order by l.loan_number, s.as_of`,
  lifecycleEvents: `select l.loan_number, to_jsonb(v) - 'id' - 'organization_id' - 'account_id' as row
      from lifecycle_event v join ledger_loan l on l.organization_id = v.organization_id and l.id = v.account_id
     where v.organization_id = $1 order by l.loan_number, v.occurred_at, v.type`,
  events: `select l.loan_number, v.type, v.sequence, v.status, v.previous_status, v.actor
      from event v join ledger_loan l on l.organization_id = v.organization_id and l.id = v.object_id
     where v.organization_id = $1 order by l.loan_number, v.sequence`,
} as const;

export type DayEndRows = Readonly<Record<keyof typeof ROWS, readonly Readonly<Record<string, unknown>>[]>>;

export async function dayEndRowsOf({ pool }: Resources, organizationId: string): Promise<DayEndRows> {
  const read = Object.entries(ROWS).map(async ([name, text]) => [
    name,
    (await pool.query(text, [organizationId])).rows,
  ]);
  return Object.fromEntries(await Promise.all(read)) as DayEndRows;
}
