import type { ReportMonthlyPaymentRegisterQuery } from '../../generated/operations.js';
import { report } from './report.js';

export const reportMonthlyPaymentRegister = report({
  code: 'mpr',
  operationId: 'reportMonthlyPaymentRegister',
  summary: 'Monthly payment register',
  description:
    'Every payment as it was posted, also one that was taken back later: that is in `car` or `nsfr`, and `crr` has its status. `from` and `to` go by `effective_at`.',
  page: ({ monthlyPaymentRegister }: ReportMonthlyPaymentRegisterQuery) => monthlyPaymentRegister,
});
