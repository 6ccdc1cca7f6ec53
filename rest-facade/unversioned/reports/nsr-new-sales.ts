import type { ReportNewSalesQuery } from '../../generated/operations.js';
import { report } from './report.js';

export const reportNewSales = report({
  code: 'nsr',
  operationId: 'reportNewSales',
  page: ({ newSales }: ReportNewSalesQuery) => newSales,
});
