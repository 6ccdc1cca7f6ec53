import { ADDRESS_LENGTHS } from '../../core/contract/postal-address.js';
import {
  type Column,
  count,
  country,
  date,
  email,
  identifier,
  line,
  money,
  oneOf,
  optionalCell,
  rate,
  reference,
  words,
} from './cell-readers.js';

export const RECORD_TYPES = ['loan', 'transaction', 'control'] as const;

const loanNumber = identifier(64, 'The lender’s own number of the loan; identifies the row.');
const phone = optionalCell(line(32, 'In dialable form.'));

/** The state of a loan on the day of the cut-over. */
export const LOAN_COLUMNS = {
  loan_number: loanNumber,
  product_code: optionalCell(line(64, 'Code of the product whose current terms apply; empty: the built-in terms.')),
  contract_number: optionalCell(identifier(64, 'The number shown to users; empty: the loan number.')),
  borrower_name: words(200, 'The borrower’s full name.'),
  borrower_email: optionalCell(email('The borrower’s email address.')),
  borrower_phone: phone,
  address_line1: optionalCell(
    words(
      ADDRESS_LENGTHS.line,
      'The borrower’s address; it needs a city, and in the US and Canada state and postal code.',
    ),
  ),
  address_line2: optionalCell(words(ADDRESS_LENGTHS.line, 'Flat, floor or similar.')),
  city: optionalCell(words(ADDRESS_LENGTHS.city, 'City.')),
  state: optionalCell(words(ADDRESS_LENGTHS.state, 'State or region; in the US its two letters, as `MA` or `AE`.')),
  postal_code: optionalCell(
    words(ADDRESS_LENGTHS.postalCode, 'Postal code; in the US five or nine digits: `02134`, `02134-1000`.'),
  ),
  country: optionalCell(country('Country, ISO 3166-1; empty: US.')),
  co_borrower_name: optionalCell(words(200, 'A second person who owes the loan.')),
  co_borrower_email: optionalCell(email('The co-borrower’s email address.')),
  co_borrower_phone: phone,
  originated_on: date('The day on which the loan was made.'),
  first_due_on: date('Due date of the first installment; the others follow monthly.'),
  original_principal_cents: money('Amount lent.', 1),
  annual_rate: rate('Percent per year, at most 100, at most six decimals: `18.25`, `6.875`.'),
  term_months: count('Number of installments, 1 to 600.', 1, 600),
  scheduled_payment_cents: money('The level monthly payment.', 1),
  nsf_fee_cents: optionalCell(
    money('Fee for a returned payment; empty: the product’s fee, or none without a product.'),
  ),
  as_of: date(
    'The cut-over: a business day, today’s at the latest (for a sandbox organization, that of its test clock). Balances are as of its beginning.',
  ),
  status: oneOf(
    ['pending', 'active', 'delinquent', 'charged_off', 'paid_in_full', 'closed'],
    'Status. For an open loan, the schedule determines whether it is delinquent.',
  ),
  principal_cents: money(
    'Principal owed; for a charged-off loan, the amount left to recover (the same for interest and fees).',
  ),
  interest_cents: money('Accrued and unpaid interest.'),
  fees_cents: money('Unpaid fees.'),
  scheduled_paid_cents: optionalCell(
    money(
      'Principal and interest paid so far, as counted toward the schedule. An open or charged-off loan requires this column or the next.',
    ),
  ),
  paid_installments: optionalCell(count('The same in whole installments, at most `term_months`; never both.', 0, 600)),
  charged_off_on: optionalCell(
    date('Date of the charge-off; for charged-off loans, and for closed loans that had been charged off.'),
  ),
  paid_off_on: optionalCell(
    date('Date of payment in full; for loans paid in full, and for closed loans that had been paid in full.'),
  ),
} as const satisfies Readonly<Record<string, Column<unknown>>>;

const amount = (about: string) => optionalCell(money(about, -1_000_000_000_000));

/** A row of a loan's history before the cut-over. */
export const TRANSACTION_COLUMNS = {
  loan_number: loanNumber,
  type: oneOf(
    ['payment', 'reversal', 'nsf', 'refund', 'disbursement', 'fee', 'waiver', 'charge_off', 'adjustment', 'other'],
    'Type of transaction; determines the sign of the amount.',
  ),
  amount_cents: amount('Empty: unknown, never zero.'),
  effective_on: optionalCell(date('Empty: an undated row of an older system.')),
  principal_cents: amount('Amount allocated to principal.'),
  interest_cents: amount('Amount allocated to interest.'),
  fees_cents: amount('Amount allocated to fees.'),
  external_id: optionalCell(reference(100, 'Its identifier in the source system; unique within the loan.')),
  transaction_status: optionalCell(oneOf(['posted', 'reversed'], 'Empty: posted.')),
  payment_method: optionalCell(line(40, 'Method of payment.')),
  reason: optionalCell(words(200, 'Reason, shown to readers of the history.')),
} as const satisfies Readonly<Record<string, Column<unknown>>>;

/** The file's control totals. The loans' balances and the transactions' amounts are summed as given in the file. */
export const CONTROL_COLUMNS = {
  control_loans: optionalCell(count('Loan rows.', 0, 1_000_000_000)),
  control_transactions: optionalCell(count('Transaction rows.', 0, 1_000_000_000)),
  control_principal_cents: optionalCell(count('Sum of the loans’ `principal_cents`.', 0, 900_000_000_000_000)),
  control_interest_cents: optionalCell(count('Sum of the loans’ `interest_cents`.', 0, 900_000_000_000_000)),
  control_fees_cents: optionalCell(count('Sum of the loans’ `fees_cents`.', 0, 900_000_000_000_000)),
  control_amount_cents: optionalCell(
    count('Sum of the transactions’ `amount_cents`, as absolute amounts.', 0, 900_000_000_000_000),
  ),
} as const satisfies Readonly<Record<string, Column<unknown>>>;

export const RECORD_TYPE = oneOf(RECORD_TYPES, 'Type of the row.');

/** All columns of a file. */
export const COLUMN_NAMES: ReadonlySet<string> = new Set([
  'record_type',
  ...Object.keys(LOAN_COLUMNS),
  ...Object.keys(TRANSACTION_COLUMNS),
  ...Object.keys(CONTROL_COLUMNS),
]);
