import { expect, test } from 'vitest';
import { cents } from '../../core/money.js';
import { exampleLoan, on } from '../../test/support/example-loan.js';
import { LedgerBook } from '../../test/support/ledger-book.js';
import { proveHistories } from '../../test/support/ledger-histories.js';
import type { LedgerAccount } from '../journal.js';
import { historyOf } from '../loan-history-from-entries.js';

/** 12,000.00, of which 9,000.00 and some interest are left. */
function boarded(chargedOffOn: '2026-06-01' | null, scheduledPaid: number): LedgerBook {
  const [asOf, paid] = [on('2026-06-15'), cents(scheduledPaid)];
  const status = chargedOffOn === null ? 'active' : 'charged_off';
  const owed = { principalCents: cents(900_000), interestCents: cents(12_345), feesCents: cents(2_500) };
  const opening = { ...owed, scheduledPaidCents: paid, chargedOffOn: chargedOffOn && on(chargedOffOn) };
  return new LedgerBook({ boarded: { ...exampleLoan(), status, asOf, opening } });
}

function balances({ entries }: LedgerBook): Readonly<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const { ledgerAccount, amountCents } of entries.flatMap(({ lines }) => lines))
    sums[ledgerAccount] = (sums[ledgerAccount] ?? 0) + amountCents;
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0));
}

/** The loan's interest is accrued when something is posted. */
function touched(book: LedgerBook, day: string): LedgerBook {
  book.waive({ component: 'interest', amountCents: cents(1), reason: 'cent' }, on(day));
  return book;
}

test('reverses a charge-off from a file: loan and books match those of a loan boarded without it', () => {
  // If the file gave nothing, the reduction of principal counts as paid.
  const [lost, never] = [boarded('2026-06-01', 0), boarded(null, 300_000)];
  for (const book of [lost, never]) expect(book.pay(50_000, on('2026-07-01'))).toBe(2);
  expect(lost.undoChargeOff(on('2026-07-01'))).toBe(3);
  for (const book of [lost, never]) touched(book, '2026-07-15');
  expect(lost.loan).toEqual(never.loan);
  expect(balances(lost)).toEqual(balances(never));
  expect(lost.loan).toMatchObject({ status: 'delinquent', chargedOffOn: null });

  // A former recovery is reversed as the payment that it has become.
  for (const book of [lost, never]) expect(book.reverse(2, on('2026-07-20'))).toEqual(expect.any(Number));
  expect(touched(lost, '2026-07-21').loan).toEqual(touched(never, '2026-07-21').loan);
  expect(balances(lost)).toEqual(balances(never));

  expect(lost.undoChargeOff(on('2026-07-22'))).toEqual({ kind: 'refused', reason: 'account_not_charged_off' });
  // The loan may be charged off again in the ledger, and that charge-off reversed as well.
  for (const book of [lost, never]) {
    expect(book.chargeOff(on('2026-07-22'))).toEqual(expect.any(Number));
    expect(book.pay(50_000, on('2026-07-23'))).toEqual(expect.any(Number));
    expect(book.undoChargeOff(on('2026-07-24'))).toEqual(expect.any(Number));
  }
  expect(lost.loan).toEqual(never.loan);
  expect(balances(lost)).toEqual(balances(never));
});

test('the adjustment reports what was left to recover; it has no original', () => {
  const book = boarded('2026-06-01', 0);
  book.undoChargeOff(on('2026-06-15'));
  expect(book.entries.at(-1)).toMatchObject({
    type: 'charge_off_reversal',
    reversesReference: null,
    transaction: {
      type: 'adjustment',
      amountCents: 914_845,
      originalExternalId: null,
      principalCents: 900_000,
      interestCents: 12_345,
      feesCents: 2_500,
    },
  });
});

test('reverses a charge-off whose loss moved a cent from interest to principal after a reversal', () => {
  const of = {
    effectiveOn: on('2026-06-15'),
    accruedTo: null,
    reversesReference: null,
    reallocatesReference: null,
  };
  const line = (ledgerAccount: LedgerAccount, amount: number) => ({ ledgerAccount, amountCents: cents(amount) });
  const { chargedOff } = historyOf([
    {
      ...of,
      referenceNumber: 1,
      type: 'charge_off',
      lines: [
        line('interest_receivable', 7),
        line('interest_income', -7),
        line('principal_receivable', -900),
        line('interest_receivable', -20),
        line('charge_off_expense', 920),
        line('recoverable_principal', 900),
        line('recoverable_interest', 20),
        line('recoverable_contra', -920),
      ],
    },
    {
      ...of,
      referenceNumber: 2,
      type: 'loss_change',
      lines: [
        line('principal_receivable', -6),
        line('interest_receivable', 1),
        line('charge_off_expense', 5),
        line('recoverable_principal', 6),
        line('recoverable_interest', -1),
        line('recoverable_contra', -5),
      ],
    },
  ]);
  expect(chargedOff?.loss).toEqual({ principalCents: 906, interestCents: 19, feesCents: 0 });
  // One of the histories of `npm run bench -- ledger-proof` in which this happens.
  expect(proveHistories(1, 3_999, { crowdsPayoffDays: false })).toMatchObject({ undoneChargeOffs: 1, lossChanges: 2 });
});
