import type { ReportDelinquencyQuery } from '../../generated/operations.js';
import { report } from './report.js';

export const reportDelinquency = report({
  code: 'dr',
  operationId: 'reportDelinquency',
  summary: 'Delinquency',
  description:
    'Accounts past due as of `to`, today (New York) without it; `from` has no effect, but a range that begins after today is empty.',
  page: ({ delinquency }: ReportDelinquencyQuery) => delinquency,
});
