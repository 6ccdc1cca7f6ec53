import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { SourceLoan } from '../../loan-model/loan-source-types.js';
import { answered, type MambuHarness, openMambuHarness, referenceTo } from '../support/mambu/mambu-harness.js';
import type { BookLoan } from '../support/mambu/mambu-loan.js';

let harness: MambuHarness;

beforeAll(async () => {
  harness = await openMambuHarness();
});
afterAll(async () => {
  expect(harness.server.violations).toEqual([]);
  await harness.close();
});

const book = () => harness.server.book;

describe('business day', () => {
  it('is the organization’s date, whatever ours is', async () => {
    const tokyo = await openMambuHarness();
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
  it('is the sum of all that Mambu reports as owed: principal, interest and fees', async () => {
    const loan = book().loan({ principal: 123_457, interest: 6_543 });
    book().fee(loan, 2_500);
    expect(answered(await harness.system.quotePayoff(referenceTo(loan)))).toEqual({
      payable: true,
      payoffCents: 132_500,
    });
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
  ])('%s %s accepts payments: %s', async (state, subState, payable) => {
    const loan = book().loan();
    book().setState(loan, state, subState);
    expect(answered(await harness.system.quotePayoff(referenceTo(loan)))).toMatchObject({ payable });
  });

  it('an unknown loan accepts no payments', async () => {
    const loan = { ...referenceTo(book().loan()), externalId: '8a8e00000000000000000000000000ff' };
    expect(answered(await harness.system.quotePayoff(loan))).toEqual({ payable: false, payoffCents: 0 });
  });
});

describe('loan', () => {
  it('an open one: balance, contract, borrower and next due amount, as Mambu reports them', async () => {
    const loan = book().loan({ principal: 120_000, interest: 6_000, disbursedAt: at(-10) });
    expect(await read(loan)).toEqual({
      externalId: loan.key,
      revision: expect.stringMatching(/^[\w-]{22}$/),
      externalContractNumber: null,
      externalAccountNumber: loan.id,
      sourceStatus: 'ACTIVE',
      statusCode: 'active',
      currentBalanceCents: 120_000,
      contract: {
        originatedOn: day(loan.disbursedAt),
        firstDueOn: loan.installments[0]?.dueOn,
        maturityOn: loan.installments[11]?.dueOn,
        originalPrincipalCents: 120_000,
        scheduledPaymentCents: 10_500,
        annualRate: '12.5',
        termMonths: 12,
      },
      milestones: { chargedOffOn: null, paidOffOn: null },
      pastDue: {
        asOf: today(),
        pastDueCents: 0,
        oldestUnpaidOn: null,
        nextDueOn: loan.installments[0]?.dueOn,
        nextDueCents: 10_500,
      },
      lifecycleEvents: [
        { type: 'opened', fromStatus: 'pending', toStatus: 'active', occurredAt: second(loan.disbursedAt) },
      ],
      borrowers: [{ externalId: loan.holder.key, role: 'primary' }],
    });
  });

  it('one in arrears: past due is what was due before today and is unpaid', async () => {
    const loan = book().loan({ principal: 120_000, interest: 6_000, disbursedAt: at(-100) });
    book().repay(loan, { amount: 12_000 });
    book().setState(loan, 'ACTIVE_IN_ARREARS', 'LOCKED');
    const { statusCode, sourceStatus, pastDue, lifecycleEvents } = await read(loan);
    expect([statusCode, sourceStatus]).toEqual(['delinquent', 'ACTIVE_IN_ARREARS/LOCKED']);
    expect(pastDue).toEqual({
      asOf: today(),
      pastDueCents: 3 * 10_500 - 12_000,
      oldestUnpaidOn: loan.installments[1]?.dueOn,
      nextDueOn: loan.installments[3]?.dueOn,
      nextDueCents: 10_500,
    });
    expect(lifecycleEvents.at(-1)).toMatchObject({ type: 'delinquent', occurredAt: second(loan.arrearsAt ?? 0) });
  });

  it('an amount due today is not past due yet', async () => {
    const loan = book().loan({ principal: 120_000 });
    Object.assign(loan.installments[0] ?? {}, { dueOn: today() });
    expect((await read(loan)).pastDue).toMatchObject({ pastDueCents: 0, oldestUnpaidOn: null, nextDueOn: today() });
  });

  it.each([
    ['repaid', (loan: BookLoan) => book().repay(loan, { amount: 100_000 }), 'paid_in_full', 'paidOffOn'],
    ['written off', (loan: BookLoan) => book().writeOff(loan), 'charged_off', 'chargedOffOn'],
  ] as const)(
    'one that is %s: nothing is owed, and the date of the change is reported',
    async (_, close, status, milestone) => {
      const loan = book().loan({ principal: 100_000 });
      close(loan);
      const closed = await read(loan);
      expect(closed).toMatchObject({
        statusCode: status,
        currentBalanceCents: 0,
        milestones: { [milestone]: day(loan.closedAt ?? 0) },
        pastDue: { pastDueCents: 0, nextDueOn: null, nextDueCents: null },
      });
      expect(closed.lifecycleEvents.at(-1)).toMatchObject({ type: status, occurredAt: second(loan.closedAt ?? 0) });
    },
  );

  it('with an unknown state is unknown, and the log has Mambu’s state', async () => {
    const strange = await openMambuHarness();
    const child = vi.spyOn(strange.logger, 'warn');
    const loan = strange.server.book.loan();
    strange.server.book.setState(loan, 'HIBERNATING');
    expect(answered(await strange.source.loan(loan.key))).toMatchObject({
      statusCode: 'unknown',
      sourceStatus: 'HIBERNATING',
    });
    expect(child).toHaveBeenCalledWith(expect.objectContaining({ status: 'HIBERNATING' }), expect.any(String));
    await strange.close();
  });

  it('whose principal is not a whole number of cents is unavailable, never rounded', async () => {
    const loan = book().loan({ principal: 100.5 });
    expect(await harness.source.loan(loan.key)).toEqual({ kind: 'unavailable', isWell: true });
  });

  it('in another currency than dollars is unavailable, and accepts no payments', async () => {
    const loan = book().loan({ currency: 'KES' });
    expect(await harness.source.loan(loan.key)).toEqual({ kind: 'unavailable', isWell: true });
    expect(answered(await harness.system.quotePayoff(referenceTo(loan)))).toMatchObject({ payable: false });
  });

  it('that Mambu does not have is absent', async () => {
    expect(answered(await harness.source.loan('8a8e00000000000000000000000000ff'))).toBe('absent');
  });

  it.each(['loan', 'schedule'])('that Mambu itself does not return (%s) waits; the system is well', async (call) => {
    harness.server.faults.next(call, 'refuse');
    expect(await harness.source.loan(book().loan().key)).toEqual({ kind: 'unavailable', isWell: true, mayPass: true });
  });

  it.each(['loan', 'schedule'])('without an answer about the %s is unavailable', async (call) => {
    const loan = book().loan();
    harness.server.faults.next(call, 'html');
    expect(await harness.source.loan(loan.key)).toEqual({ kind: 'unavailable' });
  });
});

async function read(loan: BookLoan): Promise<SourceLoan> {
  const found = answered(await harness.source.loan(loan.key));
  if (found === 'absent') throw new Error('Mambu has no such loan');
  return found;
}

/** This many days from now. */
function at(days: number): string {
  return new Date(Date.now() + days * 86_400_000).toISOString();
}

function day(instant: number): string {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: book().timeZone }).format(new Date(instant));
}

function today(): string {
  return day(Date.now());
}

function second(instant: number): string {
  return new Date(Math.floor(instant / 1000) * 1000).toISOString();
}
