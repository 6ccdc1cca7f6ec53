import type { ReportPaidInFullQuery } from '../../generated/operations.js';
import { report } from './report.js';

export const reportPaidInFull = report({
  code: 'pif',
  operationId: 'reportPaidInFull',
  page: ({ paidInFull }: ReportPaidInFullQuery) => paidInFull,
});
