import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../../../core/dates.js';
import { cents } from '../../../../core/money.js';
import { exampleLoan, on } from '../../../../test/support/example-loan.js';
import type { Loan } from '../loan.js';
import { payoffCents } from '../rules/payoff.js';
import { type Act, accruedTo, type Refusal, settled } from './act.js';
import { chargeOff } from './charge-off.js';
import { pay } from './payment.js';
import { reverse } from './reversal.js';

const terms = { externalReference: 'payment-1', paymentMethod: 'check', memo: null };

describe('reversal of a payment', () => {
  test('on any later day the loan is what it would be had the payment never been posted, to the fraction of a cent', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 300 }),
        fc.integer({ min: 0, max: 300 }),
        fc.double({ min: 0.0001, max: 1, noNaN: true }),
        fc.integer({ min: 0, max: 9_000 }),
        (daysToPayment, daysToReversal, share, fees) => {
          const loan = exampleLoan({ feesCents: cents(fees) });
          const paidOn = addDays(loan.accruedThrough, daysToPayment);
          const takenOn = addDays(paidOn, daysToReversal);
          const amountCents = cents(Math.ceil(payoffCents(loan, paidOn) * share));
          const { loan: paid, entry } = done(pay(loan, { ...terms, amountCents }, paidOn));
          const order = { externalReference: 'reversal-1', amountCents, reason: null, isNsf: false };
          const { loan: back } = done(reverse(paid, { referenceNumber: 1, ...entry }, order, takenOn));
          const untouched = accruedTo(loan, takenOn).loan;
          expect(settled(back, takenOn).loan).toEqual(settled(untouched, takenOn).loan);
        },
      ),
    );
  });

  test('a returned payment costs the NSF fee, in an entry of its own', () => {
    const { loan, entry } = done(pay(exampleLoan(), { ...terms, amountCents: cents(100_000) }, on('2026-02-17')));
    const act = reverse(loan, { referenceNumber: 7, ...entry }, nsf(100_000), on('2026-02-20'));
    expect(act).toMatchObject({
      loan: { feesCents: 2_500 },
      entries: [
        {
          entry: { type: 'nsf_return', reversesReference: 7 },
          transaction: { type: 'nsf', amountCents: -100_000 },
        },
        { entry: { type: 'nsf_fee' }, transaction: { type: 'fee', amountCents: 2_500 } },
      ],
    });
  });

  test('of a payment from before the charge-off: the loss grows by it, interest runs to the charge-off only, no fee', () => {
    const loan = exampleLoan();
    const { loan: paid, entry } = done(pay(loan, { ...terms, amountCents: cents(100_000) }, on('2026-02-17')));
    const { loan: charged } = done(chargeOff(paid, on('2026-08-03'), 'past_due'));
    const act = reverse(charged, { referenceNumber: 7, ...entry }, nsf(100_000), on('2026-09-01'));
    const neverPaid = done(chargeOff(loan, on('2026-08-03'), 'past_due')).loan;
    expect(act).toMatchObject({
      loan: {
        principalCents: neverPaid.principalCents,
        interestCents: neverPaid.interestCents,
        feesCents: 0,
        accrualRemainder: neverPaid.accrualRemainder,
      },
    });
    expect(act.kind === 'act' && act.entries).toHaveLength(1);
  });

  test('is refused for another amount, and on a closed loan', () => {
    const { loan, entry } = done(pay(exampleLoan(), { ...terms, amountCents: cents(100_000) }, on('2026-02-17')));
    const payment = { referenceNumber: 7, ...entry };
    expect(reverse(loan, payment, nsf(99_999), on('2026-02-20'))).toEqual({
      kind: 'refused',
      reason: 'amount_differs',
    });
    const closed: Loan = { ...loan, status: 'closed' };
    expect(reverse(closed, payment, nsf(100_000), on('2026-02-20'))).toEqual({
      kind: 'refused',
      reason: 'account_closed',
    });
  });
});

function nsf(amount: number) {
  return { externalReference: 'reversal-1', amountCents: cents(amount), reason: 'R01', isNsf: true };
}

function done(act: Act | Refusal) {
  if (act.kind === 'refused') throw new Error(act.reason);
  const [first] = act.entries;
  if (first === undefined) throw new Error('the act has no entry');
  return { loan: act.loan, entry: first.entry };
}
