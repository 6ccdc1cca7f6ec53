import type { ReportNewSalesQuery } from '../../generated/operations.js';
import { report } from './report.js';

export const reportNewSales = report({
  code: 'nsr',
  operationId: 'reportNewSales',
  summary: 'New sales',
  description: '`from` and `to` go by `originated_on`.',
  page: ({ newSales }: ReportNewSalesQuery) => newSales,
});
