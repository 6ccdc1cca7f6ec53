import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLedger } from '../../connectors/loan-systems/embedded-ledger-as-loan-system.js';
import { cents } from '../../core/money.js';
import { SimulatedClock } from '../../core/time/clock.js';
import { runDayEnd } from '../../ledger/day-end.js';
import { lossChange } from '../../ledger/operations/charged-off-loss-increase.js';
import { applyChange } from '../../loan-model/projection/apply-change.js';
import { BACKFILLS } from '../../runtime/migrate/backfills.js';
import { migrate } from '../../runtime/migrate/migrate.js';
import { endSchedules } from '../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';
import { Api } from '../support/api.js';
import { on } from '../support/example-loan.js';
import { type Ask, graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* The effects of a reversal, a recovery in full and a loan that was never disbursed, over the APIs. */

const clock = new SimulatedClock('2026-03-02T15:00:00Z');
let instance: TestInstance;
let lender: Lender;
let ask: Ask;
let reports: Api;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false, clock });
  lender = await instance.lender();
  const { plaintext } = await lender.key();
  ask = graphClient(instance.graphqlUrl, plaintext);
  reports = new Api(instance.baseUrl, plaintext);
});
afterAll(() => instance.close());

const TRANSACTIONS = `query ($accountId: ID!) { transactions(accountId: $accountId) { items {
  id type amountCents effectiveAt status receivedOn originalTransactionId reallocatesTransactionId becauseOfTransactionId
  split { principalCents interestCents feesCents } presentSplit { principalCents interestCents feesCents } } } }`;

describe('a reversed payment', () => {
  let account: string;
  let listed: readonly Readonly<Record<string, any>>[];

  beforeAll(async () => {
    clock.moveTo('2026-03-02T15:00:00Z');
    account = await lender.ledgerAccount(); // 10,000.00 at 18 %
    clock.moveTo('2026-04-01T15:00:00Z');
    const v1 = await lender.api();
    const first = await v1.record(account, { amount_cents: 100_000 });
    clock.moveTo('2026-05-01T15:00:00Z');
    const later = await lender.api();
    await later.record(account, { amount_cents: 100_000 });
    clock.moveTo('2026-05-04T15:00:00Z');
    await (await lender.api()).reverse(first.json.payment_id, { reason: 'misposted' });
    listed = (await ask(TRANSACTIONS, { accountId: account })).json.data.transactions.items;
  });

  it('is followed by a reallocation of the payment after it, linked to both; that payment stays as posted', () => {
    const [reallocation, reversal] = ['reallocation', 'reversal'].map((type) =>
      listed.find((row) => row['type'] === type),
    );
    const [second, first] = listed.filter(({ type }) => type === 'payment');
    // 18 % on 10,000.00 is 4.9315 a day: after 30 days 147.94 and 852.06, after 60 days without it 295.89 and 704.11.
    expect(first?.['split']).toEqual({ principalCents: 85_206, interestCents: 14_794, feesCents: 0 });
    expect(first?.['presentSplit']).toEqual({ principalCents: 0, interestCents: 0, feesCents: 0 });
    expect(second?.['split']).toEqual({ principalCents: 86_466, interestCents: 13_534, feesCents: 0 });
    expect(second?.['presentSplit']).toEqual({ principalCents: 70_411, interestCents: 29_589, feesCents: 0 });
    expect(reallocation).toEqual({
      id: expect.any(String),
      type: 'reallocation',
      amountCents: 0,
      effectiveAt: '2026-05-04',
      status: 'posted',
      receivedOn: null,
      originalTransactionId: null,
      reallocatesTransactionId: second?.['id'],
      becauseOfTransactionId: reversal?.['id'],
      split: { principalCents: 16_055, interestCents: -16_055, feesCents: 0 },
      presentSplit: null,
    });
    expect(reversal?.['originalTransactionId']).toBe(first?.['id']);
  });

  it('leaves the balance of a history without it, in the account and in the sum of its transactions', async () => {
    const { json } = await reports.get(`/accounts/${account}`);
    expect(json.current_balance_cents).toBe(1_000_000 - 70_411);
  });

  it('ncar has each component of the reallocation, in the month in which it was made; mpr has the payment as posted', async () => {
    const ncar = (await reports.get('/reports/ncar?from=2026-05-01&to=2026-05-31')).json.items;
    const rows = ncar.filter((row: Record<string, unknown>) => row['account_id'] === account);
    expect(rows.map((row: Record<string, unknown>) => [row['type'], row['component'], row['amount_cents']])).toEqual(
      expect.arrayContaining([
        ['reallocation', 'principal', 16_055],
        ['reallocation', 'interest', -16_055],
      ]),
    );
    expect(rows).toHaveLength(2);
    const mpr = (await reports.get('/reports/mpr?from=2026-05-01')).json.items;
    expect(mpr).toMatchObject([{ principal_cents: 86_466, interest_cents: 13_534 }]);
    expect((await reports.get('/reports/crr?from=2026-05-01')).json.items).toHaveLength(1);
  });
});

it('a payment on a Saturday: received on the Saturday, effective on the Monday', async () => {
  clock.moveTo('2026-05-08T15:00:00Z');
  const account = await lender.ledgerAccount();
  // Half past eleven in the evening, New York; in UTC it is Sunday already.
  clock.moveTo('2026-05-10T03:30:00Z');
  const recorded = await (await lender.api()).record(account);
  const { items } = (await ask(TRANSACTIONS, { accountId: account })).json.data.transactions;
  expect(items[0]).toMatchObject({ type: 'payment', receivedOn: '2026-05-09', effectiveAt: '2026-05-11' });
  // A payment is recorded by the clock of Postgres, which tests cannot move.
  const id = recorded.json.payment_id;
  await instance.resources.pool.query(
    "update collected_payment set created_at = '2026-05-10T03:30:00Z' where id = $1",
    [id],
  );
  const { json } = await ask('query ($id: ID!) { payment(id: $id) { receivedOn effectiveDate } }', { id });
  expect(json.data.payment).toEqual({ receivedOn: '2026-05-09', effectiveDate: '2026-05-11' });
});

it('charged off and then recovered in full: closed with its charge-off date, in wor with the recovered amount, not in pif', async () => {
  clock.moveTo('2026-05-12T15:00:00Z');
  const account = await lender.ledgerAccount(100_000);
  clock.moveTo('2026-11-17T15:00:00Z');
  await runDayEnd(instance.resources);
  const before = (await reports.get(`/accounts/${account}`)).json;
  expect(before).toMatchObject({ status_code: 'charged_off' });
  const recovered = await (await lender.api()).record(account, { amount_cents: before.payoff.amount_cents });
  expect(recovered.status).toBe(201);
  const closed = (await reports.get(`/accounts/${account}`)).json;
  expect(closed).toMatchObject({ status_code: 'closed', charged_off_on: before.charged_off_on, paid_off_on: null });
  const rows = async (code: string) =>
    (await reports.get(`/reports/${code}`)).json.items.filter(
      (row: Record<string, unknown>) => row['account_id'] === account,
    );
  expect(await rows('pif')).toEqual([]);
  expect(await rows('wor')).toMatchObject([{ recovered_cents: before.payoff.amount_cents }]);

  await (await lender.api()).reverse(recovered.json.payment_id);
  expect((await reports.get(`/accounts/${account}`)).json).toMatchObject({ status_code: 'charged_off' });
  expect(await rows('wor')).toMatchObject([{ recovered_cents: 0 }]);
});

it('a payment from before the charge-off is reversed on its day: wor is unchanged, ncar has the increase of the loss', async () => {
  clock.moveTo('2026-11-18T15:00:00Z');
  const account = await lender.ledgerAccount(100_000);
  const { json } = await (await lender.api()).record(account, { amount_cents: 20_000 });
  const { db } = instance.resources;
  const loan = { organizationId: lender.organizationId, accountId: account, externalId: account };
  await db.transaction(async (tx) => {
    const lost = await createLedger({ db, clock, endSchedules }).operations.chargeOff(tx, loan, 'bankruptcy');
    if (lost.kind === 'refused') throw new Error(lost.reason);
    await applyChange(tx, { clock, endSchedules }, lost.change);
  });
  const amounts = async (code: string, column: string) =>
    (await reports.get(`/reports/${code}`)).json.items
      .filter((row: Record<string, unknown>) => row['account_id'] === account)
      .map((row: Record<string, unknown>) => row[column]);
  const reported = [80_000];
  expect(await amounts('wor', 'charge_off_amount_cents')).toEqual(reported);
  await (await lender.api()).reverse(json.payment_id);
  expect(await amounts('wor', 'charge_off_amount_cents')).toEqual(reported);
  expect(await amounts('ncar', 'amount_cents')).toEqual([-20_000, -80_000]);
  expect((await reports.get(`/accounts/${account}`)).json.payoff.amount_cents).toBe(100_000);

  // When the charge-off is reversed, the increase of its loss is reversed with it.
  await db.transaction(async (tx) => {
    const undone = await createLedger({ db, clock, endSchedules }).operations.undoChargeOff(tx, loan, 'mistake');
    if (undone.kind === 'refused') throw new Error(undone.reason);
    await applyChange(tx, { clock, endSchedules }, undone.change);
  });
  const { rows: losses } = await instance.resources.pool.query(
    `select amount_cents::int as amount, status from transaction where account_id = $1 and type = 'charge_off' order by id`,
    [account],
  );
  expect(losses).toEqual([
    { amount: 80_000, status: 'reversed' },
    { amount: 20_000, status: 'reversed' },
  ]);

  // An earlier version left the change of the loss posted; the upgrade corrects that one, and no loss that still
  // counts.
  const stands = await lender.ledgerAccount(100_000);
  await db.transaction(async (tx) => {
    const lost = await createLedger({ db, clock, endSchedules }).operations.chargeOff(
      tx,
      { ...loan, accountId: stands, externalId: stands },
      'bankruptcy',
    );
    if (lost.kind === 'refused') throw new Error(lost.reason);
    await applyChange(tx, { clock, endSchedules }, lost.change);
  });
  const { pool } = instance.resources;
  await pool.query(
    "update transaction set status = 'posted' where account_id = $1 and amount_cents = 20000 and type = 'charge_off'",
    [account],
  );
  const backfills = BACKFILLS.filter(({ name }) => name === 'transaction.loss_changes_of_undone_charge_offs').map(
    (once) => ({ ...once, name: `${once.name}, again` }),
  );
  expect((await migrate(instance.databaseUrl, { backfills })).backfilled).toHaveLength(1);
  const { rows: corrected } = await pool.query(
    `select account_id = $1 as undone, status, count(*)::int from transaction
      where account_id in ($1, $2) and type = 'charge_off' group by 1, 2 order by 1`,
    [account, stands],
  );
  expect(corrected).toEqual([
    { undone: false, status: 'posted', count: 1 },
    { undone: true, status: 'reversed', count: 2 },
  ]);
});

it('a loss that becomes smaller is shown as negative, and in ncar as added back', async () => {
  clock.moveTo('2026-11-18T15:00:00Z');
  const account = await lender.ledgerAccount(100_000);
  const { db } = instance.resources;
  const loan = { organizationId: lender.organizationId, accountId: account, externalId: account };
  await db.transaction(async (tx) => {
    const lost = await createLedger({ db, clock, endSchedules }).operations.chargeOff(tx, loan, 'bankruptcy');
    if (lost.kind === 'refused') throw new Error(lost.reason);
    await applyChange(tx, { clock, endSchedules }, lost.change);
    // As in a reversal that also removes the interest of a payoff's day.
    const change = { principalCents: cents(-100), interestCents: cents(-384), feesCents: cents(0) };
    const { transaction } = lossChange(change, on('2026-11-18'));
    const because = {
      externalId: `${account}-loss`,
      becauseOfExternalId: lost.change.transactions[0]?.externalId ?? '',
    };
    const transactions = [{ ...transaction, ...because, endingBalanceCents: cents(99_900) }];
    await applyChange(tx, { clock, endSchedules }, { ...lost.change, lifecycleEvents: [], transactions });
  });
  const { rows } = await instance.resources.pool.query(
    `select amount_cents::int as amount, principal_cents::int as principal, interest_cents::int as interest, fees_cents::int as fees
       from transaction where account_id = $1 and type = 'charge_off' and because_of_transaction_id is not null`,
    [account],
  );
  expect(rows).toEqual([{ amount: -484, principal: -100, interest: -384, fees: 0 }]);
  const { items } = (await reports.get('/reports/ncar')).json;
  const reported = items
    .filter((row: Record<string, unknown>) => row['account_id'] === account)
    .map((row: Record<string, unknown>) => [row['component'], row['amount_cents']]);
  expect(reported).toHaveLength(3);
  expect(reported).toEqual(
    expect.arrayContaining([
      ['principal', -100_000],
      ['principal', 100],
      ['interest', 384],
    ]),
  );
});

it('nsr has no loan that was booked and closed before it was disbursed', async () => {
  const account = await lender.ledgerAccount();
  const { db } = instance.resources;
  const loan = { organizationId: lender.organizationId, accountId: account, externalId: account };
  const sold = async () =>
    (await reports.get('/reports/nsr')).json.items.some(
      (row: Record<string, unknown>) => row['account_id'] === account,
    );
  expect(await sold()).toBe(true);
  // The state of a loan that is closed before its disbursement.
  await instance.resources.pool.query('delete from transaction where account_id = $1', [account]);
  await instance.resources.pool.query("update ledger_loan set status = 'pending', principal_cents = 0 where id = $1", [
    account,
  ]);
  await db.transaction(async (tx) => {
    const outcome = await createLedger({ db, clock, endSchedules }).operations.close(tx, loan);
    if (outcome.kind === 'refused') throw new Error(outcome.reason);
    await applyChange(tx, { clock, endSchedules }, outcome.change);
  });
  expect(await sold()).toBe(false);
});

it('a payoff that is returned after its month stays in the pif of that month; one of this month is removed', async () => {
  clock.moveTo('2026-11-19T15:00:00Z');
  const account = await lender.ledgerAccount(100_000);
  const paidInFull = async (month: string) =>
    (await reports.get(`/reports/pif?from=2026-${month}-01&to=2026-${month}-28`)).json.items.filter(
      (row: Record<string, unknown>) => row['account_id'] === account,
    );
  const payOffNow = async () => {
    const { amount_cents } = (await reports.get(`/accounts/${account}`)).json.payoff;
    return (await (await lender.api()).record(account, { amount_cents })).json.payment_id;
  };
  const first = await payOffNow();
  const november = await paidInFull('11');
  expect(november).toMatchObject([{ paid_off_on: '2026-11-19', final_payment_cents: 100_000, payoff_cents: 100_000 }]);

  clock.moveTo('2026-12-02T15:00:00Z');
  await (await lender.api()).reverse(first);
  expect((await reports.get(`/accounts/${account}`)).json.paid_off_on).toBeNull();
  expect(await paidInFull('11')).toEqual(november);
  const second = await payOffNow();
  expect([(await paidInFull('11')).length, (await paidInFull('12')).length]).toEqual([1, 1]);
  await (await lender.api()).reverse(second);
  expect([await paidInFull('11'), await paidInFull('12')]).toEqual([november, []]);
});
