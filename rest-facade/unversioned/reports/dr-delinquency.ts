import type { ReportDelinquencyQuery } from '../../generated/operations.js';
import { report } from './report.js';

export const reportDelinquency = report({
  code: 'dr',
  operationId: 'reportDelinquency',
  page: ({ delinquency }: ReportDelinquencyQuery) => delinquency,
});
