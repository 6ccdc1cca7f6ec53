import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLedger } from '../connectors/loan-systems/ledger/ledger.js';
import { applyChange } from '../connectors/loan-systems/projection/apply-change.js';
import { newId } from '../core/ids.js';
import { cents } from '../core/money.js';
import { type House, openHouse } from './support/house.js';
import type { Lender } from './support/lender.js';

/** Rows as they were written before, brought up to date by the migration's own text. */
const MIGRATION = readFileSync(
  new URL('../prisma/migrations/20261122073500_one_model/migration.sql', import.meta.url),
  'utf8',
);

let house: House;
let lender: Lender;

beforeAll(async () => {
  house = await openHouse();
  lender = await house.lender();
});
afterAll(() => house?.close());

const query = async (text: string, values?: unknown[]) => (await house.resources.pool.query(text, values)).rows;

async function transaction(accountId: string, type: string, original: string | null = null): Promise<string> {
  const id = newId();
  await query(
    `insert into transaction (id, organization_id, account_id, type, external_id, original_transaction_id)
     values ($1::text, $2, $3, $4, $1::text, $5)`,
    [id, lender.organizationId, accountId, type, original],
  );
  return id;
}

it('what the ledger waived is a waiver; other adjustments stay', async () => {
  const { db, clock } = house.resources;
  const account = await lender.ledgerAccount();
  const loan = { organizationId: lender.organizationId, accountId: account, externalId: account };
  const v1 = await lender.api();
  const { payment_id } = (await v1.record(account, { payment_method: 'check', check_number: 7 })).json;
  await v1.reverse(payment_id, { is_nsf: true, reason: 'returned' });
  await db.transaction(async (tx) => {
    const waiver = { component: 'fees', amountCents: cents(2_500), reason: 'courtesy' } as const;
    const outcome = await createLedger({ db, clock }).operations.waive(tx, loan, waiver);
    if (outcome.kind === 'refused') throw new Error(outcome.reason);
    await applyChange(tx, clock, outcome.change);
  });
  const types = () =>
    query("select type, amount_cents from transaction where type in ('waiver', 'adjustment') order by type");
  expect(await types()).toEqual([{ type: 'waiver', amount_cents: -2_500 }]);
  await query("update transaction set type = 'adjustment' where type = 'waiver'");
  await transaction(account, 'adjustment');
  await query(MIGRATION);
  expect(await types()).toEqual([
    { type: 'adjustment', amount_cents: null },
    { type: 'waiver', amount_cents: -2_500 },
  ]);
});

it('accruals are gone, with what took them back; a number of the system is no contract number, and its loans are read anew', async () => {
  await query(
    `insert into loan_system (code, kind, base_url, organization_id, settings, secret_env)
     values ('core', 'fineract', 'http://core.test', $1, '{}', '{}')`,
    [lender.organizationId],
  );
  const same = await lender.sandboxAccount('SBX-POSTS');
  const other = await lender.sandboxAccount('SBX-POSTS');
  for (const [id, contract] of [
    [same, '000000007'],
    [other, 'LN-1'],
  ])
    await query(
      `update account set loan_system_code = 'core', external_contract_number = $2,
         external_account_number = '000000007', source_revision = 'r' where id = $1`,
      [id, contract],
    );
  const accrual = await transaction(same, 'accrual');
  await transaction(same, 'adjustment', accrual);
  const kept = await transaction(same, 'payment');
  await query(MIGRATION);
  expect(await query('select id from transaction where account_id = $1', [same])).toEqual([{ id: kept }]);
  const columns = 'external_contract_number as contract, source_revision as revision';
  const account = async (id: string) => query(`select ${columns} from account where id = $1`, [id]);
  expect(await account(same)).toEqual([{ contract: null, revision: null }]);
  expect(await account(other)).toEqual([{ contract: 'LN-1', revision: null }]);
});
