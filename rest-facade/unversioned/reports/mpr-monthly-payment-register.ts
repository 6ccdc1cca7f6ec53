import type { ReportMonthlyPaymentRegisterQuery } from '../../generated/operations.js';
import { report } from './report.js';

export const reportMonthlyPaymentRegister = report({
  code: 'mpr',
  operationId: 'reportMonthlyPaymentRegister',
  page: ({ monthlyPaymentRegister }: ReportMonthlyPaymentRegisterQuery) => monthlyPaymentRegister,
});
