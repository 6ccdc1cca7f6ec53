import type { ReportPaidInFullQuery } from '../../generated/operations.js';
import { report } from './report.js';

export const reportPaidInFull = report({
  code: 'pif',
  operationId: 'reportPaidInFull',
  summary: 'Paid in full',
  description: '`from` and `to` go by `paid_off_on`.',
  page: ({ paidInFull }: ReportPaidInFullQuery) => paidInFull,
});
