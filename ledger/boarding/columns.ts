import { ADDRESS_LENGTHS } from '../../core/contract/postal-address.js';
import {
  type Column,
  count,
  country,
  date,
  email,
  identifier,
  line,
  may,
  money,
  oneOf,
  rate,
  reference,
  words,
} from './cells.js';

export const RECORD_TYPES = ['loan', 'transaction', 'control'] as const;

const loanNumber = identifier(64, 'The lender’s own number of the loan: by it a row is known again.');
const phone = may(line(32, 'As it is to be dialled.'));

/** A loan as it stands on the day of the cut-over. */
export const LOAN_COLUMNS = {
  loan_number: loanNumber,
  product_code: may(line(64, 'Code of the product whose current terms it is kept under; empty: the built-in terms.')),
  contract_number: may(identifier(64, 'The number that people see; empty: the loan number.')),
  borrower_name: words(200, 'The borrower’s full name.'),
  borrower_email: may(email('The borrower’s email address.')),
  borrower_phone: phone,
  address_line1: may(
    words(
      ADDRESS_LENGTHS.line,
      'The borrower’s address; it needs a city, and in the US and Canada state and postal code.',
    ),
  ),
  address_line2: may(words(ADDRESS_LENGTHS.line, 'Flat, floor or the like.')),
  city: may(words(ADDRESS_LENGTHS.city, 'City.')),
  state: may(words(ADDRESS_LENGTHS.state, 'State or region; in the US its two letters, as `MA` or `AE`.')),
  postal_code: may(
    words(ADDRESS_LENGTHS.postalCode, 'Postal code; in the US five digits, or nine: `02134`, `02134-1000`.'),
  ),
  country: may(country('Country, ISO 3166-1; empty: US.')),
  co_borrower_name: may(words(200, 'Somebody who owes it, too.')),
  co_borrower_email: may(email('The co-borrower’s email address.')),
  co_borrower_phone: phone,
  originated_on: date('The day on which it was made.'),
  first_due_on: date('When the first installment is due; the others follow month by month.'),
  original_principal_cents: money('What was lent.', 1),
  annual_rate: rate('Percent per year, at most 100, at most six decimals: `18.25`, `6.875`.'),
  term_months: count('Installments, 1 to 600.', 1, 600),
  scheduled_payment_cents: money('The level monthly payment.', 1),
  nsf_fee_cents: may(money('What a returned payment costs; empty: what its product says, without one nothing.')),
  as_of: date(
    'The cut-over: a business day, today’s at the latest (of a sandbox organization, that of its test clock). Balances are as it begins.',
  ),
  status: oneOf(
    ['pending', 'active', 'delinquent', 'charged_off', 'paid_in_full', 'closed'],
    'Where it stands. Of an open loan the schedule says whether it is delinquent.',
  ),
  principal_cents: money('Principal that is owed; of a charged-off loan what is left to recover, likewise below.'),
  interest_cents: money('Interest that has accrued and is unpaid.'),
  fees_cents: money('Fees that are unpaid.'),
  scheduled_paid_cents: may(
    money(
      'Principal and interest paid so far, what counts toward the schedule. A loan that is open or charged off needs it, or the next.',
    ),
  ),
  paid_installments: may(count('The same in whole installments, at most `term_months`; never both.', 0, 600)),
  charged_off_on: may(date('When it was charged off; of such loans, and of closed ones that had been.')),
  paid_off_on: may(date('When it was paid in full; of such loans, and of closed ones that had been.')),
} as const satisfies Readonly<Record<string, Column<unknown>>>;

const amount = (about: string) => may(money(about, -1_000_000_000_000));

/** A row of a loan's history, before the cut-over. */
export const TRANSACTION_COLUMNS = {
  loan_number: loanNumber,
  type: oneOf(
    ['payment', 'reversal', 'nsf', 'refund', 'disbursement', 'fee', 'waiver', 'charge_off', 'adjustment', 'other'],
    'What happened; its sign follows.',
  ),
  amount_cents: amount('Empty: unknown, never zero.'),
  effective_on: may(date('Empty: an undated row of an older system.')),
  principal_cents: amount('What of it went to principal.'),
  interest_cents: amount('What of it went to interest.'),
  fees_cents: amount('What of it went to fees.'),
  external_id: may(reference(100, 'Its identifier in the system that it comes from; unique within the loan.')),
  transaction_status: may(oneOf(['posted', 'reversed'], 'Empty: posted.')),
  payment_method: may(line(40, 'How it was paid.')),
  reason: may(words(200, 'Why, for whoever reads it.')),
} as const satisfies Readonly<Record<string, Column<unknown>>>;

/** What the file says of itself. Loans' balances and transactions' amounts are summed as the file has them. */
export const CONTROL_COLUMNS = {
  control_loans: may(count('Loan rows.', 0, 1_000_000_000)),
  control_transactions: may(count('Transaction rows.', 0, 1_000_000_000)),
  control_principal_cents: may(count('Sum of the loans’ `principal_cents`.', 0, 900_000_000_000_000)),
  control_interest_cents: may(count('Sum of the loans’ `interest_cents`.', 0, 900_000_000_000_000)),
  control_fees_cents: may(count('Sum of the loans’ `fees_cents`.', 0, 900_000_000_000_000)),
  control_amount_cents: may(
    count('Sum of the transactions’ `amount_cents`, each without its sign.', 0, 900_000_000_000_000),
  ),
} as const satisfies Readonly<Record<string, Column<unknown>>>;

export const RECORD_TYPE = oneOf(RECORD_TYPES, 'What the row is.');

/** Every column that a file may have. */
export const COLUMN_NAMES: ReadonlySet<string> = new Set([
  'record_type',
  ...Object.keys(LOAN_COLUMNS),
  ...Object.keys(TRANSACTION_COLUMNS),
  ...Object.keys(CONTROL_COLUMNS),
]);
