import type { ReportNsfReturnsQuery } from '../../generated/operations.js';
import { report } from './report.js';

export const reportNsfReturns = report({
  code: 'nsfr',
  operationId: 'reportNsfReturns',
  page: ({ nsfReturns }: ReportNsfReturnsQuery) => nsfReturns,
});
