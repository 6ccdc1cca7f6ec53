import { z } from 'zod';
import type { WireAnswer } from '../loan-faults.js';
import type { MambuBook, Refusal } from './mambu-book.js';
import { type BookLoan, type BookTransaction, type Holder, positionOf } from './mambu-loan.js';
import { wireHolder, wireLoan, wirePayoff, wireSchedule, wireTransaction } from './mambu-wire.js';

/** One request, as a route gets it: the values in the path, the query, and a body that matches the contract. */
export interface MambuCall {
  readonly book: MambuBook;
  readonly key: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
}

export interface MambuRoute {
  readonly call: string;
  readonly method: 'GET' | 'POST';
  readonly path: RegExp;
  answer(call: MambuCall): WireAnswer;
}

export const MAMBU_ROUTES: readonly MambuRoute[] = [
  {
    call: 'organization',
    method: 'GET',
    path: /^\/setup\/organization$/,
    answer: ({ book }) =>
      ok({
        institutionName: 'Lender',
        currency: 'USD',
        timeZoneID: book.timeZone,
        dateFormat: 'dd-MM-yyyy',
        dateTimeFormat: 'dd-MM-yyyy HH:mm:ss',
        decimalSeparator: 'POINT',
      }),
  },
  { call: 'search_loans', method: 'POST', path: /^\/loans:search$/, answer: searchLoans },
  { call: 'search_clients', method: 'POST', path: /^\/clients:search$/, answer: searchHolders('CLIENT') },
  { call: 'search_groups', method: 'POST', path: /^\/groups:search$/, answer: searchHolders('GROUP') },
  { call: 'search_transactions', method: 'POST', path: /^\/loans\/transactions:search$/, answer: searchTransactions },
  { call: 'adjust', method: 'POST', path: /^\/loans\/transactions\/([^/:]+):adjust$/, answer: adjust },
  {
    call: 'transaction',
    method: 'GET',
    path: /^\/loans\/transactions\/([^/:]+)$/,
    answer: ({ book, key }) => {
      const found = transactionOf(book, key);
      return found === undefined ? NO_TRANSACTION : ok(wireTransaction(book, found));
    },
  },
  {
    call: 'loan',
    method: 'GET',
    path: /^\/loans\/([^/:]+)$/,
    answer: (call) => withLoan(call, (loan) => ok(wireLoan(call.book, loan))),
  },
  {
    call: 'schedule',
    method: 'GET',
    path: /^\/loans\/([^/:]+)\/schedule$/,
    answer: (call) => withLoan(call, (loan) => ok(wireSchedule(call.book, loan))),
  },
  {
    call: 'payoff',
    method: 'POST',
    path: /^\/loans\/([^/:]+):previewPayOffAmounts$/,
    answer: (call) => withLoan(call, (loan) => ok(wirePayoff(call.book, loan, call.body))),
  },
  {
    call: 'transactions',
    method: 'GET',
    path: /^\/loans\/([^/:]+)\/transactions$/,
    answer: (call) =>
      withLoan(call, (loan) =>
        page(call, loan.transactions.toReversed()).map((one) => wireTransaction(call.book, one)),
      ),
  },
  { call: 'repay', method: 'POST', path: /^\/loans\/([^/:]+)\/repayment-transactions$/, answer: repay },
  { call: 'client', method: 'GET', path: /^\/clients\/([^/:]+)$/, answer: (call) => holder(call, 'CLIENT') },
  { call: 'group', method: 'GET', path: /^\/groups\/([^/:]+)$/, answer: (call) => holder(call, 'GROUP') },
];

export function failure(status: number, errorCode: number, errorReason: string, errorSource?: string): WireAnswer {
  return { status, body: { errors: [{ errorCode, errorReason, ...(errorSource !== undefined && { errorSource }) }] } };
}

/*
 * Mambu publishes its codes: 2, 4, 100, 105, 110, 128 and 148 here are from that list. The others stand for refusals
 * whose text we do not know: no code may depend on them.
 */
const NO_LOAN = failure(404, 100, 'INVALID_LOAN_ACCOUNT_ID');
const NO_TRANSACTION = failure(404, 150, 'INVALID_TRANSACTION_ID');

const repayment = z.object({
  amount: z.number(),
  externalId: z.string().optional(),
  notes: z.string().optional(),
  transactionDetails: z.object({ transactionChannelId: z.string().optional() }).optional(),
});

function repay(call: MambuCall): WireAnswer {
  const { amount, externalId, notes, transactionDetails } = repayment.parse(call.body);
  const channel = transactionDetails?.transactionChannelId;
  return withLoan(call, (loan) =>
    posted(call.book, 201, call.book.repay(loan, { amount: Math.round(amount * 100), externalId, notes, channel })),
  );
}

function adjust({ book, key, body }: MambuCall): WireAnswer {
  const original = transactionOf(book, key);
  const { notes } = z.object({ notes: z.string() }).parse(body);
  return original === undefined ? NO_TRANSACTION : posted(book, 200, book.adjust(original, notes));
}

function posted(book: MambuBook, status: number, made: BookTransaction | Refusal): WireAnswer {
  if ('refused' in made) return failure(400, made.refused.code, made.refused.reason);
  return { status, body: wireTransaction(book, made) };
}

const criteria = z.object({
  filterCriteria: z
    .array(
      z.object({
        field: z.string(),
        operator: z.string(),
        value: z.string().optional(),
        values: z.array(z.string()).optional(),
      }),
    )
    .default([]),
});

/** The keys that a search is limited to; undefined: any. */
function keysIn(call: MambuCall, name: string): readonly string[] | undefined {
  const { filterCriteria } = criteria.parse(call.body);
  return filterCriteria.find(({ field, operator }) => field === name && operator === 'IN')?.values;
}

/** In the cursor's order: modification time first, then key. */
function searchLoans(call: MambuCall): WireAnswer {
  const { book, query } = call;
  const keys = keysIn(call, 'encodedKey');
  if (keys !== undefined) {
    const named = keys.flatMap((key) => book.loans.get(key) ?? []);
    return page(call, named).map((loan) => wireLoan(book, loan));
  }
  const from = modifiedAfter(call);
  const holders = keysIn(call, 'accountHolderKey');
  const cursor = query.get('cursor') ?? '_';
  const begin = cursor === '_' ? '' : Buffer.from(cursor, 'base64url').toString();
  const limit = Number(query.get('limit') ?? 50);
  const rest = book
    .byModification()
    .filter((loan) => inSeconds(loan.modifiedAt) > from && positionOf(loan) > begin)
    .filter((loan) => holders === undefined || holders.includes(loan.holder.key));
  const found = rest.slice(0, limit);
  const last = rest.length > limit ? found.at(-1) : undefined;
  return {
    status: 200,
    body: found.map((loan) => wireLoan(book, loan)),
    headers: { 'items-next-cursor': last === undefined ? '' : Buffer.from(positionOf(last)).toString('base64url') },
  };
}

/** An instant that a search begins after. */
function modifiedAfter({ body }: MambuCall): number {
  const { filterCriteria } = criteria.parse(body);
  const after = filterCriteria.find(({ field, operator }) => field === 'lastModifiedDate' && operator === 'AFTER');
  return after?.value === undefined ? Number.NEGATIVE_INFINITY : Date.parse(after.value);
}

/** Mambu stores whole seconds. */
function inSeconds(at: number): number {
  return Math.floor(at / 1000) * 1000;
}

/** By the cursor: in the order of creation, then by key. */
function transactionsOf(loans: readonly string[], { book, query }: MambuCall): WireAnswer {
  const positionOf = ({ at, key }: BookTransaction) => `${String(at).padStart(15, '0')} ${key}`;
  const cursor = query.get('cursor') ?? '_';
  const begin = cursor === '_' ? '' : Buffer.from(cursor, 'base64url').toString();
  const limit = Number(query.get('limit') ?? 50);
  const rest = loans
    .flatMap((key) => book.loans.get(key)?.transactions ?? [])
    .map((one) => ({ one, position: positionOf(one) }))
    .filter(({ position }) => position > begin)
    .sort((first, second) => (first.position < second.position ? -1 : 1));
  const found = rest.slice(0, limit);
  const last = rest.length > limit ? found.at(-1) : undefined;
  return {
    status: 200,
    body: found.map(({ one }) => wireTransaction(book, one)),
    headers: { 'items-next-cursor': last === undefined ? '' : Buffer.from(last.position).toString('base64url') },
  };
}

/** By keys, or by modification; there the cursor is the key of the last one. */
function searchHolders(kind: Holder['type']) {
  return (call: MambuCall): WireAnswer => {
    const { book, query } = call;
    const keys = keysIn(call, 'encodedKey');
    const all = keys === undefined ? [...book.holders.values()] : keys.flatMap((key) => book.holders.get(key) ?? []);
    const ofKind = all.filter(({ type }) => type === kind);
    if (keys !== undefined) return page(call, ofKind).map((holder) => wireHolder(book, holder));
    const cursor = query.get('cursor') ?? '_';
    const rest = ofKind
      .filter(({ modifiedAt, key }) => inSeconds(modifiedAt) > modifiedAfter(call) && (cursor === '_' || key > cursor))
      .sort((one, other) => (one.key < other.key ? -1 : 1));
    const found = rest.slice(0, Number(query.get('limit') ?? 50));
    const last = rest.length > found.length ? found.at(-1) : undefined;
    const body = found.map((holder) => wireHolder(book, holder));
    return { status: 200, body, headers: { 'items-next-cursor': last?.key ?? '' } };
  };
}

function searchTransactions(call: MambuCall): WireAnswer {
  const { book } = call;
  const loans = keysIn(call, 'parentAccountKey');
  if (loans !== undefined) return transactionsOf(loans, call);
  const { filterCriteria } = criteria.parse(call.body);
  const value = (name: string) => filterCriteria.find(({ field }) => field === name)?.value;
  const [externalId, type, parent] = [value('externalId'), value('type'), value('parentAccountKey')];
  const among =
    externalId !== undefined
      ? (book.byExternalId.get(externalId) ?? [])
      : (book.loans.get(parent ?? '')?.transactions ?? []);
  const found = among
    .filter((one) => type === undefined || one.type === type)
    .filter((one) => parent === undefined || one.loan.key === parent)
    .toReversed();
  return page(call, found).map((one) => wireTransaction(book, one));
}

/** A page of a list as an answer; pages beyond the end are empty. */
function page<T>({ query }: MambuCall, all: readonly T[]): { map(write: (one: T) => unknown): WireAnswer } {
  const offset = Number(query.get('offset') ?? 0);
  const limit = Number(query.get('limit') ?? 50);
  return { map: (write) => ok(all.slice(offset, offset + limit).map(write)) };
}

function withLoan({ book, key }: MambuCall, answer: (loan: BookLoan) => WireAnswer): WireAnswer {
  const loan = book.loans.get(key) ?? [...book.loans.values()].find(({ id }) => id === key);
  return loan === undefined ? NO_LOAN : answer(loan);
}

function transactionOf(book: MambuBook, key: string): BookTransaction | undefined {
  return book.transactions.get(key) ?? [...book.transactions.values()].find(({ id }) => String(id) === key);
}

function holder({ book, key }: MambuCall, type: 'CLIENT' | 'GROUP'): WireAnswer {
  const found = book.holders.get(key);
  if (found?.type === type) return ok(wireHolder(book, found));
  return type === 'CLIENT' ? failure(404, 301, 'INVALID_CLIENT_ID') : failure(404, 302, 'INVALID_GROUP_ID');
}

function ok(body: unknown): WireAnswer {
  return { status: 200, body };
}
