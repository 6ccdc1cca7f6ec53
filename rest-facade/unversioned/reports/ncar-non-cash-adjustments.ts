import type { ReportNonCashAdjustmentsQuery } from '../../generated/operations.js';
import { report } from './report.js';

export const reportNonCashAdjustments = report({
  code: 'ncar',
  operationId: 'reportNonCashAdjustments',
  summary: 'Non-cash adjustments',
  description: '`from` and `to` go by `effective_at`.',
  page: ({ nonCashAdjustments }: ReportNonCashAdjustmentsQuery) => nonCashAdjustments,
});
