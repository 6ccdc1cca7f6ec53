import { expect, it } from 'vitest';
import { LOAN_COLUMNS } from './columns.js';
import { loanWarnings } from './plausibility.js';
import { readRow } from './read-row.js';

const LOAN: Readonly<Record<string, string>> = {
  record_type: 'loan',
  loan_number: 'A-1',
  borrower_name: 'Ada Archer',
  originated_on: '2026-01-15',
  first_due_on: '2026-02-15',
  original_principal_cents: '1000000',
  annual_rate: '12',
  term_months: '36',
  scheduled_payment_cents: '33215',
  as_of: '2026-11-24',
  status: 'active',
  principal_cents: '800000',
  interest_cents: '1000',
  fees_cents: '0',
  paid_installments: '9',
};

function warningsOf(change: Readonly<Record<string, string>>) {
  const cells = { ...LOAN, ...change };
  const row = readRow((column) => cells[column] ?? '');
  if (row.kind !== 'loan') throw new Error(JSON.stringify(row));
  return loanWarnings(row.cells).map(({ kind, column }) => [kind, column]);
}

it.each<[string, Readonly<Record<string, string>>]>([
  ['the level payment', {}],
  ['a payment a third above', { scheduled_payment_cents: '44286' }],
  ['a payment a third below', { scheduled_payment_cents: '22144' }],
  ['no interest', { annual_rate: '0', scheduled_payment_cents: '27778' }],
  ['one percent', { annual_rate: '1', scheduled_payment_cents: '28208' }],
  ['next due in exactly two months', { paid_installments: '11', as_of: '2026-11-15' }],
  ['the term is over, and a little remains', { paid_installments: '36', principal_cents: '30000' }],
  ['paid in full', { status: 'paid_in_full', principal_cents: '0', interest_cents: '0', paid_installments: '36' }],
  ['the whole principal is owed', { principal_cents: '1000000', paid_installments: '9' }],
])('%s: no warning', (_what, change) => {
  expect(warningsOf(change)).toEqual([]);
});

it.each<[string, Readonly<Record<string, string>>, string, string]>([
  ['a payment beyond a third above', { scheduled_payment_cents: '44288' }, 'level_payment', 'scheduled_payment_cents'],
  ['a payment beyond a third below', { scheduled_payment_cents: '22142' }, 'level_payment', 'scheduled_payment_cents'],
  ['a payment in dollars', { scheduled_payment_cents: '332' }, 'payment_too_small', 'scheduled_payment_cents'],
  [
    'dollars, and more paid than the term has',
    { scheduled_payment_cents: '332', paid_installments: '', scheduled_paid_cents: '298935' },
    'payment_too_small',
    'scheduled_payment_cents',
  ],
  ['a fraction', { annual_rate: '0.12', scheduled_payment_cents: '27830' }, 'rate_below_one', 'annual_rate'],
  ['a small fraction', { annual_rate: '0.06875', scheduled_payment_cents: '27808' }, 'rate_below_one', 'annual_rate'],
  ['paid far ahead', { paid_installments: '13' }, 'next_due_far_away', 'paid_installments'],
  [
    'paid far ahead in cents',
    { paid_installments: '', scheduled_paid_cents: '431795' },
    'next_due_far_away',
    'scheduled_paid_cents',
  ],
  ['begins late', { first_due_on: '2027-02-15', paid_installments: '0' }, 'next_due_far_away', 'first_due_on'],
  ['capitalized', { principal_cents: '1000001' }, 'principal_above_original', 'principal_cents'],
])('%s: %s at %s', (_what, change, kind, column) => {
  expect(warningsOf(change)).toEqual([[kind, column]]);
  expect(Object.keys(LOAN_COLUMNS)).toContain(column);
});
