import { expect, it } from 'vitest';
import { countCharges, countRestored } from './count-restored.js';
import type { PlannedPayment } from './planned-request.js';

const LOAN = { account: 'A', externalId: '7' };

const payment = (amount: number, fields: Partial<PlannedPayment> = {}): PlannedPayment => ({
  ...{ system: 'fineract', kind: 'REST', loan: LOAN, key: `key ${amount}`, amount, isReversed: false },
  ...{ firstId: `id ${amount}`, id: `id ${amount}`, isAnsweredAgain: true },
  ...fields,
});
const posting = (cents: number, isReversed = false) => ({ loan: '7', cents, isReversed });
const EXPECTED = { system: 'fineract', kind: 'REST', answeredOtherwise: 0 };

it.each([
  ['posted once', [payment(1)], [posting(1)], { idsKept: 1 }],
  ['posted twice', [payment(1)], [posting(1), posting(1)], { doubled: 1 }],
  ['not posted', [payment(1)], [], { lost: 1 }],
  ['reversed although no client asked for it', [payment(1)], [posting(1, true)], { lost: 1 }],
  ['posted with another amount', [payment(1)], [posting(2)], { lost: 1, invented: 1 }],
  ['under another id', [payment(1, { id: 'another' })], [posting(1)], { idsKept: 0 }],
  ['refused when repeated', [payment(1, { isAnsweredAgain: false })], [posting(1)], { answeredOtherwise: 1 }],
])('a payment that is %s', (_, payments, postings, wanted) => {
  const { kinds, invented } = countRestored('fineract', payments, postings);
  const { invented: expected = 0, ...counts } = { invented: 0, ...wanted };
  const none = { payments: 1, repeated: 1, doubled: 0, lost: 0, idsKept: 1, reversals: 0, reversed: 0 };
  expect(kinds.find(({ kind }) => kind === 'REST')).toEqual({ ...EXPECTED, ...none, ...counts });
  expect(invented).toBe(expected);
});

it.each([
  ['reversed there', true, [posting(1, true)], 1],
  ['answered as reversed, but standing there', true, [posting(1)], 0],
  ['answered as reversed, but one of two postings stands', true, [posting(1, true), posting(1)], 0],
  ['refused', false, [posting(1, true)], 0],
  ['answered as reversed without a posting', true, [], 0],
])('a reversal that is %s', (_, isReversedAgain, postings, reversed) => {
  const { kinds } = countRestored('fineract', [payment(1, { isReversed: true, isReversedAgain })], postings);
  expect(kinds.find(({ kind }) => kind === 'REST')).toMatchObject({ reversals: 1, reversed });
});

it('counts charges that are taken twice, or not at all', () => {
  const dates = [payment(5, { kind: 'autopay' }), payment(5, { kind: 'autopay' }), payment(6, { kind: 'autopay' })];
  expect(countCharges(dates, [5, 5, 6])).toEqual({ charges: 3, doubled: 0, lost: 0 });
  expect(countCharges(dates, [5, 5, 5])).toEqual({ charges: 3, doubled: 1, lost: 1 });
});
