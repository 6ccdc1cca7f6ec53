import type { ReportNsfReturnsQuery } from '../../generated/operations.js';
import { report } from './report.js';

export const reportNsfReturns = report({
  code: 'nsfr',
  operationId: 'reportNsfReturns',
  summary: 'NSF returns',
  description: '`from` and `to` go by `effective_at`.',
  page: ({ nsfReturns }: ReportNsfReturnsQuery) => nsfReturns,
});
