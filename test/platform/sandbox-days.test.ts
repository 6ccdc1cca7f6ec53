import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPool } from '../../core/db/pool.js';
import { systemClock } from '../../core/time/clock.js';
import { addDays } from '../../core/time/dates.js';
import { servicingDate } from '../../core/time/servicing-day.js';
import { previousBusinessDay, rollForward } from '../../ledger/rules/business-day.js';
import { board, csv, LOAN } from '../support/board-file.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { TieOutHarness } from '../support/tie-out-harness.js';

/* A sandbox organization whose test clock is ahead: boarding and the tie-out use its day. */

const AHEAD = 60;

let instance: TestInstance;
let sql: pg.Pool;
beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  sql = createPool(instance.databaseUrl, 4, instance.resources.logger);
}, 60_000);
afterAll(async () => {
  await sql.end();
  await instance.close();
});

async function sandboxAhead(): Promise<string> {
  const { organizationId } = await instance.lender('Sandbox Lending', { isSandbox: true });
  await sql.query('update test_clock set offset_days = $2 where organization_id = $1', [organizationId, AHEAD]);
  return organizationId;
}

it('a portfolio may be cut over on the business day of the test clock, and no later; a lender’s only on the real one', async () => {
  const today = rollForward(addDays(servicingDate(systemClock.now()), AHEAD));
  const problemsOf = async (organizationId: string, asOf: string) =>
    (await board(instance.resources, organizationId, csv({ ...LOAN, as_of: asOf, paid_installments: 12 }))).problems
      .filter(({ column }) => column === 'as_of')
      .map(({ message }) => message);
  expect(await problemsOf(await sandboxAhead(), today)).toEqual([]);
  expect(await problemsOf(await sandboxAhead(), rollForward(addDays(today, 1)))).toEqual([
    `must not be after the business day, ${today}`,
  ]);
  const { organizationId } = await instance.lender();
  expect(await problemsOf(organizationId, today)).toHaveLength(1);
});

it('the tie-out compares the days of the test clock with the ledger and its books', async () => {
  const organizationId = await sandboxAhead();
  const asOf = rollForward(addDays(servicingDate(systemClock.now()), -30));
  const { boarding } = await board(
    instance.resources,
    organizationId,
    csv({ ...LOAN, as_of: asOf, paid_installments: 12 }),
  );
  expect(boarding.status).toBe('done');
  const bench = new TieOutHarness(instance, sql, organizationId, previousBusinessDay(servicingDate(systemClock.now())));
  await bench.compare();
  const { rows } = await sql.query(
    'select subject, business_day::text as day from tie_out_result where organization_id = $1 order by subject',
    [organizationId],
  );
  const day = previousBusinessDay(addDays(servicingDate(bench.clock.now()), AHEAD));
  expect(rows).toEqual([
    { subject: 'books', day },
    { subject: 'ledger', day },
  ]);
});
