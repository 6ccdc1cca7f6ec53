// Written by `npm run generate` from subgraphs/reporting/reports.
import { report } from '../unversioned/reports/report.js';
import type {
  ReportCashReceiptsQuery,
  ReportNsfReturnsQuery,
  ReportCashAdjustmentsQuery,
  ReportNonCashAdjustmentsQuery,
  ReportMonthlyPaymentRegisterQuery,
  ReportNewSalesQuery,
  ReportWriteOffsQuery,
  ReportPaidInFullQuery,
  ReportAgedBalanceQuery,
  ReportDelinquencyQuery,
} from './operations.js';

export const reportRoutes = [
  report({
    code: "crr",
    operationId: "reportCashReceipts",
    summary: "Cash receipts",
    description: "`from` and `to` go by `effective_at`.",
    page: ({ cashReceipts }: ReportCashReceiptsQuery) => cashReceipts,
  }),
  report({
    code: "nsfr",
    operationId: "reportNsfReturns",
    summary: "NSF returns",
    description: "`from` and `to` go by `effective_at`.",
    page: ({ nsfReturns }: ReportNsfReturnsQuery) => nsfReturns,
  }),
  report({
    code: "car",
    operationId: "reportCashAdjustments",
    summary: "Cash adjustments",
    description: "`from` and `to` go by `effective_at`.",
    page: ({ cashAdjustments }: ReportCashAdjustmentsQuery) => cashAdjustments,
  }),
  report({
    code: "ncar",
    operationId: "reportNonCashAdjustments",
    summary: "Non-cash adjustments",
    description: "`from` and `to` go by `effective_at`.",
    page: ({ nonCashAdjustments }: ReportNonCashAdjustmentsQuery) => nonCashAdjustments,
  }),
  report({
    code: "mpr",
    operationId: "reportMonthlyPaymentRegister",
    summary: "Monthly payment register",
    description: "Every payment as it was posted, also one that was taken back later: that is in `car` or `nsfr`, and `crr` has its status. `from` and `to` go by `effective_at`.",
    page: ({ monthlyPaymentRegister }: ReportMonthlyPaymentRegisterQuery) => monthlyPaymentRegister,
  }),
  report({
    code: "nsr",
    operationId: "reportNewSales",
    summary: "New sales",
    description: "`from` and `to` go by `originated_on`.",
    page: ({ newSales }: ReportNewSalesQuery) => newSales,
  }),
  report({
    code: "wor",
    operationId: "reportWriteOffs",
    summary: "Write-offs",
    description: "`from` and `to` go by `charged_off_on`.",
    page: ({ writeOffs }: ReportWriteOffsQuery) => writeOffs,
  }),
  report({
    code: "pif",
    operationId: "reportPaidInFull",
    summary: "Paid in full",
    description: "`from` and `to` go by `paid_off_on`.",
    page: ({ paidInFull }: ReportPaidInFullQuery) => paidInFull,
  }),
  report({
    code: "abr",
    operationId: "reportAgedBalance",
    summary: "Aged balance",
    description: "Balances by age as of `to`, today (New York) without it; `from` has no effect, but a range that begins after today is empty.",
    page: ({ agedBalance }: ReportAgedBalanceQuery) => agedBalance,
  }),
  report({
    code: "dr",
    operationId: "reportDelinquency",
    summary: "Delinquency",
    description: "Accounts past due as of `to`, today (New York) without it; `from` has no effect, but a range that begins after today is empty.",
    page: ({ delinquency }: ReportDelinquencyQuery) => delinquency,
  }),
];
