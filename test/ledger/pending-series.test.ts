import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SimulatedClock } from '../../core/time/clock.js';
import { writePositionsOf } from '../../subgraphs/reporting/position/write-daily-positions.js';
import { silent } from '../support/identity.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* A loan that is booked and not disbursed is in its organization's series, like one that was boarded as pending. */

const clock = new SimulatedClock('2026-03-02T15:00:00Z');
let instance: TestInstance;
beforeAll(async () => {
  instance = await openTestInstance({ clock, worker: false });
}, 60_000);
afterAll(() => instance.close());

const rows = async (text: string, values: unknown[] = []) => (await instance.resources.pool.query(text, values)).rows;

async function booked(): Promise<{ readonly accountId: string; readonly organizationId: string }> {
  clock.moveTo('2026-03-02T15:00:00Z');
  const lender = await instance.lender();
  const api = await lender.api();
  const terms = { original_principal_cents: 100_000, annual_rate: '12', term_months: 12 };
  const dates = { originated_on: '2026-03-02', first_due_on: '2026-04-02' };
  const borrowers = [{ role: 'primary', party_id: lender.personId }];
  const body = { loan_number: `P-${randomUUID()}`, borrowers, ...terms, ...dates };
  const { status, json } = await api.post('/v1/ledger/loans', body, { 'idempotency-key': randomUUID() });
  if (status !== 201) throw new Error(JSON.stringify(json));
  return { accountId: json.id ?? json.account_id, organizationId: lender.organizationId };
}

it('from the day on which it is booked', async () => {
  const { organizationId } = await booked();
  clock.moveTo('2026-03-04T15:00:00Z');
  await writePositionsOf({ db: instance.resources.db, clock, logger: silent }, organizationId);
  const positions = await rows(
    `select day::text, status_code::text as status, accounts::int from daily_position where organization_id = $1 order by day`,
    [organizationId],
  );
  expect(positions).toEqual([
    { day: '2026-03-02', status: 'pending', accounts: 1 },
    { day: '2026-03-03', status: 'pending', accounts: 1 },
  ]);
});

it('a loan of an earlier version, from the first day that is written after the upgrade', async () => {
  const { accountId, organizationId } = await booked();
  const account = [accountId];
  await rows('delete from past_due_snapshot where account_id = $1', account);
  await rows("update account set created_at = '2026-03-02T15:00:00Z' where id = $1", account);
  clock.moveTo('2026-03-05T15:00:00Z');
  await writePositionsOf({ db: instance.resources.db, clock, logger: silent }, organizationId);
  await writePositionsOf({ db: instance.resources.db, clock, logger: silent }, organizationId);
  const snapshots = await rows(
    `select as_of::text as day, status_code::text as status, balance_cents::int as balance
       from past_due_snapshot where account_id = $1`,
    account,
  );
  expect(snapshots).toEqual([{ day: '2026-03-04', status: 'pending', balance: 0 }]);
  const positions = await rows(
    'select day::text, accounts::int from daily_position where organization_id = $1 order by day',
    [organizationId],
  );
  expect(positions).toEqual([{ day: '2026-03-04', accounts: 1 }]);
});
