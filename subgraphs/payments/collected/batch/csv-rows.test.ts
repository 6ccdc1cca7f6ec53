import { expect, it } from 'vitest';
import { paymentBatchRow } from '../../../../core/contract/payment-batch.js';
import { rowsOfCsv } from './csv-rows.js';

it('keeps the spaces around keys and free texts, and removes those around other values; integers become numbers', async () => {
  const columns = Object.keys(paymentBatchRow.shape);
  const { rows } = await rowsOfCsv(`${columns.join(',')}\n${columns.map(() => ' 7 ').join(',')}\n`);
  expect(rows).toEqual([
    {
      ...{ amount_cents: 7, check_number: 7, payment_method: '7', card_brand: '7' },
      ...{ account_id: '7', loan_number: '7', external_contract_number: '7' },
      ...{ idempotency_key: ' 7 ', external_reference: ' 7 ', memo: ' 7 ' },
    },
  ]);
});

it('reads a character whose two UTF-16 units are around the end of a piece, wherever that is', async () => {
  const memo = '💵'.repeat(50);
  for (const first of ['k', 'kk']) {
    const lines = [`${first},${memo}`, ...Array.from({ length: 1_500 }, () => `k,${memo}`)];
    const { rows } = await rowsOfCsv(`\uFEFFidempotency_key,memo\n${lines.join('\n')}\n`);
    expect(rows).toHaveLength(lines.length);
    expect(rows.filter((row) => Reflect.get(row, 'memo') !== memo)).toEqual([]);
  }
});
