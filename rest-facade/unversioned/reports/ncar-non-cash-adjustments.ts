import type { ReportNonCashAdjustmentsQuery } from '../../generated/operations.js';
import { report } from './report.js';

export const reportNonCashAdjustments = report({
  code: 'ncar',
  operationId: 'reportNonCashAdjustments',
  page: ({ nonCashAdjustments }: ReportNonCashAdjustmentsQuery) => nonCashAdjustments,
});
