import { isIsoDate } from '../../../core/time/dates.js';
import type { WireAnswer } from '../loan-faults.js';
import { ok, withLoan } from './fineract-answers.js';
import type { FineractApprovals } from './fineract-approvals.js';
import type { BookLoan, BookTransaction, FineractBook } from './fineract-book.js';
import { type Fields, pay, undo } from './fineract-commands.js';
import { againstARule, bare, notFound } from './fineract-errors.js';
import { STAFF_ROUTES, waiveOrWriteOff } from './fineract-staff.js';
import {
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
  readonly approvals: FineractApprovals;
  /** Whether commands wait for approval. */
  readonly makerChecker: boolean;
  /** The values in the path, in order. */
  readonly names: readonly string[];
  readonly query: URLSearchParams;
  readonly fields: Fields;
  /** The requests of a batch. */
  readonly requests: readonly BatchRequest[];
  /** Whether transactions are listed by pages, or only with the loan. */
  readonly pages: boolean;
  readonly ignoresPayoffDay: boolean;
}

interface BatchRequest {
  readonly requestId: number;
  readonly relativeUrl: string;
}

export interface FineractRoute {
  /** Its name for faults and counts. */
  readonly call: string;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** As in the API description; undefined: not in our extract of it. */
  readonly described: string | undefined;
  readonly path: RegExp;
  /** The action within which a key is unique; undefined: a read. */
  readonly action?: string;
  /** What the user must hold. */
  permission(query: URLSearchParams): string;
  answer(call: FineractCall): WireAnswer;
}

const READ_LOAN = () => 'READ_LOAN';

export const FINERACT_ROUTES: readonly FineractRoute[] = [
  {
    call: 'business_date',
    method: 'GET',
    described: '/v1/businessdate/{type}',
    path: /^\/businessdate\/(\w+)$/,
    permission: () => 'READ_BUSINESS_DATE',
    answer: ({ book }) =>
      book.businessDate === undefined
        ? notFound('error.msg.businessdate.not.found')
        : ok({ description: 'Business Date', type: 'BUSINESS_DATE', date: day(book.businessDate) }),
  },
  { call: 'loans', method: 'GET', described: '/v1/loans', path: /^\/loans$/, permission: READ_LOAN, answer: listLoans },
  {
    call: 'loan',
    method: 'GET',
    described: '/v1/loans/{loanId}',
    path: /^\/loans\/(\d+)$/,
    permission: READ_LOAN,
    answer: (call) => withLoan(call, (loan) => ok(detail(call, loan))),
  },
  {
    call: 'payoff',
    method: 'GET',
    described: '/v1/loans/{loanId}/transactions/template',
    path: /^\/loans\/(\d+)\/transactions\/template$/,
    permission: READ_LOAN,
    answer: (call) => withLoan(call, (loan) => payoff(call, loan)),
  },
  {
    call: 'transactions',
    method: 'GET',
    described: '/v1/loans/{loanId}/transactions',
    path: /^\/loans\/(\d+)\/transactions$/,
    permission: READ_LOAN,
    answer: (call) =>
      call.pages ? withLoan(call, (loan) => pageOf(call, loan)) : bare(405, `/loans/${call.names[0]}/transactions`),
  },
  {
    call: 'repay',
    method: 'POST',
    described: '/v1/loans/{loanId}/transactions',
    path: /^\/loans\/(\d+)\/transactions$/,
    action: 'REPAYMENT',
    permission: (query) => `${(query.get('command') ?? '').toUpperCase()}_LOAN`,
    answer: (call) => withLoan(call, (loan) => transact(call, loan)),
  },
  {
    call: 'probe',
    method: 'GET',
    described: '/v1/loans/{loanId}/transactions/external-id/{externalTransactionId}',
    path: /^\/loans\/(\d+)\/transactions\/external-id\/([^/]+)$/,
    permission: READ_LOAN,
    answer: ({ book, names }) =>
      transaction(book.byExternalId.get(names[1] ?? ''), 'error.msg.loan.transaction.external.id.invalid'),
  },
  {
    call: 'transaction',
    method: 'GET',
    described: '/v1/loans/{loanId}/transactions/{transactionId}',
    path: /^\/loans\/(\d+)\/transactions\/(\d+)$/,
    permission: READ_LOAN,
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
    permission: () => 'READ_LOANNOTE',
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
    permission: () => 'ADJUST_LOAN',
    answer: (call) => withLoan(call, (loan) => undo(call.book, loan, Number(call.names[1]), call.fields)),
  },
  {
    call: 'clients',
    method: 'GET',
    described: undefined,
    path: /^\/clients$/,
    permission: () => 'READ_CLIENT',
    answer: ({ book, query }) => {
      const clients = [...book.clients.values()].slice(0, Number(query.get('limit') ?? 200));
      return ok({ totalFilteredRecords: book.clients.size, pageItems: clients.map(wireClient) });
    },
  },
  {
    call: 'client',
    method: 'GET',
    described: '/v1/clients/{clientId}',
    path: /^\/clients\/(\d+)$/,
    permission: () => 'READ_CLIENT',
    answer: ({ book, names }) => {
      const found = book.clients.get(Number(names[0]));
      return found === undefined ? notFound('error.msg.client.not.found.with.client.id') : ok(wireClient(found));
    },
  },
  {
    call: 'addresses',
    method: 'GET',
    described: '/v1/client/{clientid}/addresses',
    path: /^\/client\/(\d+)\/addresses$/,
    permission: () => 'READ_ADDRESS',
    answer: ({ book, names }) => {
      const client = book.clients.get(Number(names[0]));
      return ok((client?.addresses ?? []).map((address, index) => wireAddress(Number(names[0]), index + 1, address)));
    },
  },
  {
    call: 'audits',
    method: 'GET',
    described: undefined,
    path: /^\/audits$/,
    permission: () => 'READ_AUDIT',
    // Commands that wait for approval, and those that were carried out, are kept apart here.
    answer: ({ approvals, book, query }) => (query.has('loanid') ? approvals.list(query) : book.audits.answer(query)),
  },
  {
    call: 'batch',
    method: 'POST',
    described: undefined,
    path: /^\/batches$/,
    permission: READ_LOAN,
    answer: (call) => ok(call.requests.map((request) => answerInBatch(call, request))),
  },
  {
    call: 'group',
    method: 'GET',
    described: '/v1/groups/{groupId}',
    path: /^\/groups\/(\d+)$/,
    permission: () => 'READ_GROUP',
    answer: ({ book, names, query }) => {
      const group = book.groups.get(Number(names[0]));
      if (group === undefined) return notFound('error.msg.group.id.invalid');
      return ok(wireGroup(Number(names[0]), group, query.get('associations') === 'clientMembers'));
    },
  },
  {
    call: 'configuration',
    method: 'GET',
    described: undefined,
    path: /^\/configurations\/name\/maker-checker$/,
    permission: () => 'READ_CONFIGURATION',
    answer: ({ makerChecker }) =>
      ok({ name: 'maker-checker', enabled: makerChecker, value: 0, id: 1, trapDoor: false }),
  },
  {
    call: 'permissions',
    method: 'GET',
    described: undefined,
    path: /^\/permissions$/,
    permission: () => 'READ_PERMISSION',
    answer: ({ approvals }) => ok(approvals.permissions()),
  },
  ...STAFF_ROUTES,
];

function transact({ book, query, fields }: FineractCall, loan: BookLoan): WireAnswer {
  const command = query.get('command');
  return waiveOrWriteOff(book, loan, command, fields) ?? pay(book, loan, command ?? '', fields);
}

function listLoans({ book, query }: FineractCall): WireAnswer {
  if (query.get('orderBy') !== 'id') return againstARule('this.stand.in.only.orders.by.id');
  const offset = Number(query.get('offset') ?? 0);
  const rows = [...book.loans.values()].slice(offset, offset + Number(query.get('limit') ?? 200));
  return ok({ totalFilteredRecords: book.loans.size, pageItems: rows.map((loan) => row(book, loan)) });
}

/** Of all reads, a batch knows those of single loans and transactions. */
function answerInBatch(call: FineractCall, { requestId, relativeUrl }: BatchRequest): object {
  const { pathname, searchParams: query } = new URL(relativeUrl, 'http://fineract.test');
  const id = /^\/loans\/(\d+)$/.exec(pathname)?.[1];
  if (id === undefined)
    return {
      requestId,
      statusCode: 501,
      body: `Resource with method GET and relativeUrl ${relativeUrl} doesn't exist`,
    };
  const inner = { ...call, query, names: [id] };
  const { status, body } = withLoan(inner, (loan) => ok(detail(inner, loan)));
  return { requestId, statusCode: status, headers: [], body };
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

/** A date needs its format and a locale, as everywhere in Fineract. */
function payoff({ book, query, ignoresPayoffDay }: FineractCall, loan: BookLoan): WireAnswer {
  const on = query.get('transactionDate');
  if (on === null) return ok(wirePayoff(loan, book.today()));
  if (query.get('dateFormat') !== 'yyyy-MM-dd' || query.get('locale') === null || !isIsoDate(on))
    return againstARule('validation.msg.invalid.date.format');
  return ok(wirePayoff(loan, book.today(), ignoresPayoffDay ? undefined : on));
}
