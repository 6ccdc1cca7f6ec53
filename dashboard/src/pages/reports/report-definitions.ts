import {
  AgedBalanceReportDocument,
  CashAdjustmentsReportDocument,
  CashReceiptsReportDocument,
  DelinquencyReportDocument,
  type LoanOfReportFragment,
  MonthlyPaymentRegisterReportDocument,
  NewSalesReportDocument,
  NonCashAdjustmentsReportDocument,
  NsfReturnsReportDocument,
  PaidInFullReportDocument,
  type ReportCode,
  type TypedDocumentString,
  WriteOffsReportDocument,
} from '../../generated/graphql';
import type { Page } from '../../graph/use-paged-or-whole-list';

/** How a column is formatted; sums are for `money` columns. */
export type CellKind = 'money' | 'day' | 'number' | 'text' | 'code' | 'rate';

export interface ReportColumn<Row> {
  readonly field: keyof Row & string;
  readonly name: string;
  readonly kind: CellKind;
  /** The column's name in the report's sums, where it is summed. */
  readonly sum?: string;
}

interface ReportVariables {
  readonly organizationId?: string | null;
  readonly bucket?: string | null;
  readonly from?: string | null;
  readonly to?: string | null;
  readonly cursor?: string | null;
}

export interface ReportRow {
  readonly account: LoanOfReportFragment | null;
}

/** A report as the dashboard shows it. */
export interface Report<Row extends ReportRow = ReportRow> {
  readonly code: ReportCode;
  readonly title: string;
  readonly about: string;
  /** Whether the report covers a range of days or one day. */
  readonly span: 'range' | 'day';
  readonly document: TypedDocumentString<{ readonly page: Page<Row> }, ReportVariables>;
  readonly columns: readonly ReportColumn<Row>[];
}

/** Checks a report's columns against its row type, and then returns it as a general `Report`. */
function report<Row extends ReportRow>(declared: Report<Row>): Report {
  return declared as unknown as Report;
}

export const REPORTS: readonly Report[] = [
  report({
    code: 'crr',
    title: 'Cash receipts',
    about: 'Payments received, by the day on which they were applied.',
    span: 'range',
    document: CashReceiptsReportDocument,
    columns: [
      { field: 'effectiveAt', name: 'Day', kind: 'day' },
      { field: 'type', name: 'Type', kind: 'code' },
      { field: 'status', name: 'Status', kind: 'code' },
      { field: 'amountCents', name: 'Amount', kind: 'money', sum: 'amount_cents' },
    ],
  }),
  report({
    code: 'mpr',
    title: 'Monthly payment register',
    about: 'Payments with their allocation to principal, interest and fees.',
    span: 'range',
    document: MonthlyPaymentRegisterReportDocument,
    columns: [
      { field: 'effectiveAt', name: 'Day', kind: 'day' },
      { field: 'paymentMethod', name: 'Method', kind: 'code' },
      { field: 'amountCents', name: 'Amount', kind: 'money', sum: 'amount_cents' },
      { field: 'principalCents', name: 'Principal', kind: 'money', sum: 'principal_cents' },
      { field: 'interestCents', name: 'Interest', kind: 'money', sum: 'interest_cents' },
      { field: 'feesCents', name: 'Fees', kind: 'money', sum: 'fees_cents' },
      { field: 'endingBalanceCents', name: 'Balance after', kind: 'money' },
    ],
  }),
  report({
    code: 'nsfr',
    title: 'Returned payments',
    about: 'Payments returned unpaid by the bank.',
    span: 'range',
    document: NsfReturnsReportDocument,
    columns: [
      { field: 'effectiveAt', name: 'Returned', kind: 'day' },
      { field: 'originalEffectiveAt', name: 'Paid', kind: 'day' },
      { field: 'reason', name: 'Reason', kind: 'text' },
      { field: 'amountCents', name: 'Amount', kind: 'money', sum: 'amount_cents' },
    ],
  }),
  report({
    code: 'car',
    title: 'Cash adjustments',
    about: 'Corrections that moved cash: reversals and refunds.',
    span: 'range',
    document: CashAdjustmentsReportDocument,
    columns: [
      { field: 'effectiveAt', name: 'Day', kind: 'day' },
      { field: 'type', name: 'Type', kind: 'code' },
      { field: 'reason', name: 'Reason', kind: 'text' },
      { field: 'amountCents', name: 'Amount', kind: 'money', sum: 'amount_cents' },
    ],
  }),
  report({
    code: 'ncar',
    title: 'Non-cash adjustments',
    about: 'Waivers, credits, charge-offs and reallocations, by component.',
    span: 'range',
    document: NonCashAdjustmentsReportDocument,
    columns: [
      { field: 'effectiveAt', name: 'Day', kind: 'day' },
      { field: 'type', name: 'Type', kind: 'code' },
      { field: 'component', name: 'Component', kind: 'code' },
      { field: 'reason', name: 'Reason', kind: 'text' },
      { field: 'amountCents', name: 'Amount', kind: 'money', sum: 'amount_cents' },
    ],
  }),
  report({
    code: 'nsr',
    title: 'New loans',
    about: 'Loans by the day on which they were originated.',
    span: 'range',
    document: NewSalesReportDocument,
    columns: [
      { field: 'originatedOn', name: 'Originated', kind: 'day' },
      { field: 'amountFinancedCents', name: 'Amount', kind: 'money', sum: 'amount_financed_cents' },
      { field: 'annualRate', name: 'Annual rate', kind: 'rate' },
      { field: 'termMonths', name: 'Months', kind: 'number' },
      { field: 'firstDueDate', name: 'First due', kind: 'day' },
    ],
  }),
  report({
    code: 'wor',
    title: 'Write-offs',
    about: 'Charged-off loans, with their balances on that day and the recoveries since.',
    span: 'range',
    document: WriteOffsReportDocument,
    columns: [
      { field: 'chargedOffOn', name: 'Charged off', kind: 'day' },
      { field: 'chargeOffAmountCents', name: 'Amount', kind: 'money', sum: 'charge_off_amount_cents' },
      { field: 'principalCents', name: 'Principal', kind: 'money', sum: 'principal_cents' },
      { field: 'interestCents', name: 'Interest', kind: 'money', sum: 'interest_cents' },
      { field: 'feesCents', name: 'Fees', kind: 'money', sum: 'fees_cents' },
      { field: 'daysPastDue', name: 'Days late', kind: 'number' },
      { field: 'recoveredCents', name: 'Recovered', kind: 'money', sum: 'recovered_cents' },
    ],
  }),
  report({
    code: 'pif',
    title: 'Paid in full',
    about: 'Loans by the day on which they were paid off.',
    span: 'range',
    document: PaidInFullReportDocument,
    columns: [
      { field: 'paidOffOn', name: 'Paid off', kind: 'day' },
      { field: 'finalPaymentCents', name: 'Last payment', kind: 'money', sum: 'final_payment_cents' },
      { field: 'payoffCents', name: 'Payoff', kind: 'money', sum: 'payoff_cents' },
      { field: 'originalPrincipalCents', name: 'Original principal', kind: 'money', sum: 'original_principal_cents' },
    ],
  }),
  report({
    code: 'abr',
    title: 'Aged balance',
    about: 'Open loans by the age of what they owe, on one day.',
    span: 'day',
    document: AgedBalanceReportDocument,
    columns: [
      { field: 'balanceCents', name: 'Balance', kind: 'money', sum: 'balance_cents' },
      { field: 'currentCents', name: 'Current', kind: 'money', sum: 'current_cents' },
      { field: 'pastDue1To29Cents', name: '1–29 days', kind: 'money', sum: 'past_due_1_29_cents' },
      { field: 'pastDue30To59Cents', name: '30–59', kind: 'money', sum: 'past_due_30_59_cents' },
      { field: 'pastDue60To89Cents', name: '60–89', kind: 'money', sum: 'past_due_60_89_cents' },
      { field: 'pastDue90To119Cents', name: '90–119', kind: 'money', sum: 'past_due_90_119_cents' },
      { field: 'pastDue120PlusCents', name: '120+', kind: 'money', sum: 'past_due_120_plus_cents' },
      { field: 'totalPastDueCents', name: 'Past due', kind: 'money', sum: 'total_past_due_cents' },
    ],
  }),
  report({
    code: 'dr',
    title: 'Delinquency',
    about: 'Open loans that were past due, on one day.',
    span: 'day',
    document: DelinquencyReportDocument,
    columns: [
      { field: 'daysPastDue', name: 'Days', kind: 'number' },
      { field: 'bucket', name: 'Bucket', kind: 'text' },
      { field: 'pastDueCents', name: 'Past due', kind: 'money', sum: 'past_due_cents' },
      { field: 'firstDelinquentOn', name: 'Since', kind: 'day' },
      { field: 'lastPaymentOn', name: 'Last payment', kind: 'day' },
      { field: 'lastPaymentCents', name: 'Amount', kind: 'money' },
      { field: 'nextDueOn', name: 'Next due', kind: 'day' },
      { field: 'nextDueCents', name: 'Amount due', kind: 'money' },
    ],
  }),
];
