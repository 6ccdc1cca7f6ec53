import { agingBucketsJoinSql } from '../aging/aging-buckets.js';
import { balanceReport } from '../report/balance-report.js';
import { OF_ACCOUNT } from '../report/organization-and-account-columns.js';
import { cents } from '../report/report-column.js';

/** The principal of open accounts on a day, with its past-due part by age: each installment by its own due date. */
export const AGED_BALANCE = balanceReport({
  code: 'abr',
  name: 'Aged balance',
  title: 'aged balance report',
  meaning: 'Aged balance: past-due amounts by age.',
  field: 'agedBalance',
  description: 'Open accounts on `to` (default: today) with past-due amounts by age; sorted by account.',
  row: { name: 'AgedBalance', description: 'How old what an account owes is.' },
  shows: 'Balances by age',
  columns: {
    ...OF_ACCOUNT,
    balance_cents: cents('s.balance_cents', 'PastDueSnapshot.balanceCents', 'Outstanding principal.'),
    current_cents: cents('s.balance_cents - aged.total_past_due_cents', 'int8', 'Due, but not past due, cents.'),
    past_due_1_29_cents: cents('aged.past_due_1_29_cents', 'int8', '1 to 29 days past due, cents.'),
    past_due_30_59_cents: cents('aged.past_due_30_59_cents', 'int8', '30 to 59 days past due, cents.'),
    past_due_60_89_cents: cents('aged.past_due_60_89_cents', 'int8', '60 to 89 days past due, cents.'),
    past_due_90_119_cents: cents('aged.past_due_90_119_cents', 'int8', '90 to 119 days past due, cents.'),
    past_due_120_plus_cents: cents('aged.past_due_120_plus_cents', 'int8', '120 or more days past due, cents.'),
    total_past_due_cents: cents('aged.total_past_due_cents', 'int8', 'Total past due, cents.'),
  },
  joins: agingBucketsJoinSql,
});
