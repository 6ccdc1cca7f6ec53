import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { mambuSecrets } from '../connectors/loan-systems/mambu/mambu.js';
import type { Posting, PostingOutcome, Reached } from '../connectors/loan-systems/port.js';
import { newId } from '../core/ids.js';
import { cents } from '../core/money.js';
import { type MambuDesk, openMambuDesk, paymentOn, referenceTo, reversalOf } from './support/mambu/mambu-desk.js';
import { MAMBU_USER } from './support/mambu/mambu-server.js';

let desk: MambuDesk;

beforeAll(async () => {
  desk = await openMambuDesk();
});
afterAll(async () => {
  expect(desk.server.violations).toEqual([]);
  await desk.close();
});

const book = () => desk.server.book;

describe('business day', () => {
  it('is the organization’s date, whatever ours is', async () => {
    const tokyo = await openMambuDesk();
    Object.assign(tokyo.server.book, { timeZone: 'Asia/Tokyo' });
    const expected = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Tokyo' }).format(new Date());
    expect(answered(await tokyo.system.businessDay())).toBe(expected);
    expect(tokyo.server.faults.count('organization')).toBe(1);
    await tokyo.system.businessDay();
    expect(tokyo.server.faults.count('organization')).toBe(1);
    await tokyo.close();
  });
});

describe('payoff', () => {
  it('is all that Mambu says is owed: principal, interest and fees', async () => {
    const loan = book().loan({ principal: 123_457, interest: 6_543 });
    book().fee(loan, 2_500);
    expect(answered(await desk.system.quotePayoff(referenceTo(loan)))).toEqual({ payable: true, payoffCents: 132_500 });
  });

  it.each([
    ['ACTIVE', undefined, true],
    ['ACTIVE', 'LOCKED', true],
    ['ACTIVE_IN_ARREARS', undefined, true],
    ['PENDING_APPROVAL', undefined, false],
    ['APPROVED', undefined, false],
    ['CLOSED', 'REPAID', false],
    ['CLOSED', 'WRITTEN_OFF', false],
    ['CLOSED_REJECTED', undefined, false],
  ])('%s %s takes payments: %s', async (state, subState, payable) => {
    const loan = book().loan();
    book().setState(loan, state, subState);
    expect(answered(await desk.system.quotePayoff(referenceTo(loan)))).toMatchObject({ payable });
  });

  it('a loan that is not there takes no payments', async () => {
    const loan = { ...referenceTo(book().loan()), externalId: '8a8e00000000000000000000000000ff' };
    expect(answered(await desk.system.quotePayoff(loan))).toEqual({ payable: false, payoffCents: 0 });
  });
});

describe('posting', () => {
  it('books now, under our reference, with our words and the configured channel', async () => {
    const branch = await openMambuDesk({ server: desk.server, settings: { 'transaction-channel': 'branch' } });
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
      effectiveOn: answered(await desk.system.businessDay()),
      postedAt: new Date(Math.floor((kept?.at ?? 0) / 1000) * 1000).toISOString(),
      amountCents: 12_345,
    });
    expect(book().total(loan)).toBe(51_200 - 12_345);
    await branch.close();
  });

  it('a second time under the same reference answers the first posting, and posts nothing', async () => {
    const loan = book().loan();
    const payment = paymentOn(loan);
    const first = confirmed(await desk.system.postPayment(payment));
    expect(await desk.system.postPayment(payment)).toEqual({ kind: 'confirmed', posting: first });
    expect(loan.transactions).toHaveLength(2);
  });

  it('a second time after the first has paid the loan off: confirmed, not refused', async () => {
    const loan = book().loan({ principal: 5_000 });
    const payment = paymentOn(loan, 5_000);
    const first = confirmed(await desk.system.postPayment(payment));
    expect(loan).toMatchObject({ state: 'CLOSED', subState: 'REPAID' });
    expect(await desk.system.postPayment(payment)).toEqual({ kind: 'confirmed', posting: first });
  });

  it('more than is owed is refused, and nothing is posted', async () => {
    const loan = book().loan({ principal: 5_000 });
    expect(await desk.system.postPayment(paymentOn(loan, 5_001))).toEqual({
      kind: 'refused',
      reason: 'amount_exceeds_balance',
    });
    expect(loan.transactions).toHaveLength(1);
  });

  it('on a written-off loan is refused: Mambu takes no recoveries', async () => {
    const loan = book().loan();
    book().writeOff(loan);
    expect(await desk.system.postPayment(paymentOn(loan))).toEqual({
      kind: 'refused',
      reason: 'account_state_forbids',
    });
  });

  it('sends amounts as decimals to the last cent', async () => {
    const loan = book().loan({ principal: 900_719_925_474 });
    expect(confirmed(await desk.system.postPayment(paymentOn(loan, 900_719_925_473))).amountCents).toBe(
      900_719_925_473,
    );
    expect(book().total(loan)).toBe(1);
  });
});

describe('finding', () => {
  it('a payment by its reference, on its own loan only', async () => {
    const [loan, other] = [book().loan(), book().loan()];
    const payment = paymentOn(loan);
    const posted = confirmed(await desk.system.postPayment(payment));
    expect(answered(await desk.system.findPosting(referenceTo(loan), payment.externalReference))).toEqual(posted);
    expect(answered(await desk.system.findPosting(referenceTo(other), payment.externalReference))).toBe('absent');
    expect(answered(await desk.system.findPosting(referenceTo(loan), newId()))).toBe('absent');
  });

  it.each([true, false])(
    'the repayment that stands, where Mambu has logged it anew (listed first: %s)',
    async (first) => {
      const loan = book().loan();
      const payment = paymentOn(loan);
      const old = book().transactions.get(confirmed(await desk.system.postPayment(payment)).externalId);
      if (old === undefined) throw new Error('not posted');
      book().adjust(old, 'backdated');
      const anew = book().repay(loan, { amount: old.amount });
      if ('refused' in anew) throw new Error('not logged anew');
      const again = { ...anew, externalId: payment.externalReference };
      book().byExternalId.set(payment.externalReference, first ? [old, again] : [again, old]);
      expect(answered(await desk.system.findPosting(referenceTo(loan), payment.externalReference))).toMatchObject({
        externalId: again.key,
      });
    },
  );
});

describe('reversing', () => {
  it('adjusts the repayment, restores what it paid, and is found by its own reference', async () => {
    const loan = book().loan({ principal: 50_000, interest: 1_200 });
    const before = book().owed(loan);
    const payment = paymentOn(loan, 12_345);
    const posted = confirmed(await desk.system.postPayment(payment));
    const reversal = reversalOf(payment, posted, { reason: 'entered twice' });
    const reversed = confirmed(await desk.system.reversePayment(reversal));
    expect(reversed).toMatchObject({ amountCents: 12_345 });
    expect(reversed.referenceNumber).not.toBe(posted.referenceNumber);
    expect(loan.transactions.at(-1)?.notes).toBe(`tributary-reversal:${reversal.externalReference} entered twice`);
    expect(book().owed(loan)).toEqual(before);
    expect(answered(await desk.system.findPosting(referenceTo(loan), reversal.externalReference))).toEqual(reversed);
  });

  it('a second time under the same reference answers the first; under another one it is refused', async () => {
    const loan = book().loan();
    const payment = paymentOn(loan);
    const posted = confirmed(await desk.system.postPayment(payment));
    const reversal = reversalOf(payment, posted);
    const adjustments = desk.server.faults.count('adjust');
    const first = await desk.system.reversePayment(reversal);
    expect(await desk.system.reversePayment(reversal)).toEqual(first);
    expect(await desk.system.reversePayment(reversalOf(payment, posted))).toEqual({
      kind: 'refused',
      reason: 'already_reversed',
    });
    expect(loan.transactions).toHaveLength(3);
    expect(desk.server.faults.count('adjust')).toBe(adjustments + 1);
  });

  it('by somebody in Mambu, between our look and our request: refused as already reversed', async () => {
    const loan = book().loan();
    const payment = paymentOn(loan);
    const posted = confirmed(await desk.system.postPayment(payment));
    const original = book().transactions.get(posted.externalId);
    if (original === undefined) throw new Error('not posted');
    const adjust = book().adjust.bind(book());
    vi.spyOn(book(), 'adjust').mockImplementationOnce((transaction, notes) => {
      adjust(original, 'by hand');
      return adjust(transaction, notes);
    });
    const outcome = desk.system.reversePayment(reversalOf(payment, posted));
    expect(await outcome).toEqual({ kind: 'refused', reason: 'already_reversed' });
  });

  it('of a loan that the payment had paid off opens it again', async () => {
    const loan = book().loan({ principal: 5_000 });
    const payment = paymentOn(loan, 5_000);
    const posted = confirmed(await desk.system.postPayment(payment));
    confirmed(await desk.system.reversePayment(reversalOf(payment, posted)));
    expect(answered(await desk.system.quotePayoff(referenceTo(loan)))).toEqual({ payable: true, payoffCents: 5_000 });
  });

  it('is confirmed even where Mambu keeps other notes than ours: its yes was to this request', async () => {
    const loan = book().loan();
    const payment = paymentOn(loan);
    const posted = confirmed(await desk.system.postPayment(payment));
    const adjust = book().adjust.bind(book());
    vi.spyOn(book(), 'adjust').mockImplementationOnce((transaction) => adjust(transaction, 'Adjusted by the API user'));
    expect(await desk.system.reversePayment(reversalOf(payment, posted))).toMatchObject({ kind: 'confirmed' });
  });

  it('of a posting that Mambu does not know is refused', async () => {
    const payment = paymentOn(book().loan());
    const reversal = reversalOf(payment, { externalId: '8a8e00000000000000000000000000ff' });
    expect(await desk.system.reversePayment(reversal)).toEqual({ kind: 'refused', reason: 'posting_not_found' });
  });
});

describe('credentials', () => {
  it('are an API key, or a user and password', async () => {
    const basic = await openMambuDesk({ server: desk.server, secrets: MAMBU_USER });
    expect(answered(await basic.system.quotePayoff(referenceTo(book().loan())))).toMatchObject({ payable: true });
    await basic.close();
  });

  it.each([[{}], [{ username: 'tributary' }], [{ password: 'pAssWord' }], [{ 'api-key': 'k', password: 'p' }]])(
    '%j is neither',
    (secrets) => {
      expect(mambuSecrets.safeParse(secrets).success).toBe(false);
    },
  );

  it('that Mambu does not accept: unreachable and unavailable, and an error for us, without the key', async () => {
    const wrong = await openMambuDesk({ server: desk.server, secrets: { 'api-key': 'wRonG' } });
    const errors = vi.spyOn(wrong.logger, 'error');
    const loan = book().loan();
    expect(await wrong.system.postPayment(paymentOn(loan))).toEqual({ kind: 'unreachable' });
    expect(await wrong.system.quotePayoff(referenceTo(loan))).toEqual({ kind: 'unavailable' });
    expect(errors).toHaveBeenCalledWith(
      expect.objectContaining({ status: 401, errors: ['INVALID_CREDENTIALS'] }),
      expect.any(String),
    );
    expect(JSON.stringify(errors.mock.calls)).not.toContain('wRonG');
    expect(loan.transactions).toHaveLength(1);
    await wrong.close();
  });
});

function answered<T>(reached: Reached<T>): T {
  if (reached.kind === 'unavailable') throw new Error('Mambu did not answer');
  return reached.value;
}

function confirmed(outcome: PostingOutcome): Posting {
  if (outcome.kind !== 'confirmed') throw new Error(`not confirmed: ${JSON.stringify(outcome)}`);
  return { ...outcome.posting, amountCents: cents(outcome.posting.amountCents) };
}
