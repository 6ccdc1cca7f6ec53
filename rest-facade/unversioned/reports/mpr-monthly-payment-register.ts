import type { ReportMonthlyPaymentRegisterQuery } from '../../generated/operations.js';
import { report } from './report.js';

export const reportMonthlyPaymentRegister = report({
  code: 'mpr',
  operationId: 'reportMonthlyPaymentRegister',
  summary: 'Monthly payment register',
  description: '`from` and `to` go by `effective_at`.',
  page: ({ monthlyPaymentRegister }: ReportMonthlyPaymentRegisterQuery) => monthlyPaymentRegister,
});
