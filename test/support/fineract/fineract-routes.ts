import { isIsoDate } from '../../../core/time/dates.js';
import type { WireAnswer } from '../loan-faults.js';
import type { BookLoan, BookTransaction, FineractBook } from './fineract-book.js';
import { type Fields, pay, undo } from './fineract-commands.js';
import { againstARule, noSuchPath, notAuthorized, notFound } from './fineract-errors.js';
import {
  asJson,
  day,
  wireAddress,
  wireClient,
  wireGroup,
  wireLoan,
  wirePayoff,
  wireSchedule,
  wireTransaction,
} from './fineract-wire.js';

/** One request, as a route gets it. */
export interface FineractCall {
  readonly book: FineractBook;
  /** The values in the path, in order. */
  readonly names: readonly string[];
  readonly query: URLSearchParams;
  readonly fields: Fields;
  /** Whether transactions are listed by pages, or only with the loan. */
  readonly pages: boolean;
}

export interface FineractRoute {
  /** Its name for faults and counts. */
  readonly call: string;
  readonly method: 'GET' | 'POST';
  /** As in the API description; undefined: not in our extract of it. */
  readonly described: string | undefined;
  readonly path: RegExp;
  /** The action within which a key is unique; undefined: a read. */
  readonly action?: string;
  answer(call: FineractCall): WireAnswer;
}

export const FINERACT_ROUTES: readonly FineractRoute[] = [
  {
    call: 'business_date',
    method: 'GET',
    described: '/v1/businessdate/{type}',
    path: /^\/businessdate\/(\w+)$/,
    answer: ({ book }) =>
      book.businessDate === undefined
        ? notFound('error.msg.businessdate.not.found')
        : ok({ description: 'Business Date', type: 'BUSINESS_DATE', date: day(book.businessDate) }),
  },
  { call: 'loans', method: 'GET', described: '/v1/loans', path: /^\/loans$/, answer: listLoans },
  {
    call: 'loan',
    method: 'GET',
    described: '/v1/loans/{loanId}',
    path: /^\/loans\/(\d+)$/,
    answer: (call) => withLoan(call, (loan) => ok(detail(call, loan))),
  },
  {
    call: 'payoff',
    method: 'GET',
    described: '/v1/loans/{loanId}/transactions/template',
    path: /^\/loans\/(\d+)\/transactions\/template$/,
    answer: (call) => withLoan(call, (loan) => payoff(call, loan)),
  },
  {
    call: 'transactions',
    method: 'GET',
    described: '/v1/loans/{loanId}/transactions',
    path: /^\/loans\/(\d+)\/transactions$/,
    answer: (call) => (call.pages ? withLoan(call, (loan) => pageOf(call, loan)) : noSuchPath(405)),
  },
  {
    call: 'repay',
    method: 'POST',
    described: '/v1/loans/{loanId}/transactions',
    path: /^\/loans\/(\d+)\/transactions$/,
    action: 'REPAYMENT',
    answer: (call) => withLoan(call, (loan) => pay(call.book, loan, call.query.get('command') ?? '', call.fields)),
  },
  {
    call: 'probe',
    method: 'GET',
    described: '/v1/loans/{loanId}/transactions/external-id/{externalTransactionId}',
    path: /^\/loans\/(\d+)\/transactions\/external-id\/([^/]+)$/,
    answer: ({ book, names }) =>
      transaction(book.byExternalId.get(names[1] ?? ''), 'error.msg.loan.transaction.external.id.invalid'),
  },
  {
    call: 'transaction',
    method: 'GET',
    described: '/v1/loans/{loanId}/transactions/{transactionId}',
    path: /^\/loans\/(\d+)\/transactions\/(\d+)$/,
    answer: (call) =>
      withLoan(call, ({ transactions }) =>
        transaction(
          transactions.find(({ id }) => id === Number(call.names[1])),
          'error.msg.loan.transaction.id.invalid',
        ),
      ),
  },
  {
    call: 'notes',
    method: 'GET',
    described: undefined,
    path: /^\/loanTransactions\/(\d+)\/notes$/,
    answer: ({ book, names }) => {
      const all = [...book.loans.values()].flatMap(({ transactions }) => transactions);
      const note = all.find(({ id }) => id === Number(names[0]))?.note;
      return ok(note === undefined ? [] : [{ id: 1, note }]);
    },
  },
  {
    call: 'undo',
    method: 'POST',
    described: '/v1/loans/{loanId}/transactions/{transactionId}',
    path: /^\/loans\/(\d+)\/transactions\/(\d+)$/,
    action: 'ADJUST',
    answer: (call) => withLoan(call, (loan) => undo(call.book, loan, Number(call.names[1]), call.fields)),
  },
  {
    call: 'client',
    method: 'GET',
    described: '/v1/clients/{clientId}',
    path: /^\/clients\/(\d+)$/,
    answer: ({ book, names }) => {
      const found = book.clients.get(Number(names[0]));
      return found === undefined ? notFound('error.msg.client.id.invalid') : ok(wireClient(found));
    },
  },
  {
    call: 'addresses',
    method: 'GET',
    described: '/v1/client/{clientid}/addresses',
    path: /^\/client\/(\d+)\/addresses$/,
    answer: ({ book, names }) => {
      if (!book.addressesPermitted) return notAuthorized();
      const client = book.clients.get(Number(names[0]));
      return ok((client?.addresses ?? []).map((address, index) => wireAddress(Number(names[0]), index + 1, address)));
    },
  },
  {
    call: 'group',
    method: 'GET',
    described: '/v1/groups/{groupId}',
    path: /^\/groups\/(\d+)$/,
    answer: ({ book, names, query }) => {
      const group = book.groups.get(Number(names[0]));
      if (group === undefined) return notFound('error.msg.group.id.invalid');
      return ok(wireGroup(Number(names[0]), group, query.get('associations') === 'clientMembers'));
    },
  },
];

function listLoans({ book, query }: FineractCall): WireAnswer {
  if (query.get('orderBy') !== 'id') return againstARule('this.stand.in.only.orders.by.id');
  const offset = Number(query.get('offset') ?? 0);
  const rows = [...book.loans.values()].slice(offset, offset + Number(query.get('limit') ?? 200));
  return ok({ totalFilteredRecords: book.loans.size, pageItems: rows.map((loan) => row(book, loan)) });
}

function detail({ book, query }: FineractCall, loan: BookLoan): unknown {
  const associations = (query.get('associations') ?? '').split(',');
  return {
    ...row(book, loan),
    repaymentSchedule: associations.includes('repaymentSchedule') ? wireSchedule(loan) : undefined,
    transactions: associations.includes('transactions') ? loan.transactions.map(wireTransaction) : undefined,
  };
}

function pageOf({ query }: FineractCall, { transactions }: BookLoan): WireAnswer {
  const [number, size] = [Number(query.get('page') ?? 0), Number(query.get('size') ?? 20)];
  const accruals = query.getAll('excludedTypes').includes('accrual');
  const shown = transactions.filter(({ type }) => type !== 10 || !accruals);
  const content = shown.slice(number * size, (number + 1) * size).map(wireTransaction);
  const totalPages = Math.ceil(shown.length / size);
  return ok({ content, number, size, totalPages, totalElements: shown.length, last: number + 1 >= totalPages });
}

function row(book: FineractBook, loan: BookLoan) {
  const name = loan.clientId === undefined ? undefined : book.clients.get(loan.clientId)?.name;
  const group = loan.groupId === undefined ? undefined : book.groups.get(loan.groupId)?.name;
  return wireLoan(loan, name, book.today(), group);
}

function transaction(found: BookTransaction | undefined, code: string): WireAnswer {
  return found === undefined ? notFound(code) : ok(wireTransaction(found));
}

function withLoan({ book, names }: FineractCall, answer: (loan: BookLoan) => WireAnswer): WireAnswer {
  const loan = book.loans.get(Number(names[0]));
  return loan === undefined ? notFound('error.msg.loan.id.invalid') : answer(loan);
}

function ok(body: unknown): WireAnswer {
  return { status: 200, body: asJson(body) };
}

/** A date needs its format and a locale, as everywhere in Fineract. */
function payoff({ book, query }: FineractCall, loan: BookLoan): WireAnswer {
  const on = query.get('transactionDate');
  if (on === null) return ok(wirePayoff(loan, book.today()));
  if (query.get('dateFormat') !== 'yyyy-MM-dd' || query.get('locale') === null || !isIsoDate(on))
    return againstARule('validation.msg.invalid.date.format');
  return ok(wirePayoff(loan, book.today(), on));
}
