import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import type { Reached } from '../../loan-model/port.js';
import { fineractAdapter, referenceTo } from '../support/fineract/fineract-adapter.js';
import {
  answered,
  type FineractHarness,
  FRIDAY,
  found,
  MONDAY,
  openFineractHarness,
} from '../support/fineract/fineract-harness.js';
import { DOCUMENTED_PERMISSIONS } from '../support/fineract/fineract-permissions.js';
import { until } from '../support/until.js';

let harness: FineractHarness;

beforeAll(async () => {
  harness = await openFineractHarness();
});
afterAll(async () => {
  await harness.close();
  expect(harness.server.violations).toEqual([]);
});
beforeEach(() => harness.renew());

describe('Fineract › post', () => {
  it('sends only fields of its contract, and money as digits', async () => {
    const reference = newId();
    const order = {
      ...harness.payment(reference, 1_010),
      paymentMethod: 'check',
      checkNumber: 1234,
      memo: 'n'.repeat(1_200),
    };
    expect(await harness.system.postPayment(order)).toEqual({
      kind: 'confirmed',
      posting: {
        externalId: String(harness.latest().id),
        referenceNumber: harness.latest().id,
        effectiveOn: FRIDAY,
        postedAt: expect.any(String),
        amountCents: 1_010,
        paymentMethods: ['check'],
      },
    });
    const heard = harness.requestsTo('repay')[0];
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

  it.each([
    ['within its day, if our clock is within it', '2026-11-20T17:30:00.123Z', '2026-11-20T17:30:00.123Z'],
    ['never before its day, whatever our clock says', '2026-11-19T12:00:00.000Z', '2026-11-20T05:00:00.000Z'],
  ])('and its reversal are posted %s; found later, at the beginning of the day', async (_, ours, postedAt) => {
    const clock = { now: () => Temporal.Instant.from(ours) };
    const system = fineractAdapter(harness.server, { clock });
    const [reference, reversal] = [newId(), newId()];
    const dayBegan = '2026-11-20T05:00:00.000Z';
    expect(await system.postPayment(harness.payment(reference))).toMatchObject({ posting: { postedAt } });
    expect(await system.postPayment(harness.payment(reference))).toMatchObject({ posting: { postedAt: dayBegan } });
    expect(await system.findPosting(harness.loan, reference)).toMatchObject({ value: { postedAt: dayBegan } });
    const order = harness.reversal(reversal, reference);
    expect(await system.reversePayment(order)).toMatchObject({ posting: { postedAt } });
    expect(await system.findPosting(harness.loan, reversal)).toMatchObject({ value: { postedAt: dayBegan } });
    await system.close();
  });

  it('is a recovery on a written-off loan, up to the amount not recovered yet', async () => {
    harness.server.book.writeOff(harness.bookLoan);
    expect(await harness.system.quotePayoff(harness.loan)).toEqual(answer({ payable: true, payoffCents: 100_000 }));
    expect(await harness.system.postPayment(harness.payment(newId(), 2_500))).toMatchObject({ kind: 'confirmed' });
    expect(harness.requestsTo('repay')[0]?.url).toContain('command=recoverypayment');
    expect(await harness.system.quotePayoff(harness.loan)).toEqual(answer({ payable: true, payoffCents: 97_500 }));
    // Fineract has nothing outstanding, but it is still owed, as in Tributary's own ledger.
    expect(await harness.system.source?.loan(harness.loan.externalId)).toMatchObject({
      value: { statusCode: 'charged_off', currentBalanceCents: 97_500 },
    });
  });

  it('uses the tenant’s own date if there is no business date', async () => {
    harness.server.book.businessDate = undefined;
    expect(await harness.system.postPayment(harness.payment(newId()))).toMatchObject({
      kind: 'confirmed',
      posting: { effectiveOn: harness.server.book.today() },
    });
  });

  it('posts once when two identical requests run at the same time', async () => {
    const reference = newId();
    const outcomes = await Promise.all([1, 2, 3].map(() => harness.system.postPayment(harness.payment(reference))));
    expect(outcomes.map(({ kind }) => kind)).toEqual(['confirmed', 'confirmed', 'confirmed']);
    expect(harness.postings(reference)).toBe(1);
  });

  it('confirms a payment that an earlier try posted with another key', async () => {
    const reference = newId();
    harness.server.book.pay(harness.bookLoan, { amount: 1_000, externalId: reference });
    expect(await harness.system.postPayment(harness.payment(reference))).toMatchObject({ kind: 'confirmed' });
    expect(harness.postings(reference)).toBe(1);
  });

  it('confirms the payment that paid off the loan when it is requested again', async () => {
    const reference = newId();
    await harness.system.postPayment(harness.payment(reference, 100_000));
    expect(harness.bookLoan.status).toBe(600);
    expect(await harness.system.postPayment(harness.payment(reference, 100_000))).toMatchObject({ kind: 'confirmed' });
    expect(await harness.system.postPayment(harness.payment(newId()))).toEqual({
      kind: 'refused',
      reason: 'loan_not_payable',
    });
  });

  it.each(['conflict', 'server_error', 'not_permitted'] as const)(
    'does not repeat for ever a %s that is stored with its key',
    async (how) => {
      const reference = newId();
      harness.server.rollBacks.push(how);
      const first = await harness.system.postPayment(harness.payment(reference));
      expect(first.kind).toBe(how === 'server_error' ? 'unknown' : 'unreachable');
      expect(harness.postings(reference)).toBe(0);
      expect(await harness.system.postPayment(harness.payment(reference))).toMatchObject({ kind: 'confirmed' });
      expect(harness.postings(reference)).toBe(1);
    },
  );

  it('never takes a stored refusal for the answer: it asks again under another key', async () => {
    const reference = newId();
    const refusal = { kind: 'refused', reason: 'loan_application_repayment_date_on_holiday' };
    harness.server.faults.next('repay', 'refuse', 1);
    expect(await harness.system.postPayment(harness.payment(reference))).toEqual(refusal);
    expect(await harness.system.postPayment(harness.payment(reference))).toMatchObject({ kind: 'confirmed' });
    const keys = harness.requestsTo('repay').map(({ headers }) => headers['idempotency-key']);
    expect(keys).toEqual([reference, reference, expect.not.stringMatching(reference)]);
    expect(harness.postings(reference)).toBe(1);
  });

  it('is refused again when the reason of a stored refusal is still there', async () => {
    const reference = newId();
    const refusal = { kind: 'refused', reason: 'loan_transaction_transaction_amount_not_greater_than_zero' };
    for (const _ of [1, 2]) expect(await harness.system.postPayment(harness.payment(reference, 0))).toEqual(refusal);
  });

  it('is unreachable, not refused, when our credentials, tenant or permissions are wrong', async () => {
    const strangers = [
      fineractAdapter(harness.server, { password: 'wrong' }),
      fineractAdapter(harness.server, { settings: { tenant: 'other' } }),
    ];
    for (const stranger of strangers) {
      expect(await stranger.postPayment(harness.payment(newId()))).toEqual({ kind: 'unreachable' });
      expect(await stranger.quotePayoff(harness.loan)).toEqual({ kind: 'unavailable' });
      expect(await stranger.findPosting(harness.loan, newId())).toEqual({ kind: 'unavailable' });
      await stranger.close();
    }
    harness.server.permissions.clear();
    const outcome = await harness.system.postPayment(harness.payment(newId()));
    expect(outcome).toMatchObject({ kind: 'unreachable', problem: expect.stringContaining('READ_LOAN') });
    for (const permission of DOCUMENTED_PERMISSIONS) harness.server.permissions.add(permission);
  });

  it('is unreachable because of our settings when Fineract does not have the payment type, until it does', async () => {
    const system = fineractAdapter(harness.server, { settings: { 'payment-types': 'cash=99' } });
    const reference = newId();
    const refused = { setting: 'payment-types', value: 'cash=99' };
    const outcome = { kind: 'unreachable', isWell: true, refusedSetting: refused };
    for (const _ of [1, 2]) expect(await system.postPayment(harness.payment(reference))).toEqual(outcome);
    // The stored failure is not repeated under the same reference once the setting is right.
    expect(await harness.system.postPayment(harness.payment(reference))).toMatchObject({ kind: 'confirmed' });
    await system.close();
  });

  it('on a loan that is paid off between our look and our posting is confirmed with what it overpaid', async () => {
    const loan = harness.bookLoan;
    const reference = newId();
    harness.server.faults.next('repay', { kind: 'slow', slowMs: 200 });
    const posting = harness.system.postPayment(harness.payment(reference, 2_500));
    await until(() => harness.requestsTo('repay').length === 1, 'the payment is on its way');
    harness.server.book.pay(loan, { amount: 98_000 });
    expect(await posting).toMatchObject({ kind: 'confirmed', posting: { amountCents: 2_500, overpaidCents: 500 } });
    expect(await harness.system.findPosting(harness.loan, reference)).toMatchObject({ value: { overpaidCents: 500 } });
  });

  it('posts on the current day, whatever day the sync has just read', async () => {
    await harness.system.source?.loan(harness.loan.externalId);
    harness.server.book.businessDate = MONDAY;
    expect(await harness.system.postPayment(harness.payment(newId()))).toMatchObject({
      posting: { effectiveOn: '2026-11-23' },
    });
  });

  it.each([
    ['in another currency', { currency: 'KES' }],
    ['whose product calculates with more decimals than cents', { decimals: 6 }],
  ])('posts nothing on a loan %s', async (_, made) => {
    const loan = referenceTo(harness.server.book.loan(made));
    const refusal = { kind: 'refused', reason: 'loan_not_payable' };
    expect(answered(await harness.system.quotePayoff(loan)).payable).toBe(false);
    expect(await harness.system.postPayment(harness.payment(newId(), 1_000, loan))).toEqual(refusal);
    expect(await harness.system.source?.loan(loan.externalId)).toEqual({ kind: 'unavailable', isWell: true });
  });

  it('is unreachable when nothing listens', async () => {
    const nowhere = fineractAdapter({ baseUrl: 'http://127.0.0.1:9/fineract-provider/api/v1' });
    expect(await nowhere.postPayment(harness.payment(newId()))).toEqual({ kind: 'unreachable' });
    await nowhere.close();
  });

  it('refuses a payment on an unknown loan', async () => {
    const loan = { ...harness.loan, externalId: '999999' };
    const refusal = { kind: 'refused', reason: 'loan_not_found' };
    expect(await harness.system.postPayment(harness.payment(newId(), 1_000, loan))).toEqual(refusal);
    expect(await harness.system.quotePayoff(loan)).toEqual(answer({ payable: false, payoffCents: 0 }));
  });
});

describe('Fineract › reverse', () => {
  it('reverses the payment on its own day, with the reversal’s reference', async () => {
    const [reference, reversal] = [newId(), newId()];
    const clock = { now: () => Temporal.Instant.from('2026-11-20T17:30:00Z') };
    const system = fineractAdapter(harness.server, { clock });
    await system.postPayment(harness.payment(reference));
    harness.server.book.businessDate = MONDAY;
    const { id } = harness.latest();
    expect(await system.reversePayment({ ...harness.reversal(reversal, reference), reason: 'duplicate' })).toEqual({
      kind: 'confirmed',
      posting: {
        externalId: `${id}:reversal`,
        referenceNumber: id,
        effectiveOn: '2026-11-23',
        postedAt: '2026-11-23T05:00:00.000Z', // by our clock that day has not begun yet
        amountCents: 1_000,
      },
    });
    const heard = harness.requestsTo('undo')[0];
    expect(heard?.fields).toEqual({
      transactionDate: '2026-11-20',
      transactionAmount: 0,
      dateFormat: 'yyyy-MM-dd',
      locale: 'en',
      reversalExternalId: reversal,
      note: 'duplicate',
    });
    await system.close();
  });

  it('refuses, without sending, a payment that another user has reversed', async () => {
    const reference = newId();
    await harness.system.postPayment(harness.payment(reference));
    harness.server.book.undo(harness.latest(), undefined);
    expect(await harness.system.reversePayment(harness.reversal(newId(), reference))).toMatchObject({
      reason: 'already_reversed',
    });
    expect(harness.requestsTo('undo')).toEqual([]);
  });

  it('reads a permanent 503 as a refusal', async () => {
    const reference = newId();
    await harness.system.postPayment(harness.payment(reference));
    harness.server.book.writeOff(harness.bookLoan);
    expect(await harness.system.reversePayment(harness.reversal(newId(), reference))).toEqual({
      kind: 'refused',
      reason: 'loan_written_off_update_not_allowed',
    });
  });

  it('finds the payment by its reference after Fineract has replayed it with another number', async () => {
    const reference = newId();
    await harness.system.postPayment(harness.payment(reference));
    const order = { ...harness.reversal(newId(), reference), postingExternalId: '999999' };
    expect(await harness.system.reversePayment(order)).toMatchObject({ kind: 'confirmed' });
  });

  it('finds its mark among the transactions of a long loan', async () => {
    const [reference, reversal] = [newId(), newId()];
    for (let count = 0; count < 205; count += 1) harness.server.book.pay(harness.bookLoan, { amount: 1 });
    await harness.system.postPayment(harness.payment(reference));
    await harness.system.reversePayment(harness.reversal(reversal, reference));
    expect(found(await harness.system.findPosting(harness.loan, reversal))).toBe(true);
  });

  it('refuses unknown postings', async () => {
    const order = { ...harness.reversal(newId(), newId()), postingExternalId: '999999' };
    expect(await harness.system.reversePayment(order)).toEqual({ kind: 'refused', reason: 'posting_not_found' });
  });
});

describe('Fineract › older servers', () => {
  it('finds a reversal in the loan’s own list if there are no pages of transactions', async () => {
    harness.server.pages = false;
    const older = fineractAdapter(harness.server);
    const [reference, reversal] = [newId(), newId()];
    await older.postPayment(harness.payment(reference));
    await older.reversePayment(harness.reversal(reversal, reference));
    expect(found(await older.findPosting(harness.loan, reversal))).toBe(true);
    expect(found(await older.findPosting(harness.loan, newId()))).toBe(false);
    await older.close();
    harness.server.pages = true;
  });
});

function answer<T>(value: T): Reached<T> {
  return { kind: 'answered', value };
}
