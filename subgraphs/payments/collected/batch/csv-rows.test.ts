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
