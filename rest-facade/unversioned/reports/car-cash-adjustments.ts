import type { ReportCashAdjustmentsQuery } from '../../generated/operations.js';
import { report } from './report.js';

export const reportCashAdjustments = report({
  code: 'car',
  operationId: 'reportCashAdjustments',
  summary: 'Cash adjustments',
  description: '`from` and `to` go by `effective_at`.',
  page: ({ cashAdjustments }: ReportCashAdjustmentsQuery) => cashAdjustments,
});
