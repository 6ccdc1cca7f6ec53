import { aged } from '../../aging/aged.js';
import { standingReport } from '../../report/standing-report.js';
import type { AgedBalance } from './aged-balance.type.js';

/** Open accounts' principal on a day, and by age what of it was past due: each installment by its own due date. */
export const AGED_BALANCE = standingReport<AgedBalance>({
  code: 'abr',
  columns: {
    balance_cents: 'cents',
    current_cents: 'cents',
    past_due_1_29_cents: 'cents',
    past_due_30_59_cents: 'cents',
    past_due_60_89_cents: 'cents',
    past_due_90_119_cents: 'cents',
    past_due_120_plus_cents: 'cents',
    total_past_due_cents: 'cents',
  },
  select: `s.balance_cents, s.balance_cents - aged.total_past_due_cents as current_cents, aged.past_due_1_29_cents,
    aged.past_due_30_59_cents, aged.past_due_60_89_cents, aged.past_due_90_119_cents, aged.past_due_120_plus_cents,
    aged.total_past_due_cents`,
  joins: aged,
});
