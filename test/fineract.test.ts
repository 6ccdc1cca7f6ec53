import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type {
  LoanReference,
  LoanSystem,
  PaymentOrder,
  PostingOutcome,
  Reached,
} from '../connectors/loan-systems/port.js';
import type { IsoDate } from '../core/dates.js';
import { newId } from '../core/ids.js';
import { cents } from '../core/money.js';
import { fineractAdapter, referenceTo } from './support/fineract/fineract-adapter.js';
import { type BookLoan, outstanding } from './support/fineract/fineract-book.js';
import { type FineractServer, openFineract } from './support/fineract/fineract-server.js';
import type { FaultKind } from './support/loan-faults.js';

const FRIDAY = '2026-11-20' as IsoDate;

let server: FineractServer;
let system: LoanSystem & { close(): Promise<void> };
/** Gives up soon, for what never answers. */
let hasty: LoanSystem & { close(): Promise<void> };
let bookLoan: BookLoan;
let loan: LoanReference;

beforeAll(async () => {
  server = await openFineract();
  system = fineractAdapter(server, { settings: { 'payment-types': 'check=2,cash=1' } });
  hasty = fineractAdapter(server, { timeoutMs: 150 });
});
afterAll(async () => {
  await Promise.all([system.close(), hasty.close(), server.close()]);
  expect(server.violations).toEqual([]);
});
beforeEach(() => {
  server.faults.clear();
  server.heard.length = 0;
  server.book.businessDate = FRIDAY;
  bookLoan = server.book.loan();
  loan = referenceTo(bookLoan);
});

describe('Fineract › post', () => {
  it('sends what its contract knows, nothing else, and money as digits', async () => {
    const reference = newId();
    const order = { ...payment(reference, 1_010), paymentMethod: 'check', checkNumber: 1234, memo: 'n'.repeat(1_200) };
    expect(await system.postPayment(order)).toEqual({
      kind: 'confirmed',
      posting: {
        externalId: String(latest().id),
        referenceNumber: latest().id,
        effectiveOn: FRIDAY,
        postedAt: '2026-11-20T05:00:00.000Z',
        amountCents: 1_010,
      },
    });
    const heard = server.heard.find(({ call }) => call === 'repay');
    expect(heard?.fields).toEqual({
      transactionDate: '2026-11-20',
      transactionAmount: 10.1,
      dateFormat: 'yyyy-MM-dd',
      locale: 'en',
      externalId: reference,
      paymentTypeId: 2,
      checkNumber: '1234',
      note: 'n'.repeat(1_000),
    });
    expect(heard?.headers).toMatchObject({ 'idempotency-key': reference, 'fineract-platform-tenantid': 'default' });
  });

  it('is a recovery on a loan that was written off, up to what is not recovered yet', async () => {
    server.book.writeOff(bookLoan);
    expect(await system.quotePayoff(loan)).toEqual(answer({ payable: true, payoffCents: 100_000 }));
    expect(await system.postPayment(payment(newId(), 2_500))).toMatchObject({ kind: 'confirmed' });
    expect(server.heard.find(({ call }) => call === 'repay')?.url).toContain('command=recoverypayment');
    expect(await system.quotePayoff(loan)).toEqual(answer({ payable: true, payoffCents: 97_500 }));
  });

  it('uses the tenant’s own date where there is no business date', async () => {
    server.book.businessDate = undefined;
    expect(await system.postPayment(payment(newId()))).toMatchObject({
      kind: 'confirmed',
      posting: { effectiveOn: server.book.today() },
    });
  });

  it('posts once when the same is asked for twice at the same time', async () => {
    const reference = newId();
    const outcomes = await Promise.all([1, 2, 3].map(() => system.postPayment(payment(reference))));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['confirmed', 'confirmed', 'confirmed']);
    expect(postings(reference)).toBe(1);
  });

  it('confirms what an earlier try posted under another key', async () => {
    const reference = newId();
    server.book.pay(bookLoan, { amount: 1_000, externalId: reference });
    expect(await system.postPayment(payment(reference))).toMatchObject({ kind: 'confirmed' });
    expect(postings(reference)).toBe(1);
  });

  it('confirms the payment that paid the loan off when it is asked for again', async () => {
    const reference = newId();
    await system.postPayment(payment(reference, 100_000));
    expect(bookLoan.status).toBe(600);
    expect(await system.postPayment(payment(reference, 100_000))).toMatchObject({ kind: 'confirmed' });
    expect(await system.postPayment(payment(newId()))).toEqual({ kind: 'refused', reason: 'loan_not_payable' });
  });

  it.each(['conflict', 'server_error'] as const)(
    'does not repeat for ever a %s that is kept under its key',
    async (how) => {
      const reference = newId();
      server.rollBacks.push(how);
      const first = await system.postPayment(payment(reference));
      expect(first.kind).toBe(how === 'conflict' ? 'unreachable' : 'unknown');
      expect(postings(reference)).toBe(0);
      expect(await system.postPayment(payment(reference))).toMatchObject({ kind: 'confirmed' });
      expect(postings(reference)).toBe(1);
    },
  );

  it('reads a stored refusal as the refusal that it was', async () => {
    const reference = newId();
    server.book.businessDate = '2026-11-23' as IsoDate;
    const day = server.book.today();
    const refusal = { kind: 'refused', reason: 'loan_transaction_transaction_amount_not_greater_than_zero' };
    expect(day).toBe('2026-11-23');
    expect(await system.postPayment(payment(reference, 0))).toEqual(refusal);
    expect(await system.postPayment(payment(reference, 0))).toEqual(refusal);
  });

  it('is unreachable, not refused, when it is our credentials, our tenant or our permissions that are wrong', async () => {
    const strangers = [
      fineractAdapter(server, { password: 'wrong' }),
      fineractAdapter(server, { settings: { tenant: 'other' } }),
    ];
    for (const stranger of strangers) {
      expect(await stranger.postPayment(payment(newId()))).toEqual({ kind: 'unreachable' });
      expect(await stranger.quotePayoff(loan)).toEqual({ kind: 'unavailable' });
      expect(await stranger.findPosting(loan, newId())).toEqual({ kind: 'unavailable' });
      await stranger.close();
    }
    server.permitted = false;
    expect(await system.postPayment(payment(newId()))).toEqual({ kind: 'unreachable' });
    server.permitted = true;
  });

  it('is unknown when it waits for somebody to approve it, and told', async () => {
    server.makerChecker = true;
    const reference = newId();
    expect(await system.postPayment(payment(reference))).toEqual({ kind: 'unknown' });
    server.makerChecker = false;
    expect(found(await system.findPosting(loan, reference))).toBe(false);
  });

  it('posts on the day that it is, whatever day sync has just read', async () => {
    await system.source?.loan(loan.externalId);
    server.book.businessDate = '2026-11-23' as IsoDate;
    expect(await system.postPayment(payment(newId()))).toMatchObject({ posting: { effectiveOn: '2026-11-23' } });
  });

  it('takes nothing for a loan in another currency', async () => {
    loan = referenceTo(server.book.loan({ currency: 'KES' }));
    expect(answered(await system.quotePayoff(loan)).payable).toBe(false);
    expect(await system.postPayment(payment(newId()))).toEqual({ kind: 'refused', reason: 'loan_not_payable' });
    expect(await system.source?.loan(loan.externalId)).toEqual({ kind: 'unavailable' });
  });

  it('is unreachable when nobody listens', async () => {
    const nowhere = fineractAdapter({ baseUrl: 'http://127.0.0.1:9/fineract-provider/api/v1' });
    expect(await nowhere.postPayment(payment(newId()))).toEqual({ kind: 'unreachable' });
    await nowhere.close();
  });

  it('takes nothing for a loan that is not there', async () => {
    loan = { ...loan, externalId: '999999' };
    expect(await system.postPayment(payment(newId()))).toEqual({ kind: 'refused', reason: 'loan_not_found' });
    expect(await system.quotePayoff(loan)).toEqual(answer({ payable: false, payoffCents: 0 }));
  });
});

/** What each fault of a command comes to, and how often it is posted in the end. */
const FAULTS: readonly (readonly [FaultKind, PostingOutcome['kind'], posted: 0 | 1])[] = [
  ['refuse', 'refused', 0],
  ['validation_error', 'refused', 0],
  ['locked', 'unreachable', 0],
  ['in_progress', 'unknown', 0],
  ['fail_before_posting', 'unknown', 0],
  ['post_and_fail', 'unknown', 1],
  ['post_and_hang', 'unknown', 1],
  ['post_late', 'unknown', 0],
  ['hang', 'unknown', 0],
  ['reset_before', 'unknown', 0],
  ['reset_after', 'unknown', 1],
  ['slow', 'confirmed', 1],
  ['wrong_json', 'unknown', 1],
  ['html', 'unknown', 0],
];
const HANGS: readonly FaultKind[] = ['post_and_hang', 'post_late', 'hang'];

describe('Fineract › a fault of the command', () => {
  it.each(FAULTS)(
    'post › %s: %s, posted %i times; a probe tells, and a second try posts no second time',
    async (fault, outcome, posted) => {
      const reference = newId();
      server.faults.next('repay', { kind: fault, slowMs: 20 });
      const at = HANGS.includes(fault) ? hasty : system;
      expect((await at.postPayment(payment(reference))).kind).toBe(outcome);
      expect(postings(reference)).toBe(posted);
      expect(found(await system.findPosting(loan, reference))).toBe(posted === 1);
      server.faults.arriveLate();
      expect(await system.postPayment(payment(reference))).toMatchObject({ kind: 'confirmed' });
      expect(postings(reference)).toBe(1);
      expect(outstanding(bookLoan)).toBe(99_000);
    },
  );

  it.each(FAULTS)(
    'reverse › %s: %s, reversed %i times; a probe tells, and a second try finds it',
    async (fault, outcome, posted) => {
      const [reference, reversal] = [newId(), newId()];
      await system.postPayment(payment(reference));
      const order = reversalOrder(reversal, reference);
      server.faults.next('undo', { kind: fault, slowMs: 20 });
      const at = HANGS.includes(fault) ? hasty : system;
      expect((await at.reversePayment(order)).kind).toBe(outcome);
      expect(found(await system.findPosting(loan, reversal))).toBe(posted === 1);
      server.faults.arriveLate();
      expect(await system.reversePayment(order)).toMatchObject({ kind: 'confirmed' });
      expect(await system.reversePayment(reversalOrder(newId(), reference))).toEqual({
        kind: 'refused',
        reason: 'already_reversed',
      });
      expect(outstanding(bookLoan)).toBe(100_000);
    },
  );

  it.each(['fail_before_posting', 'hang', 'reset_before', 'wrong_json', 'html', 'locked', 'in_progress'] as const)(
    'probe › %s: unavailable, never absent',
    async (fault) => {
      server.faults.next('probe', fault);
      expect(await hasty.findPosting(loan, newId())).toEqual({ kind: 'unavailable' });
      server.faults.next('transactions', fault);
      expect(await hasty.findPosting(loan, newId())).toEqual({ kind: 'unavailable' });
    },
  );

  it.each(['business_date', 'loan'] as const)('post › nothing is sent when %s is not answered', async (call) => {
    server.faults.next(call, 'fail_before_posting');
    expect(await system.postPayment(payment(newId()))).toEqual({ kind: 'unreachable' });
    expect(server.heard.some((heard) => heard.call === 'repay')).toBe(false);
  });

  it('post › confirmed when it is refused because an earlier try stands', async () => {
    const reference = newId();
    server.book.pay(bookLoan, { amount: 1_000, externalId: reference });
    server.faults.next('repay', 'refuse');
    expect(await system.postPayment(payment(reference))).toMatchObject({ kind: 'confirmed' });
    expect(postings(reference)).toBe(1);
  });

  it('post › unknown when it is refused and cannot be looked for', async () => {
    server.faults.next('repay', 'refuse');
    server.faults.next('probe', 'fail_before_posting');
    expect(await system.postPayment(payment(newId()))).toEqual({ kind: 'unknown' });
  });

  it('is switched on over HTTP too, for processes that are not this one', async () => {
    const url = new URL('/__control', server.baseUrl);
    const order = async (body: object) => (await fetch(url, { method: 'POST', body: JSON.stringify(body) })).json();
    await order({ op: 'next', call: 'repay', fault: 'refuse' });
    expect(await system.postPayment(payment(newId()))).toEqual({
      kind: 'refused',
      reason: 'loan_application_repayment_date_on_holiday',
    });
    expect(await order({ op: 'calls' })).toMatchObject({ repay: server.faults.count('repay') });
  });

  it('post › unknown when it is posted and cannot be read back', async () => {
    const reference = newId();
    server.faults.next('probe', 'fail_before_posting');
    expect(await system.postPayment(payment(reference))).toEqual({ kind: 'unknown' });
    expect(postings(reference)).toBe(1);
  });
});

describe('Fineract › reverse', () => {
  it('undoes the payment on its own day, under the reversal’s reference', async () => {
    const [reference, reversal] = [newId(), newId()];
    await system.postPayment(payment(reference));
    server.book.businessDate = '2026-11-23' as IsoDate;
    const { id } = latest();
    expect(await system.reversePayment({ ...reversalOrder(reversal, reference), reason: 'duplicate' })).toEqual({
      kind: 'confirmed',
      posting: {
        externalId: `${id}:reversal`,
        referenceNumber: id,
        effectiveOn: '2026-11-23',
        postedAt: '2026-11-23T05:00:00.000Z',
        amountCents: 1_000,
      },
    });
    const heard = server.heard.find(({ call }) => call === 'undo');
    expect(heard?.fields).toEqual({
      transactionDate: '2026-11-20',
      transactionAmount: 0,
      dateFormat: 'yyyy-MM-dd',
      locale: 'en',
      reversalExternalId: reversal,
      note: 'duplicate',
    });
  });

  it('refuses, without asking, what somebody else has reversed', async () => {
    const reference = newId();
    await system.postPayment(payment(reference));
    server.book.undo(latest(), undefined);
    expect(await system.reversePayment(reversalOrder(newId(), reference))).toMatchObject({
      reason: 'already_reversed',
    });
    expect(server.heard.some(({ call }) => call === 'undo')).toBe(false);
  });

  it('takes a permanent 503 for the refusal that it is', async () => {
    const reference = newId();
    await system.postPayment(payment(reference));
    server.book.writeOff(bookLoan);
    expect(await system.reversePayment(reversalOrder(newId(), reference))).toEqual({
      kind: 'refused',
      reason: 'loan_written_off_update_not_allowed',
    });
  });

  it('finds the payment by its reference after Fineract has replayed it under another number', async () => {
    const reference = newId();
    await system.postPayment(payment(reference));
    const order = { ...reversalOrder(newId(), reference), postingExternalId: '999999' };
    expect(await system.reversePayment(order)).toMatchObject({ kind: 'confirmed' });
  });

  it('finds its mark among the transactions of a long loan', async () => {
    const [reference, reversal] = [newId(), newId()];
    for (let count = 0; count < 205; count += 1) server.book.pay(bookLoan, { amount: 1 });
    await system.postPayment(payment(reference));
    await system.reversePayment(reversalOrder(reversal, reference));
    expect(found(await system.findPosting(loan, reversal))).toBe(true);
  });

  it('refuses what it does not have', async () => {
    const order = { ...reversalOrder(newId(), newId()), postingExternalId: '999999' };
    expect(await system.reversePayment(order)).toEqual({ kind: 'refused', reason: 'posting_not_found' });
  });
});

describe('Fineract › older servers', () => {
  it('finds a reversal in the loan’s own list where there are no pages of transactions', async () => {
    server.pages = false;
    const older = fineractAdapter(server);
    const [reference, reversal] = [newId(), newId()];
    await older.postPayment(payment(reference));
    await older.reversePayment(reversalOrder(reversal, reference));
    expect(found(await older.findPosting(loan, reversal))).toBe(true);
    expect(found(await older.findPosting(loan, newId()))).toBe(false);
    await older.close();
    server.pages = true;
  });
});

function payment(externalReference: string, amount = 1_000): PaymentOrder {
  const amountCents = cents(amount);
  return { loan, externalReference, amountCents, paymentMethod: 'cash', checkNumber: null, memo: null };
}

function reversalOrder(externalReference: string, paymentReference: string) {
  const posted = server.book.byExternalId.get(paymentReference);
  return {
    loan,
    externalReference,
    paymentReference,
    postingExternalId: String(posted?.id ?? 0),
    amountCents: cents(1_000),
    reason: null,
    isNsf: false,
  };
}

function postings(reference: string): number {
  return bookLoan.transactions.filter(({ externalId }) => externalId === reference).length;
}

function latest() {
  const transaction = bookLoan.transactions.at(-1);
  if (transaction === undefined) throw new Error('nothing posted');
  return transaction;
}

function answer<T>(value: T): Reached<T> {
  return { kind: 'answered', value };
}

function answered<T>(reached: Reached<T>): T {
  if (reached.kind === 'unavailable') throw new Error('not answered');
  return reached.value;
}

function found(reached: Reached<unknown>): boolean {
  return answered(reached) !== 'absent';
}
