import type { ReportCashReceiptsQuery } from '../../generated/operations.js';
import { report } from './report.js';

export const reportCashReceipts = report({
  code: 'crr',
  operationId: 'reportCashReceipts',
  summary: 'Cash receipts',
  description: '`from` and `to` go by `effective_at`.',
  page: ({ cashReceipts }: ReportCashReceiptsQuery) => cashReceipts,
});
