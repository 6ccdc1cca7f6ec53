import { isIsoDate } from '../../../core/time/dates.js';
import type { WireAnswer } from '../loan-faults.js';
import { ok, withLoan } from './fineract-answers.js';
import type { BookLoan, FineractBook } from './fineract-book.js';
import type { Fields } from './fineract-commands.js';
import { againstARule, invalid } from './fineract-errors.js';
import type { FineractCall, FineractRoute } from './fineract-routes.js';
import { day } from './fineract-wire.js';

/** What a lender's staff does at Fineract: products, clients, loans and the business date. */

const INTEREST_WAIVER = 4;
/** A cent a day for each 100.00, about 3.65 percent a year. */
const CENTS_A_DAY = 1 / 10_000;
const FLAT_INTEREST = 0.06;

export const STAFF_PERMISSIONS = [
  'CREATE_LOANPRODUCT',
  'CREATE_CLIENT',
  'CREATE_LOAN',
  'APPROVE_LOAN',
  'DISBURSE_LOAN',
  'WAIVEINTEREST_LOAN',
  'WRITEOFF_LOAN',
  'READ_CONFIGURATION',
  'UPDATE_CONFIGURATION',
  'READ_BUSINESS_DATE',
  'UPDATE_BUSINESS_DATE',
];

/** As 1.10 names and numbers it. */
const BUSINESS_DATE_SETTING = { id: 44, name: 'enable_business_date' };

export const STAFF_ROUTES: readonly FineractRoute[] = [
  {
    ...route('make_product', 'POST', /^\/loanproducts$/, 'CREATE_LOANPRODUCT'),
    answer: ({ book, fields }) => {
      const resourceId = book.products.length + 1;
      book.products.push({ isRecalculated: fields['isInterestRecalculationEnabled'] === true });
      return ok({ resourceId });
    },
  },
  {
    ...route('make_client', 'POST', /^\/clients$/, 'CREATE_CLIENT'),
    answer: ({ book, fields }) => {
      const { id } = book.client(`${fields['firstname']} ${fields['lastname']}`);
      return ok({ officeId: 1, clientId: id, resourceId: id });
    },
  },
  { ...route('apply', 'POST', /^\/loans$/, 'CREATE_LOAN'), answer: ({ book, fields }) => apply(book, fields) },
  {
    ...route('decide', 'POST', /^\/loans\/(\d+)$/, ''),
    permission: (query) => `${(query.get('command') ?? '').toUpperCase()}_LOAN`,
    answer: (call) => withLoan(call, (loan) => decide(call, loan)),
  },
  {
    ...route('settings', 'GET', /^\/configurations$/, 'READ_CONFIGURATION'),
    answer: ({ book }) =>
      ok({ globalConfiguration: [{ ...BUSINESS_DATE_SETTING, enabled: book.isBusinessDateEnabled }] }),
  },
  {
    ...route('turn_business_date', 'PUT', /^\/configurations\/44$/, 'UPDATE_CONFIGURATION'),
    answer: ({ book, fields }) => {
      book.isBusinessDateEnabled = fields['enabled'] === true;
      return ok({ resourceId: BUSINESS_DATE_SETTING.id, changes: { enabled: book.isBusinessDateEnabled } });
    },
  },
  {
    ...route('business_dates', 'GET', /^\/businessdate$/, 'READ_BUSINESS_DATE'),
    answer: ({ book }) =>
      ok(book.businessDate === undefined ? [] : [{ type: 'BUSINESS_DATE', date: day(book.businessDate) }]),
  },
  {
    ...route('set_business_date', 'POST', /^\/businessdate$/, 'UPDATE_BUSINESS_DATE'),
    answer: ({ book, fields: { date } }) => {
      if (!book.isBusinessDateEnabled) return againstARule('business.date.is.not.enabled');
      if (typeof date !== 'string' || !isIsoDate(date)) return invalid('validation.msg.invalid.date.format', 'date');
      book.businessDate = date;
      return ok({ changes: { BUSINESS_DATE: day(date) } });
    },
  },
];

/** Undefined: another command. */
export function waiveOrWriteOff(
  book: FineractBook,
  loan: BookLoan,
  command: string | null,
  fields: Fields,
): WireAnswer | undefined {
  if (command === 'waiveinterest') {
    const made = book.record(loan, INTEREST_WAIVER, { amount: Math.round(Number(fields['transactionAmount']) * 100) });
    waive(loan, made.amount);
    return ok({ loanId: loan.id, resourceId: made.id });
  }
  if (command !== 'writeoff') return undefined;
  book.writeOff(loan);
  return ok({ loanId: loan.id, resourceId: loan.transactions.at(-1)?.id });
}

function route(call: string, method: FineractRoute['method'], path: RegExp, permission: string) {
  return { call, method, path, described: undefined, permission: () => permission };
}

/** Submitted: its disbursement comes later. */
function apply(book: FineractBook, fields: Fields): WireAnswer {
  const client = book.clients.get(Number(fields['clientId']));
  const product = book.products[Number(fields['productId']) - 1];
  const on = fields['submittedOnDate'];
  if (client === undefined || product === undefined) return invalid('error.msg.client.or.product.invalid', 'id');
  if (typeof on !== 'string' || !isIsoDate(on)) return invalid('validation.msg.invalid.date.format', 'submittedOnDate');
  const principal = Math.round(Number(fields['principal']) * 100);
  const interest = product.isRecalculated ? 0 : Math.round(principal * FLAT_INTEREST);
  const loan = book.loan({ client, principal, interest, disbursedOn: on, externalId: String(fields['externalId']) });
  loan.transactions.length = 0;
  Object.assign(loan, { status: 100, perDiem: product.isRecalculated ? principal * CENTS_A_DAY : 0 });
  return ok({ officeId: 1, clientId: client.id, loanId: loan.id, resourceId: loan.id });
}

function decide({ book, query }: FineractCall, loan: BookLoan): WireAnswer {
  const command = query.get('command');
  if (command === 'approve' && loan.status === 100) loan.status = 200;
  else if (command === 'disburse' && loan.status === 200) {
    loan.status = 300;
    book.record(loan, 1, { amount: loan.principal, on: loan.disbursedOn });
  } else return againstARule(`error.msg.loan.${command}.not.in.this.state`);
  return ok({ loanId: loan.id, resourceId: loan.id });
}

/** Waived interest is not owed any more. */
function waive({ instalments }: BookLoan, amount: number): void {
  let left = amount;
  for (const one of instalments) {
    const waived = Math.min(left, one.interest - one.interestPaid);
    one.interest -= waived;
    left -= waived;
  }
}
