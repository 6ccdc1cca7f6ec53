import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Api } from '../support/api.js';
import { auditPayments } from '../support/faults/audit-payments.js';
import type { AcknowledgedOf } from '../support/faults/record.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* The audit of `npm run bench -- faults-proof` detects every damage that a fault could do to an acknowledged payment. */

let instance: TestInstance;
let api: Api;
let account: string;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  const lender = await instance.lender();
  [api, account] = [await lender.api(), await lender.ledgerAccount()];
});
afterAll(() => instance.close());

/** A payment as its client recorded it. */
async function recorded(reference: string): Promise<AcknowledgedOf<'payment'>> {
  const { status, json } = await api.record(account, { amount_cents: 500, external_reference: reference });
  return { kind: 'payment', key: reference, account, amount: 500, reference, id: json.payment_id, status };
}

/** @returns the number of lost and of doubled payments when the remote loan system has this many postings of each */
async function found(payment: AcknowledgedOf<'payment'>, remotePostings?: number): Promise<readonly [number, number]> {
  const books = {
    sql: instance.resources.pool,
    remoteAccounts: remotePostings === undefined ? [] : [account],
    system: { postingsUnder: () => remotePostings ?? 0 },
  };
  const { lost, doubled } = await auditPayments(books, [payment]);
  return [lost.length, doubled.length];
}

it('a payment that is stored and posted once is neither lost nor doubled', async () => {
  const payment = await recorded('once');
  expect([payment.status, await found(payment), await found(payment, 1)]).toEqual([201, [0, 0], [0, 0]]);
});

it('a payment is lost if it is not stored, has another amount, was not posted, or is shown as failed after a 201', async () => {
  const payment = await recorded('lost');
  expect(await found({ ...payment, reference: 'never sent' })).toEqual([1, 0]);
  expect(await found({ ...payment, amount: 501 })).toEqual([1, 0]);
  expect(await found(payment, 0)).toEqual([1, 0]);
  await instance.resources.pool.query("update collected_payment set status = 'failed' where id = $1", [payment.id]);
  expect(await found(payment, 0)).toEqual([1, 0]);
  // After a 202 this is correct: nothing was posted.
  expect(await found({ ...payment, status: 202 }, 0)).toEqual([0, 0]);
});

it('a payment is doubled if it is posted twice, stored twice, stored as another one, or posted but shown as failed', async () => {
  const payment = await recorded('doubled');
  expect(await found(payment, 2)).toEqual([0, 1]);
  expect(await found({ ...payment, id: 'another' })).toEqual([1, 1]);
  await recorded('doubled');
  expect(await found(payment)).toEqual([0, 1]);
  const failed = await recorded('failed');
  await instance.resources.pool.query("update collected_payment set status = 'failed' where id = $1", [failed.id]);
  expect(await found({ ...failed, status: 202 })).toEqual([0, 1]);
});
