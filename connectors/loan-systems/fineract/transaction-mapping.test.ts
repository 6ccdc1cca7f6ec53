import { describe, expect, it } from 'vitest';
import { normalized } from './transaction-mapping.js';

describe('payment method of a transaction', () => {
  const methods = new Map([[2, 'check']]);
  it.each([
    ['a configured payment type', { id: 2, name: 'Cheque' }, 'check'],
    ['any other payment type: the server’s name', { id: 7, name: 'Money Transfer' }, 'Money Transfer'],
    ['none', undefined, null],
  ])('%s', (_, paymentType, method) => {
    const row = { id: 1, type: { id: 2 }, date: undefined, paymentDetailData: { paymentType } };
    const [payment] = normalized(row, () => undefined, methods);
    expect(payment?.paymentMethod).toBe(method);
  });
});
