import { describe, expect, it } from 'vitest';
import { normalized } from './transactions.js';

describe('how a payment came', () => {
  const methods = new Map([[2, 'check']]);
  it.each([
    ['a payment type that was set up', { id: 2, name: 'Cheque' }, 'check'],
    ['another one: what the server calls it', { id: 7, name: 'Money Transfer' }, 'Money Transfer'],
    ['none', undefined, null],
  ])('%s', (_, paymentType, method) => {
    const row = { id: 1, type: { id: 2 }, date: undefined, paymentDetailData: { paymentType } };
    const [payment] = normalized(row, () => undefined, methods);
    expect(payment?.paymentMethod).toBe(method);
  });
});
