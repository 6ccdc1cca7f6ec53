import { expect, it } from 'vitest';
import { countPayments, countReversals, countSynced, type OurPayment, type TheirPayment } from './count-postings.js';

const ours = (reference: string, cents: number, more: Partial<OurPayment> = {}): OurPayment => ({
  ...{ reference, cents, loan: '7', isPosted: true, reversal: null },
  ...more,
});
const theirs = (externalId: string | null, cents: number, more: Partial<TheirPayment> = {}): TheirPayment => ({
  ...{ id: '1', type: 2, loan: '7', externalId, cents, isReversed: false, reversalExternalId: null },
  ...more,
});

it('finds a payment once under its reference', () => {
  const found = countPayments('payments', [ours('a', 100), ours('b', 101, { isPosted: false })], [theirs('a', 100)]);
  expect(found).toEqual({ kind: 'payments', ours: 1, doubled: 0, lost: 0, invented: 0 });
});

it('counts a second posting of a payment as doubled, under any reference or none', () => {
  const books = [theirs('a', 100), theirs('a', 100), theirs('other', 100), theirs(null, 100)];
  expect(countPayments('payments', [ours('a', 100)], books)).toMatchObject({ doubled: 3, lost: 0, invented: 0 });
});

it('counts a payment without a posting as lost, and a posting without a payment as invented', () => {
  const found = countPayments('payments', [ours('a', 100), ours('b', 101, { isPosted: false })], [theirs('b', 101)]);
  expect(found).toMatchObject({ doubled: 0, lost: 1, invented: 1 });
});

it('counts reversals by their own reference', () => {
  const reversed = (reversalExternalId: string) => ({ isReversed: true, reversalExternalId });
  const payments = [ours('a', 100, { reversal: 'ra' }), ours('b', 101, { reversal: 'rb' }), ours('c', 102)];
  const books = [theirs('a', 100, reversed('ra')), theirs('b', 101), theirs('c', 102, reversed('x'))];
  expect(countReversals(payments, books)).toEqual({ kind: 'reversals', ours: 2, doubled: 0, lost: 1, invented: 1 });
  const twice = [...books, theirs('a', 100, reversed('ra'))];
  expect(countReversals(payments, twice)).toMatchObject({ doubled: 1 });
});

it('compares what the sync has read with Fineract’s numbers', () => {
  const found = countSynced('waivers', ['1', '1', '3'], ['1', '2']);
  expect(found).toEqual({ kind: 'waivers', ours: 3, doubled: 1, lost: 1, invented: 1 });
});
