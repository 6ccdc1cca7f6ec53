import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* What Postgres itself refuses in the journal, even to its owner. */

let instance: TestInstance;
let owner: pg.Client;
let entry: { readonly organization_id: string; readonly loan_id: string; readonly reference_number: string };

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  const lender = await instance.lender();
  const api = await lender.api();
  const paid = await api.record(await lender.ledgerAccount(500_000), {
    amount_cents: 12_345,
    payment_method: 'cash',
    memo: 'brought by Ada',
  });
  expect(paid.json.status).toBe('posted');
  owner = new pg.Client(instance.databaseUrl);
  await owner.connect();
  const { rows } = await owner.query('select organization_id, loan_id, reference_number from ledger_entry limit 1');
  entry = rows[0];
});
afterAll(async () => {
  await owner.end();
  await instance.close();
});

/** An entry of a disbursement's kind with these lines, by one statement as the product writes them. */
async function written(amounts: readonly number[]): Promise<string> {
  const { organization_id, loan_id } = entry;
  await owner.query('begin');
  try {
    const { rows } = await owner.query(
      `insert into ledger_entry (organization_id, loan_id, type, effective_on, posted_at) values ($1, $2, 'waiver', '2026-01-02', now())
       returning reference_number`,
      [organization_id, loan_id],
    );
    await owner.query(
      `insert into ledger_line (organization_id, reference_number, line_number, ledger_account, amount_cents)
       select $1, $2, number, 'fees', amount from unnest($3::bigint[]) with ordinality as line (amount, number)`,
      [organization_id, rows[0].reference_number, amounts],
    );
    return 'written';
  } catch (error) {
    return error instanceof pg.DatabaseError ? `${error.code}` : String(error);
  } finally {
    await owner.query('rollback');
  }
}

describe('an entry of the journal', () => {
  it.each([
    [[100, -100], 'written'],
    [[100, -60, -40], 'written'],
    [[100, -99], '23514'],
    [[100], '23514'],
  ])('with lines of %j cents: %s', async (amounts, outcome) => {
    expect(await written(amounts)).toBe(outcome);
  });

  it('gets its lines once: lines that balance by themselves cannot be added later', async () => {
    const added = owner.query(
      `insert into ledger_line (organization_id, reference_number, line_number, ledger_account, amount_cents)
       values ($1, $2, 98, 'fees', 100), ($1, $2, 99, 'cash', -100)`,
      [entry.organization_id, entry.reference_number],
    );
    await expect(added).rejects.toMatchObject({ code: '23001' });
  });

  it.each([
    'update ledger_entry set memo = memo',
    "update ledger_entry set memo = 'another word' where memo is not null",
    "update ledger_entry set memo = '[erased]', posted_at = now()",
    "update ledger_entry set memo = '[erased]' where memo is null",
    'update ledger_entry set memo = null where memo is not null',
    'update ledger_line set amount_cents = amount_cents',
    'delete from ledger_line',
    'delete from ledger_entry where false',
    'truncate ledger_line',
    'truncate ledger_entry cascade',
  ])('is never changed or deleted: %s', async (text) => {
    await expect(owner.query(text)).rejects.toMatchObject({ code: '23001' });
  });

  it('loses its memo in an erasure, and nothing else', async () => {
    const read = async () =>
      (await owner.query('select to_jsonb(e) as entry from ledger_entry e order by reference_number')).rows;
    const before = await read();
    const erase = () =>
      instance.resources.pool.query(
        'select erase_journal_memos(organization_id, array_agg(distinct loan_id), $1) as erased from ledger_entry group by organization_id',
        ['(^|[^[:alnum:]])(Ada)($|[^[:alnum:]])'],
      );
    await expect(erase()).rejects.toThrow('no erasure of this organization is under way');
    await owner.query(
      `insert into erasure (organization_id, id, kind, subject, step, requested_by, created_at)
       select distinct organization_id, $1, 'person'::erasure_kind, $1, 'journal', 'test', now() from ledger_entry`,
      [newId()],
    );
    const { rows } = await erase();
    expect(rows).toEqual([{ erased: 1 }]);
    const named = ({ entry }: any) =>
      entry.memo === 'brought by Ada' ? { entry: { ...entry, memo: '[erased]' } } : { entry };
    expect(await read()).toEqual(before.map(named));
    expect(before.map(named)).not.toEqual(before);
    await expect(instance.resources.pool.query("update ledger_entry set memo = '[erased]'")).rejects.toThrow();
  });
});
