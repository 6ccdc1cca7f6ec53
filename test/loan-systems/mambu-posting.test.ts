import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import {
  answered,
  confirmed,
  type MambuHarness,
  openMambuHarness,
  paymentOn,
  referenceTo,
  reversalOf,
} from '../support/mambu/mambu-harness.js';

let harness: MambuHarness;

beforeAll(async () => {
  harness = await openMambuHarness();
});
afterAll(async () => {
  expect(harness.server.violations).toEqual([]);
  await harness.close();
});

const book = () => harness.server.book;

describe('posting', () => {
  it('books now, with our reference, our notes and the configured channel', async () => {
    const branch = await openMambuHarness({ server: harness.server, settings: { 'transaction-channel': 'branch' } });
    const loan = book().loan({ principal: 50_000, interest: 1_200 });
    const payment = paymentOn(loan, 12_345);
    const posted = confirmed(await branch.system.postPayment(payment));
    const kept = loan.transactions.at(-1);
    expect(kept).toMatchObject({
      externalId: payment.externalReference,
      amount: 12_345,
      notes: 'check 1042: By the branch',
      channel: 'branch',
    });
    expect(posted).toEqual({
      externalId: kept?.key,
      referenceNumber: kept?.id,
      effectiveOn: answered(await harness.system.businessDay()),
      postedAt: new Date(Math.floor((kept?.at ?? 0) / 1000) * 1000).toISOString(),
      amountCents: 12_345,
    });
    expect(book().total(loan)).toBe(51_200 - 12_345);
    await branch.close();
  });

  it('a second time with the same reference returns the first posting, and posts nothing', async () => {
    const loan = book().loan();
    const payment = paymentOn(loan);
    const first = confirmed(await harness.system.postPayment(payment));
    expect(await harness.system.postPayment(payment)).toEqual({ kind: 'confirmed', posting: first });
    expect(loan.transactions).toHaveLength(2);
  });

  it('a second time after the first has paid the loan off: confirmed, not refused', async () => {
    const loan = book().loan({ principal: 5_000 });
    const payment = paymentOn(loan, 5_000);
    const first = confirmed(await harness.system.postPayment(payment));
    expect(loan).toMatchObject({ state: 'CLOSED', subState: 'REPAID' });
    expect(await harness.system.postPayment(payment)).toEqual({ kind: 'confirmed', posting: first });
  });

  it('more than is owed is refused, and nothing is posted', async () => {
    const loan = book().loan({ principal: 5_000 });
    expect(await harness.system.postPayment(paymentOn(loan, 5_001))).toEqual({
      kind: 'refused',
      reason: 'amount_exceeds_balance',
    });
    expect(loan.transactions).toHaveLength(1);
  });

  it('on a written-off loan is refused: Mambu accepts no recoveries', async () => {
    const loan = book().loan();
    book().writeOff(loan);
    expect(await harness.system.postPayment(paymentOn(loan))).toEqual({
      kind: 'refused',
      reason: 'account_state_forbids',
    });
  });

  it('sends amounts as decimals to the last cent', async () => {
    const loan = book().loan({ principal: 900_719_925_474 });
    expect(confirmed(await harness.system.postPayment(paymentOn(loan, 900_719_925_473))).amountCents).toBe(
      900_719_925_473,
    );
    expect(book().total(loan)).toBe(1);
  });
});

describe('finding', () => {
  it('a payment by its reference, on its own loan only', async () => {
    const [loan, other] = [book().loan(), book().loan()];
    const payment = paymentOn(loan);
    const posted = confirmed(await harness.system.postPayment(payment));
    expect(answered(await harness.system.findPosting(referenceTo(loan), payment.externalReference))).toEqual(posted);
    expect(answered(await harness.system.findPosting(referenceTo(other), payment.externalReference))).toBe('absent');
    expect(answered(await harness.system.findPosting(referenceTo(loan), newId()))).toBe('absent');
  });

  it.each([true, false])('the unadjusted repayment, if Mambu has logged it again (listed first: %s)', async (first) => {
    const loan = book().loan();
    const payment = paymentOn(loan);
    const old = book().transactions.get(confirmed(await harness.system.postPayment(payment)).externalId);
    if (old === undefined) throw new Error('not posted');
    book().adjust(old, 'backdated');
    const relogged = book().repay(loan, { amount: old.amount });
    if ('refused' in relogged) throw new Error('not logged again');
    const again = { ...relogged, externalId: payment.externalReference };
    book().byExternalId.set(payment.externalReference, first ? [old, again] : [again, old]);
    expect(answered(await harness.system.findPosting(referenceTo(loan), payment.externalReference))).toMatchObject({
      externalId: again.key,
    });
  });
});

describe('reversing', () => {
  it('adjusts the repayment, restores what it paid, and is found by its own reference', async () => {
    const loan = book().loan({ principal: 50_000, interest: 1_200 });
    const before = book().owed(loan);
    const payment = paymentOn(loan, 12_345);
    const posted = confirmed(await harness.system.postPayment(payment));
    const reversal = reversalOf(payment, posted, { reason: 'entered twice' });
    const reversed = confirmed(await harness.system.reversePayment(reversal));
    expect(reversed).toMatchObject({ amountCents: 12_345 });
    expect(reversed.referenceNumber).not.toBe(posted.referenceNumber);
    expect(loan.transactions.at(-1)?.notes).toBe(`tributary-reversal:${reversal.externalReference} entered twice`);
    expect(book().owed(loan)).toEqual(before);
    expect(answered(await harness.system.findPosting(referenceTo(loan), reversal.externalReference))).toEqual(reversed);
  });

  it('a second time with the same reference returns the first; with another one it is refused', async () => {
    const loan = book().loan();
    const payment = paymentOn(loan);
    const posted = confirmed(await harness.system.postPayment(payment));
    const reversal = reversalOf(payment, posted);
    const adjustments = harness.server.faults.count('adjust');
    const first = await harness.system.reversePayment(reversal);
    expect(await harness.system.reversePayment(reversal)).toEqual(first);
    expect(await harness.system.reversePayment(reversalOf(payment, posted))).toEqual({
      kind: 'refused',
      reason: 'already_reversed',
    });
    expect(loan.transactions).toHaveLength(3);
    expect(harness.server.faults.count('adjust')).toBe(adjustments + 1);
  });

  it('by a user in Mambu, between our read and our request: refused as already reversed', async () => {
    const loan = book().loan();
    const payment = paymentOn(loan);
    const posted = confirmed(await harness.system.postPayment(payment));
    const original = book().transactions.get(posted.externalId);
    if (original === undefined) throw new Error('not posted');
    const adjust = book().adjust.bind(book());
    vi.spyOn(book(), 'adjust').mockImplementationOnce((transaction, notes) => {
      adjust(original, 'by hand');
      return adjust(transaction, notes);
    });
    const outcome = harness.system.reversePayment(reversalOf(payment, posted));
    expect(await outcome).toEqual({ kind: 'refused', reason: 'already_reversed' });
  });

  it('reopens a loan that the payment had paid off', async () => {
    const loan = book().loan({ principal: 5_000 });
    const payment = paymentOn(loan, 5_000);
    const posted = confirmed(await harness.system.postPayment(payment));
    confirmed(await harness.system.reversePayment(reversalOf(payment, posted)));
    expect(answered(await harness.system.quotePayoff(referenceTo(loan)))).toEqual({
      payable: true,
      payoffCents: 5_000,
    });
  });

  it('is confirmed even if Mambu stores other notes than ours: it accepted this request', async () => {
    const loan = book().loan();
    const payment = paymentOn(loan);
    const posted = confirmed(await harness.system.postPayment(payment));
    const adjust = book().adjust.bind(book());
    vi.spyOn(book(), 'adjust').mockImplementationOnce((transaction) => adjust(transaction, 'Adjusted by the API user'));
    expect(await harness.system.reversePayment(reversalOf(payment, posted))).toMatchObject({ kind: 'confirmed' });
  });

  it.each([true, false])(
    'adjusts the unadjusted repayment, once, if Mambu has logged it again (listed first: %s)',
    async (first) => {
      const loan = book().loan();
      const payment = paymentOn(loan);
      const posted = confirmed(await harness.system.postPayment(payment));
      const old = book().transactions.get(posted.externalId);
      if (old === undefined) throw new Error('not posted');
      book().adjust(old, 'backdated');
      const relogged = book().repay(loan, { amount: old.amount });
      if ('refused' in relogged) throw new Error('not logged again');
      Object.assign(relogged, { externalId: payment.externalReference });
      book().byExternalId.set(payment.externalReference, first ? [old, relogged] : [relogged, old]);

      const reversal = reversalOf(payment, posted);
      const reversed = await harness.system.reversePayment(reversal);
      expect(reversed).toMatchObject({ kind: 'confirmed', posting: { externalId: relogged.adjustmentKey } });
      expect(book().total(loan)).toBe(100_000);
      expect(await harness.system.reversePayment(reversal)).toEqual(reversed);
      expect(await harness.system.reversePayment(reversalOf(payment, posted))).toEqual({
        kind: 'refused',
        reason: 'already_reversed',
      });
    },
  );

  it('refuses a posting that Mambu does not know', async () => {
    const payment = paymentOn(book().loan());
    const reversal = reversalOf(payment, { externalId: '8a8e00000000000000000000000000ff' });
    expect(await harness.system.reversePayment(reversal)).toEqual({ kind: 'refused', reason: 'posting_not_found' });
  });
});
