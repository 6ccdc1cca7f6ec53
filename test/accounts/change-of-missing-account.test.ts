import { afterAll, beforeAll, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { cents } from '../../core/money.js';
import type { AccountChange } from '../../loan-model/projection/account-change.js';
import { applyChange } from '../../loan-model/projection/apply-change.js';
import { applyChangeSet } from '../../loan-model/projection/apply-change-set.js';
import { endSchedules } from '../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';
import type { Lender } from '../support/lender.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let lender: Lender;
beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  lender = await instance.lender();
});
afterAll(() => instance.close());

function changeOf(accountId: string): AccountChange {
  const { organizationId } = lender;
  const balance = { currentBalanceCents: cents(1), statusCode: 'active' } as const;
  return { organizationId, accountId, ...balance, transactions: [], lifecycleEvents: [] };
}

const balanceOf = async (accountId: string) =>
  (await instance.resources.pool.query('select current_balance_cents from account where id = $1', [accountId])).rows[0]
    .current_balance_cents;

it('a change of one account throws if the account does not exist', async () => {
  const { db, clock } = instance.resources;
  const missing = newId();
  const applied = db.transaction((tx) => applyChange(tx, { clock, endSchedules }, changeOf(missing)));
  await expect(applied).rejects.toThrow(`account ${missing} does not exist, so it cannot be changed`);
});

it.each([
  ['does not exist', async () => newId()],
  ['belongs to another organization', async () => (await instance.lender('Other Lending')).ledgerAccount()],
])('a change of several accounts throws if one %s, and changes none', async (_, other) => {
  const { db, clock } = instance.resources;
  const accountId = await lender.ledgerAccount(50_000);
  const missing = await other();
  const changes = [changeOf(accountId), changeOf(missing)];
  const applied = db.transaction((tx) => applyChangeSet(tx, { clock, endSchedules }, lender.organizationId, changes));
  await expect(applied).rejects.toThrow(`account ${missing} does not exist, so it cannot be changed`);
  expect(await balanceOf(accountId)).toBe(50_000);
});

it('a change of several accounts that exist changes each', async () => {
  const { db, clock } = instance.resources;
  const accounts = [await lender.ledgerAccount(50_000), await lender.ledgerAccount(60_000)];
  await db.transaction((tx) =>
    applyChangeSet(tx, { clock, endSchedules }, lender.organizationId, accounts.map(changeOf)),
  );
  expect(await Promise.all(accounts.map(balanceOf))).toEqual([1, 1]);
});
