import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fingerprint } from '../../core/idempotency/fingerprint.js';
import type { Api } from '../support/api.js';
import type { Lender } from '../support/lender.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/*
 * A text that an earlier version accepted and that is refused today: under its old key it is the same write, and
 * under a new one it is refused.
 */

let instance: TestInstance;
let lender: Lender;
let api: Api;
beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  lender = await instance.lender();
  api = await lender.api();
});
afterAll(() => instance.close());

/** A key as an earlier version stored it, whose body had this text. */
async function keptWith(subjectId: string, digest: Buffer): Promise<void> {
  const text = 'update idempotency_record set fingerprint = $2 where subject_id = $1';
  expect((await instance.resources.pool.query(text, [subjectId, digest])).rowCount).toBe(1);
}

const payments = async () =>
  Number((await instance.resources.pool.query('select count(*) from collected_payment')).rows[0].count);

it('POST /v1/accounts/{id}/payments › 201 again under a known key, 422 under a new one', async () => {
  const account = await lender.ledgerAccount();
  const key = { 'idempotency-key': randomUUID() };
  const body = { amount_cents: 100, payment_method: 'cash', memo: 'paid' };
  const first = await api.post(`/v1/accounts/${account}/payments`, body, key);
  expect(first.status).toBe(201);
  const before = { ...body, memo: 'paid\u200b' };
  await keptWith(first.json.payment_id, fingerprint([account], before));
  const count = await payments();
  const again = await api.post(`/v1/accounts/${account}/payments`, before, key);
  expect([again.status, again.text]).toEqual([201, first.text]);
  const fresh = await api.post(`/v1/accounts/${account}/payments`, before, { 'idempotency-key': randomUUID() });
  expect([fresh.status, fresh.json.detail[0].loc]).toEqual([422, ['body', 'memo']]);
  expect(await payments()).toBe(count);

  const reversalKey = { 'idempotency-key': randomUUID() };
  const path = `/v1/payments/${first.json.payment_id}/reversal`;
  const reversed = await api.post(path, { reason: 'twice' }, reversalKey);
  expect(reversed.status).toBe(201);
  const { rows } = await instance.resources.pool.query('select id from payment_reversal where payment_id = $1', [
    first.json.payment_id,
  ]);
  await keptWith(rows[0].id, fingerprint([first.json.payment_id], { reason: 'twice\u202e', is_nsf: null }));
  const reversedAgain = await api.post(path, { reason: 'twice\u202e' }, reversalKey);
  expect([reversedAgain.status, reversedAgain.text]).toEqual([201, reversed.text]);
  expect((await api.post(path, { reason: 'twice\u202e' }, { 'idempotency-key': randomUUID() })).status).toBe(422);
});
