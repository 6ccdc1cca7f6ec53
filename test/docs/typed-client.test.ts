import { randomUUID } from 'node:crypto';
import createClient from 'openapi-fetch';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { paths } from '../../sdk/src/generated/contract.js';
import { refusalOf } from '../support/refusal-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
});
afterAll(() => instance.close());

/** The code of an integrator with a generated client: types and paths come from docs/openapi.json alone. */
it('a generated client does the main job: token, record, read, reverse, list', async () => {
  const lender = await instance.lender();
  const { prefix, plaintext } = await lender.key();
  const account_id = await lender.ledgerAccount();
  const strangers = createClient<paths>({ baseUrl: instance.baseUrl });

  const token = await strangers.POST('/v1/oauth/token', {
    body: { grant_type: 'client_credentials', client_id: prefix, client_secret: plaintext },
  });
  expect(token.data).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
  const headers = { authorization: `Bearer ${token.data?.access_token}` };
  const client = createClient<paths>({ baseUrl: instance.baseUrl, headers });

  const recorded = await client.POST('/v1/accounts/{account_id}/payments', {
    params: { path: { account_id }, header: { 'Idempotency-Key': randomUUID() } },
    body: { amount_cents: 12_500, payment_method: 'check', check_number: 1_042 },
  });
  expect([recorded.response.status, recorded.data?.status]).toEqual([201, 'posted']);
  const payment_id = recorded.data?.payment_id ?? '';

  const read = await client.GET('/v1/payments/{payment_id}', { params: { path: { payment_id } } });
  expect(read.data).toEqual(recorded.data);

  const reversed = await client.POST('/v1/payments/{payment_id}/reversal', {
    params: { path: { payment_id }, header: { 'Idempotency-Key': randomUUID() } },
    body: { reason: 'returned', is_nsf: true },
  });
  expect([reversed.data?.status, reversed.data?.reversal?.is_nsf]).toEqual(['reversed', true]);

  const again = await client.POST('/v1/payments/{payment_id}/reversal', {
    params: { path: { payment_id }, header: { 'Idempotency-Key': randomUUID() } },
  });
  const detail = again.error?.detail;
  if (detail === undefined || !('error_code' in detail)) throw new Error('no error code');
  expect({ detail }).toEqual(refusalOf('payment_not_reversible', { status: 'reversed' }));

  const listed = await client.GET('/v1/accounts/{account_id}/payments', {
    params: { path: { account_id }, query: { limit: 10 } },
  });
  expect(listed.data?.items).toEqual([reversed.data]);
  expect(listed.data?.page).toEqual({ next_cursor: null, has_more: false, limit: 10 });
});
