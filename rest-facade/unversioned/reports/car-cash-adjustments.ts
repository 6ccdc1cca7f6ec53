import type { ReportCashAdjustmentsQuery } from '../../generated/operations.js';
import { report } from './report.js';

export const reportCashAdjustments = report({
  code: 'car',
  operationId: 'reportCashAdjustments',
  page: ({ cashAdjustments }: ReportCashAdjustmentsQuery) => cashAdjustments,
});
