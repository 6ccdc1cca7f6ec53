import type { ReportAgedBalanceQuery } from '../../generated/operations.js';
import { report } from './report.js';

export const reportAgedBalance = report({
  code: 'abr',
  operationId: 'reportAgedBalance',
  summary: 'Aged balance',
  description:
    'Balances by age as of `to`, today (New York) without it; `from` has no effect, but a range that begins after today is empty.',
  page: ({ agedBalance }: ReportAgedBalanceQuery) => agedBalance,
});
