import type { ReportCashReceiptsQuery } from '../../generated/operations.js';
import { report } from './report.js';

export const reportCashReceipts = report({
  code: 'crr',
  operationId: 'reportCashReceipts',
  page: ({ cashReceipts }: ReportCashReceiptsQuery) => cashReceipts,
});
