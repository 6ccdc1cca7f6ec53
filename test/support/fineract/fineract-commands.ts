import { isIsoDate } from '../../../core/time/dates.js';
import type { WireAnswer } from '../loan-faults.js';
import { type BookLoan, type BookTransaction, type FineractBook, RECOVERY, REPAYMENT } from './fineract-book.js';
import { againstARule, invalid, notFound, unavailable } from './fineract-errors.js';
import { asJson, PAYMENT_TYPES } from './fineract-wire.js';

/** The fields that commands may have; any other field is an error. */
const PAYMENT_FIELDS = fieldsOf(
  'transactionDate transactionAmount externalId note locale dateFormat paymentTypeId accountNumber checkNumber routingCode receiptNumber bankNumber loanId',
);
const UNDO_FIELDS = fieldsOf(
  'transactionDate transactionAmount externalId note locale dateFormat paymentTypeId accountNumber checkNumber routingCode receiptNumber bankNumber reversalExternalId',
);

export type Fields = Readonly<Record<string, unknown>>;

export function pay(book: FineractBook, loan: BookLoan, command: string, fields: Fields): WireAnswer {
  const wrong = problemOf(fields, PAYMENT_FIELDS);
  if (wrong !== undefined) return wrong;
  const amount = centsOf(fields['transactionAmount']);
  const on = textOf(fields['transactionDate']);
  if (amount <= 0)
    return invalid('validation.msg.loan.transaction.transactionAmount.not.greater.than.zero', 'transactionAmount');
  if (on === undefined || !isIsoDate(on)) return invalid('validation.msg.invalid.date.format', 'transactionDate');
  if (on > book.today()) return againstARule('error.msg.loan.transaction.cannot.be.a.future.date');
  const recovers = command.toLowerCase() === 'recoverypayment';
  if (recovers && loan.status !== 601) return invalid('error.msg.loan.account.is.not.written.off', 'id');
  // A loan that was paid off takes more: it is then overpaid.
  if (!recovers && ![300, 600, 700].includes(loan.status))
    return invalid('error.msg.loan.must.be.active.fully.paid.or.overpaid', 'id');
  const paymentType = fields['paymentTypeId'];
  if (typeof paymentType === 'number' && PAYMENT_TYPES[paymentType] === undefined)
    return notFound('error.msg.payment.type.invalid');
  const externalId = textOf(fields['externalId']);
  if (externalId !== undefined && book.byExternalId.has(externalId))
    return invalid('validation.msg.loan.transaction.externalId.value.must.be.unique', 'externalId');
  const payment = {
    amount,
    on,
    externalId,
    note: textOf(fields['note']),
    paymentType: typeof paymentType === 'number' ? paymentType : undefined,
    checkNumber: textOf(fields['checkNumber']),
  };
  return done(recovers ? book.recover(loan, payment) : book.pay(loan, payment), fields);
}

export function undo(book: FineractBook, loan: BookLoan, id: number, fields: Fields): WireAnswer {
  const wrong = problemOf(fields, UNDO_FIELDS);
  if (wrong !== undefined) return wrong;
  const transaction = loan.transactions.find((one) => one.id === id);
  if (transaction === undefined) return notFound('error.msg.loan.transaction.id.invalid');
  if (loan.status === 601) return unavailable('error.msg.loan.written.off.update.not.allowed');
  if (transaction.reversed || ![REPAYMENT, RECOVERY].includes(transaction.type))
    return againstARule(
      'error.msg.loan.transaction.adjustment.is.only.allowed.to.repayment.or.waiver.or.creditbalancerefund.transactions',
    );
  if (centsOf(fields['transactionAmount']) !== 0) return invalid('this.stand.in.only.undoes', 'transactionAmount');
  book.undo(transaction, textOf(fields['reversalExternalId']));
  return done(transaction, fields);
}

function done(transaction: BookTransaction, { transactionAmount, transactionDate }: Fields): WireAnswer {
  const { id, loan, externalId } = transaction;
  const changes = {
    transactionDate,
    transactionAmount: String(transactionAmount),
    locale: 'en',
    dateFormat: 'yyyy-MM-dd',
  };
  const body = {
    officeId: 1,
    clientId: loan.clientId,
    loanId: loan.id,
    resourceId: id,
    resourceExternalId: externalId,
    changes,
  };
  return { status: 200, body: asJson(body) };
}

function problemOf(fields: Fields, known: ReadonlySet<string>): WireAnswer | undefined {
  const unknown = Object.keys(fields).find((name) => !known.has(name));
  if (unknown !== undefined) return invalid('error.msg.parameter.unsupported', unknown);
  for (const name of ['transactionDate', 'transactionAmount', 'dateFormat', 'locale'])
    if (fields[name] === undefined) return invalid(`validation.msg.loan.transaction.${name}.cannot.be.blank`, name);
  const note = textOf(fields['note']);
  if (note !== undefined && note.length > 1000)
    return invalid('validation.msg.loan.transaction.note.exceeds.max.length', 'note');
  if (fields['dateFormat'] !== 'yyyy-MM-dd') return invalid('validation.msg.invalid.dateFormat.format', 'dateFormat');
  return undefined;
}

function centsOf(amount: unknown): number {
  return Math.round(Number(amount) * 100);
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function fieldsOf(names: string): ReadonlySet<string> {
  return new Set(names.split(' '));
}
