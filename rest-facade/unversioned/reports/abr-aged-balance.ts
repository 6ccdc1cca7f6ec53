import type { ReportAgedBalanceQuery } from '../../generated/operations.js';
import { report } from './report.js';

export const reportAgedBalance = report({
  code: 'abr',
  operationId: 'reportAgedBalance',
  page: ({ agedBalance }: ReportAgedBalanceQuery) => agedBalance,
});
