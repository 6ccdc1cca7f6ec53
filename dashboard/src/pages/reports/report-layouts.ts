import { statusText } from '../../format/statuses';
import type { LoanNameFragment, ReportCode, TypedDocumentString } from '../../generated/graphql';
import type { Page } from '../../graph/use-paged-or-whole-list';
import { REPORTS as DECLARED } from './generated/reports';

/** A column, with its heading where it is not the column's name in words. */
type ShownColumn<Name> = Name | readonly [Name, string];

interface Layout<Code extends ReportCode> {
  readonly title?: string;
  readonly about?: string;
  /** The shown columns, in order. Without them, every column is shown. */
  readonly columns?: readonly ShownColumn<keyof (typeof DECLARED)[Code]['columns']>[];
  /** Columns whose sum says nothing. */
  readonly unsummed?: readonly (keyof (typeof DECLARED)[Code]['columns'])[];
}

/** Where the dashboard differs from the reports' declarations. */
const LAYOUTS: { readonly [Code in ReportCode]?: Layout<Code> } = {
  crr: {
    about: 'Payments received, by the day on which they were applied.',
    columns: [['effective_at', 'Day'], 'type', 'status', 'amount_cents'],
  },
  mpr: {
    about: 'Payments with their allocation to principal, interest and fees.',
    columns: [
      ['effective_at', 'Day'],
      ['payment_method', 'Method'],
      'amount_cents',
      'principal_cents',
      'interest_cents',
      'fees_cents',
      ['ending_balance_cents', 'Balance after'],
    ],
  },
  nsfr: {
    title: 'Returned payments',
    about: 'Payments returned unpaid by the bank.',
    columns: [['effective_at', 'Returned'], ['original_effective_at', 'Paid'], 'reason', 'amount_cents'],
  },
  car: {
    about: 'Corrections that moved cash: reversals and refunds.',
    columns: [['effective_at', 'Day'], 'type', 'reason', 'amount_cents'],
  },
  ncar: {
    about: 'Waivers, credits, charge-offs and reallocations, by component.',
    columns: [['effective_at', 'Day'], 'type', 'component', 'reason', 'amount_cents'],
  },
  nsr: {
    title: 'New loans',
    about: 'Loans by the day on which they were originated.',
    columns: [
      ['originated_on', 'Originated'],
      ['amount_financed_cents', 'Amount'],
      'annual_rate',
      ['term_months', 'Months'],
      ['first_due_date', 'First due'],
    ],
  },
  wor: {
    about: 'Charged-off loans, with their balances on that day and the recoveries since.',
    columns: [
      ['charged_off_on', 'Charged off'],
      ['charge_off_amount_cents', 'Amount'],
      'principal_cents',
      'interest_cents',
      'fees_cents',
      ['days_past_due', 'Days past due'],
      'recovered_cents',
    ],
  },
  pif: {
    about: 'Loans by the day on which they were paid off.',
    columns: [
      ['paid_off_on', 'Paid off'],
      ['final_payment_cents', 'Last payment'],
      'payoff_cents',
      'original_principal_cents',
    ],
  },
  abr: {
    about: 'Open loans by the age of what they owe, on one day.',
    columns: [
      'balance_cents',
      'current_cents',
      ['past_due_1_29_cents', '1–29 days'],
      ['past_due_30_59_cents', '30–59'],
      ['past_due_60_89_cents', '60–89'],
      ['past_due_90_119_cents', '90–119'],
      ['past_due_120_plus_cents', '120+'],
      ['total_past_due_cents', 'Past due'],
    ],
  },
  dr: {
    about: 'Open loans that were past due, on one day.',
    columns: [
      ['days_past_due', 'Days'],
      'bucket',
      'past_due_cents',
      ['first_delinquent_on', 'Since'],
      ['last_payment_on', 'Last payment'],
      ['last_payment_cents', 'Amount'],
      ['next_due_on', 'Next due'],
      ['next_due_cents', 'Amount due'],
    ],
    unsummed: ['last_payment_cents', 'next_due_cents'],
  },
};

/** How a column is formatted; a `sum` is money that is also summed. */
export type CellKind = 'sum' | 'money' | 'day' | 'number' | 'text' | 'code' | 'rate';

export interface ReportColumn {
  /** The column's name in the contract, and in the report's sums. */
  readonly name: string;
  readonly field: string;
  readonly heading: string;
  readonly kind: CellKind;
}

interface ReportVariables {
  readonly organizationId?: string | null;
  readonly bucket?: string | null;
  readonly from?: string | null;
  readonly to?: string | null;
  readonly cursor?: string | null;
}

export interface ReportRow {
  readonly account: LoanNameFragment | null;
}

/** A report as the dashboard shows it. */
export interface Report {
  readonly code: ReportCode;
  readonly title: string;
  readonly about: string;
  /** Whether the report covers a range of days or one day. */
  readonly span: 'range' | 'day';
  readonly document: TypedDocumentString<{ readonly page: Page<ReportRow> }, ReportVariables>;
  readonly columns: readonly ReportColumn[];
}

export const REPORTS: readonly Report[] = (Object.keys(DECLARED) as ReportCode[]).map(reportOf);

function reportOf(code: ReportCode): Report {
  const declared = DECLARED[code];
  const layout: {
    title?: string;
    about?: string;
    columns?: readonly ShownColumn<string>[];
    unsummed?: readonly string[];
  } = LAYOUTS[code] ?? {};
  const known: Readonly<Record<string, Pick<ReportColumn, 'field' | 'kind'>>> = declared.columns;
  const columns = (layout.columns ?? Object.keys(known)).flatMap((shown) => {
    const [name, heading] = typeof shown === 'string' ? [shown] : shown;
    const column = known[name];
    if (column === undefined) return [];
    const kind: CellKind = layout.unsummed?.includes(name) ? 'money' : column.kind;
    return { ...column, name, kind, heading: heading ?? statusText(name.replace(/_cents$/, '')) };
  });
  const { title, about, span, document } = declared;
  return { code, title: layout.title ?? title, about: layout.about ?? about, span, document, columns };
}
