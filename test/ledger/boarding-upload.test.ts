import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Database } from '../../core/db/database.js';
import { createPool } from '../../core/db/pool.js';
import { SimulatedClock } from '../../core/time/clock.js';
import { runBoarding } from '../../ledger/boarding/run-boarding.js';
import { board, csv, LOAN, PAYMENT, receiveOnly } from '../support/board-file.js';
import { silent } from '../support/identity.js';
import { lostCommitProxy } from '../support/lost-commit-proxy.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/*
 * A file during its upload: slow, given up, or complete although the response was lost. A complete file is never
 * dropped.
 */

const clock = new SimulatedClock('2026-05-01T15:00:00Z');
let instance: TestInstance;
beforeAll(async () => {
  instance = await openTestInstance({ clock, worker: false });
});
afterAll(() => instance.close());

const rows = async (text: string, values: unknown[] = []) => (await instance.resources.pool.query(text, values)).rows;
const count = async (table: string, organizationId: string): Promise<number> =>
  Number((await rows(`select count(*) from ${table} where organization_id = $1`, [organizationId]))[0].count);
const boardingOf = async (id: string) => (await rows('select * from ledger_boarding where id = $1', [id]))[0];
const arriving = async (organizationId: string): Promise<string> =>
  (
    await rows(`select id from ledger_boarding where organization_id = $1 and status = 'receiving'`, [organizationId])
  )[0].id;
const pass = (seconds: number) => clock.moveTo(clock.now().add({ seconds }));

const LINES = csv(LOAN, PAYMENT, { ...LOAN, loan_number: 'A-2' }).split('\n');
const OTHER = csv({ ...LOAN, loan_number: 'B-1' });

it('the response to its last COMMIT is lost: it has arrived, and is boarded completely', async () => {
  const { organizationId } = await instance.lender();
  const proxy = await lostCommitProxy(instance.databaseUrl, 'ledger_boarding.receive');
  const pool = createPool(proxy.url, 2, silent);
  try {
    const resources = { ...instance.resources, db: new Database(pool) };
    const arrived = await receiveOnly(resources, organizationId, LINES.join('\n'));
    expect(proxy.lost()).toBe(1);
    expect(arrived.status).toBe('received');
    expect(await count('ledger_boarding_loan', organizationId)).toBe(2);
    await runBoarding(instance.resources, arrived);
    expect(await boardingOf(arrived.id)).toMatchObject({ status: 'done', is_tied: true, loans_written: 2 });
  } finally {
    await pool.end();
    await proxy.close();
  }
});

it('an upload slower than 10,000 rows a minute is not given up, whatever else the organization sends', async () => {
  const { organizationId } = await instance.lender();
  const bytes = (async function* () {
    for (const line of LINES) {
      yield Buffer.from(`${line}\n`);
      pass(40);
      await board(instance.resources, organizationId, OTHER);
    }
  })();
  const arrived = await receiveOnly(instance.resources, organizationId, bytes);
  await runBoarding(instance.resources, arrived);
  expect(await boardingOf(arrived.id)).toMatchObject({ status: 'done', is_tied: true, loans_written: 2 });
});

it('a silent upload is given up with all its rows, and its sender gets an error', async () => {
  const { organizationId } = await instance.lender();
  const bytes = (async function* () {
    yield Buffer.from(LINES.join('\n'));
    pass(61);
    await board(instance.resources, organizationId, OTHER);
    yield Buffer.from('\n');
  })();
  await expect(receiveOnly(instance.resources, organizationId, bytes)).rejects.toMatchObject({
    code: 'ledger_boarding_over',
  });
  expect(await count('ledger_boarding', organizationId)).toBe(1);
  for (const table of ['loan', 'transaction', 'problem'])
    expect(await count(`ledger_boarding_${table}`, organizationId)).toBe(0);
});

it('an upload whose next rows are being staged is not given up, however long it was silent', async () => {
  const { organizationId } = await instance.lender();
  const client = await instance.resources.pool.connect();
  const bytes = (async function* () {
    yield Buffer.from(LINES.join('\n'));
    pass(61);
    // Holds it as a process that stages rows does until they are committed.
    const id = await arriving(organizationId);
    await client.query('begin');
    await client.query('update ledger_boarding set moved_at = $2 where id = $1', [id, clock.now().toString()]);
    await board(instance.resources, organizationId, OTHER);
    await client.query('commit');
    yield Buffer.from('\n');
  })();
  try {
    const arrived = await receiveOnly(instance.resources, organizationId, bytes);
    await runBoarding(instance.resources, arrived);
    expect(await boardingOf(arrived.id)).toMatchObject({ status: 'done', is_tied: true, loans_written: 2 });
  } finally {
    client.release();
  }
});

describe('rows that were read and are no longer stored', () => {
  it.each([
    ['a loan', 'ledger_boarding_loan', false],
    ['a row of history', 'ledger_boarding_transaction', false],
    ['a loan, in a file whose loans in error are skipped', 'ledger_boarding_loan', true],
  ])('%s: refused, and nothing is written', async (_what, table, skipsInvalid) => {
    const { organizationId } = await instance.lender();
    const arrived = await receiveOnly(instance.resources, organizationId, LINES.join('\n'));
    await rows('update ledger_boarding set skips_invalid = $2 where id = $1', [arrived.id, skipsInvalid]);
    await rows(`delete from ${table} where organization_id = $1`, [organizationId]);
    await runBoarding(instance.resources, arrived);
    expect(await boardingOf(arrived.id)).toMatchObject({ status: 'refused', is_tied: false, loans_written: 0 });
    const said = await rows('select severity, message from ledger_boarding_problem where boarding_id = $1', [
      arrived.id,
    ]);
    expect(said).toContainEqual({ severity: 'error', message: expect.stringContaining('send the file again') });
    expect(await count('ledger_loan', organizationId)).toBe(0);
  });
});
