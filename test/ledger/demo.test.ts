import pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createLedger } from '../../connectors/loan-systems/embedded-ledger-as-loan-system.js';
import { Database } from '../../core/db/database.js';
import { createPool } from '../../core/db/pool.js';
import { SimulatedClock } from '../../core/time/clock.js';
import { runDayEnd } from '../../ledger/day-end.js';
import { type SeededDemo, seedDemo } from '../../prisma/seed/demo/seed.js';
import { BACKFILLS } from '../../runtime/migrate/backfills.js';
import { migrate } from '../../runtime/migrate/migrate.js';
import { endSchedules } from '../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';
import { consultOracle } from '../support/balance-oracle.js';
import { copyOf, createDatabase, freshDatabase, type TestDatabase } from '../support/database.js';
import { silent } from '../support/identity.js';

const NOW = '2026-11-18T15:00:00Z';

describe('two years of demo history', () => {
  const clock = new SimulatedClock(NOW);
  let database: TestDatabase;
  /** The same as it was seeded. */
  let copy: TestDatabase;
  let judgement: ReturnType<typeof consultOracle> | undefined;
  let pool: pg.Pool;
  let db: Database;
  let demo: SeededDemo;

  beforeAll(async () => {
    database = await freshDatabase();
    const seeding = createPool(database.url, 4, silent);
    demo = await seedDemo({ db: new Database(seeding), clock }).finally(() => seeding.end());
    copy = await createDatabase(copyOf(new URL(database.url).pathname.slice(1)));
    pool = createPool(database.url, 4, silent);
    await pool.query('analyze');
    db = new Database(pool);
  }, 180_000);

  afterAll(async () => {
    await pool?.end();
    await copy?.drop();
    await database?.drop();
  });

  /** Reads the journal as seeded: nothing is posted until the last test. */
  function oracle(): ReturnType<typeof consultOracle> {
    judgement ??= consultOracle(database.url);
    return judgement;
  }

  test('every entry balances, and so does the whole journal', async () => {
    const unbalanced = 'select reference_number from ledger_line group by 1 having sum(amount_cents) <> 0';
    expect(await rows(unbalanced)).toEqual([]);
    const accounts = await rows('select sum(amount_cents)::int as total, count(*)::int as lines from ledger_line');
    expect(accounts).toEqual([{ total: 0, lines: expect.any(Number) }]);
    expect(
      await rows(
        'select 1 from ledger_entry e where not exists (select 1 from ledger_line l where l.reference_number = e.reference_number)',
      ),
    ).toEqual([]);
  });

  test('the oracle agrees with the journal, with every loan, and with every account', async () => {
    const judged = await oracle();
    const stored = await rows(`
      select l.id, l.principal_cents, l.interest_cents, l.fees_cents, l.accrual_remainder, a.current_balance_cents,
        l.status::text, a.status_code::text
      from ledger_loan l join account a on a.loan_system_code = 'ledger' and a.external_id = l.id
      where l.status <> 'pending' and exists (select 1 from ledger_entry e where e.loan_id = l.id) order by l.id`);
    expect(judged.length).toBeGreaterThan(50);
    expect(
      judged.map(({ loanId, principal, interest, fees, remainder }) =>
        [loanId, principal, interest, fees, remainder].map(String),
      ),
    ).toEqual(
      stored.map((loan) =>
        [loan.id, loan.principal_cents, loan.interest_cents, loan.fees_cents, loan.accrual_remainder].map(String),
      ),
    );
    for (const { journal, principal, interest, fees } of judged) expect(journal).toEqual({ principal, interest, fees });
    for (const loan of stored) {
      expect([loan.current_balance_cents, loan.status_code]).toEqual([loan.principal_cents, loan.status]);
    }
  });

  test('the oracle agrees with every payoff quote', async () => {
    const ledger = createLedger({ db, clock, endSchedules });
    const accounts = await rows(
      "select id, organization_id, external_id, status_code from account where loan_system_code = 'ledger'",
    );
    const judged = new Map((await oracle()).map((loan) => [loan.loanId, loan]));
    let quoted = 0;
    for (const account of accounts) {
      const loan = { organizationId: account.organization_id, accountId: account.id, externalId: account.external_id };
      const payable = ['active', 'delinquent', 'charged_off'].includes(account.status_code);
      const payoffCents = payable ? Number(judged.get(account.external_id)?.payoffOn('2026-11-18')) : 0;
      expect(await ledger.quotePayoff(loan)).toEqual({ kind: 'answered', value: { payable, payoffCents } });
      if (payable) quoted += 1;
    }
    expect(quoted).toBeGreaterThan(30);
  });

  test('every posted entry is a transaction, and reversed ones are marked so', async () => {
    const missing = `select e.reference_number from ledger_entry e
      left join account a on a.loan_system_code = 'ledger' and a.external_id = e.loan_id
      left join transaction t on t.account_id = a.id and t.external_id = e.reference_number::text where t.id is null`;
    expect(await rows(missing)).toEqual([]);
    const mismatched = `select t.id from transaction t where t.type = 'payment' and t.external_id not like 'legacy-%'
      and (t.status = 'reversed') <> exists (select 1 from transaction r where r.original_transaction_id = t.id)`;
    expect(await rows(mismatched)).toEqual([]);
  });

  test('has loans in every status, co-borrowers, and undated rows of unknown amount', async () => {
    const statuses = await rows(
      "select distinct status_code::text as status from account where loan_system_code = 'ledger' order by 1",
    );
    expect(statuses.map(({ status }) => status)).toEqual([
      'active',
      'charged_off',
      'closed',
      'delinquent',
      'paid_in_full',
      'pending',
    ]);
    expect(await count("from account_borrower where role = 'co_borrower'")).toBeGreaterThan(5);
    expect(await count('from transaction where effective_at is null and amount_cents is null')).toBeGreaterThan(3);
    expect(await count("from transaction where effective_at is null and sort_on <> '-infinity'")).toBe(0);
    expect(Object.keys(demo.sandboxAccounts)).toHaveLength(9);
    expect(demo.organizations).toHaveLength(3);
  });

  test('has two hundred loans of six products; the sandbox holds little of the total', async () => {
    expect(await count("from account where loan_system_code = 'ledger'")).toBeGreaterThan(200);
    const products = await rows(
      'select p.code, count(*)::int as loans from ledger_loan l join ledger_product p on p.id = l.product_id group by 1',
    );
    expect(products.map(({ loans }) => loans > 5)).toEqual(Array(6).fill(true));
    const [{ share }] = (await rows(`select sum(current_balance_cents) filter (where loan_system_code = 'sandbox')
      / sum(current_balance_cents) as share from account`)) as [{ share: string }];
    expect(Number(share)).toBeLessThan(0.12);
  });

  test('has payments recorded in recent weeks, some reversed, each posted in the ledger; and open exceptions', async () => {
    expect(await count("from collected_payment where status = 'posted'")).toBeGreaterThan(50);
    expect(await count("from collected_payment c where status = 'reversed'")).toBeGreaterThan(2);
    const posted = `from collected_payment c left join ledger_entry e on e.organization_id = c.organization_id
      and e.external_reference = c.id and e.reference_number = c.reference_number where c.status in ('posted', 'reversed')`;
    expect(await count(`${posted} and e.loan_id is null`)).toBe(0);
    const backed = `from collected_payment c left join payment_reversal r on r.organization_id = c.organization_id and r.payment_id = c.id
      left join ledger_entry e on e.organization_id = r.organization_id and e.external_reference = r.id where c.status = 'reversed'`;
    expect(await count(`${backed} and e.loan_id is null`)).toBe(0);
    expect(await count('from operator_exception where resolved_at is null')).toBe(7);
  });

  test('stored methods of every kind, schedules of every status, and no active one that runs before tomorrow', async () => {
    const kinds = 'select distinct instrument_type::text as kind from payment_method order by 1';
    expect((await rows(kinds)).map(({ kind }) => kind)).toEqual(['bank_account', 'card', 'wallet']);
    expect(await count("from payment_method where instrument_type = 'card' and card_brand is null")).toBe(0);
    expect(await count('from payment_method where not is_active and deactivated_at is not null')).toBeGreaterThan(1);
    expect(await count('from payment_method where is_active and processor is null')).toBeGreaterThan(0);
    expect(await count('from payment_method where nickname is not null')).toBeGreaterThan(3);
    expect(await count('from payment_method where expiration_year < 2026')).toBeGreaterThan(0);
    expect((await rows('select distinct status::text from autopay_schedule order by 1')).map((r) => r.status)).toEqual([
      'active',
      'cancelled',
      'expired',
      'paused',
    ]);
    const unlikely = `from autopay_schedule s join account a on a.id = s.account_id join payment_method m on m.id = s.payment_method_id
      where s.status in ('active', 'paused') and (s.next_run_date <= '2026-11-18' or a.status_code <> 'active' or not m.is_active
        or m.processor is null or s.end_date < s.next_run_date)`;
    expect(await count(unlikely)).toBe(0);
    const active =
      "select distinct frequency_unit::text || frequency_interval as cadence from autopay_schedule where status = 'active'";
    expect((await rows(`${active} order by 1`)).map(({ cadence }) => cadence)).toEqual([
      'month1',
      'week1',
      'week2',
      'year1',
    ]);
    expect(await count("from autopay_schedule where status = 'active' and anchor_day = 31")).toBe(1);
    expect(await count("from autopay_schedule where status = 'active' and end_date is not null")).toBe(1);
    const strangers = `from autopay_schedule s join payment_method m on m.id = s.payment_method_id where not exists
      (select 1 from account_borrower b where b.account_id = s.account_id and b.person_id = m.party_id)`;
    expect(await count(strangers)).toBe(0);
  });

  test('every posted run is one charge and one payment in the ledger, of the same amount', async () => {
    const statuses = await rows('select distinct status::text from autopay_run order by 1');
    expect(statuses.map(({ status }) => status)).toEqual([
      'failed',
      'held',
      'missed',
      'posted',
      'refunded',
      'retrying',
    ]);
    const whole = `from autopay_run r join autopay_attempt t on t.run_id = r.id and t.status = 'charged'
      join sandbox_charge c on c.reference = t.id and c.id = t.charge_external_id and c.amount_cents = r.amount_cents
      join ledger_entry e on e.external_reference = r.id and e.reference_number = r.reference_number and e.type = 'payment'
      join transaction x on x.account_id = r.account_id and x.external_id = r.posting_external_id
        and x.amount_cents = r.amount_cents and x.effective_at = r.effective_date and x.status = 'posted'
      join payment_method m on m.id = t.payment_method_id and m.instrument_type::text = x.payment_method
      where r.status = 'posted' and c.refund_reference is null`;
    expect(await count(whole)).toBe(await count("from autopay_run where status = 'posted'"));
    expect(await count(whole)).toBeGreaterThan(40);
    expect(await count("from transaction where payment_method in ('bank_account', 'wallet')")).toBeGreaterThan(10);
    const refunded = `from autopay_run r join autopay_attempt t on t.run_id = r.id join sandbox_charge c on c.reference = t.id
      where r.status = 'refunded' and c.refund_reference = r.id || '-refund' and not exists
        (select 1 from ledger_entry where external_reference = r.id)`;
    expect(await count(refunded)).toBe(1);
    // The tie-out must find one that no run knows.
    expect(await count('from sandbox_charge')).toBe((await count(whole)) + (await count(refunded)) + 1);
    const tries = `select r.status::text, array_agg(t.created_at::date - r.due_on order by t.number) as days
      from autopay_run r join autopay_attempt t on t.run_id = r.id where t.status = 'declined' group by r.id, r.status order by 1`;
    const attempted = await rows(tries);
    for (const { status, days } of attempted) {
      expect([status, days]).toEqual([status, [0, 1, 3, 7].slice(0, status === 'failed' ? 4 : days.length)]);
      expect(days.length < 4).toBe(status === 'retrying');
    }
    expect(new Set(attempted.map(({ status }) => status))).toEqual(new Set(['failed', 'retrying']));
    const next = "select next_try_on from autopay_run where status = 'retrying'";
    for (const { next_try_on } of await rows(next)) expect(next_try_on > '2026-11-18').toBe(true);
  });

  test('gives organization A rows in each of the ten reports', async () => {
    const a = demo.organizations[0]?.id;
    const sold = `from account where organization_id = '${a}' and originated_on is not null`;
    const ofType = (type: string) => `from transaction where organization_id = '${a}' and type = '${type}'`;
    expect(await count(`${ofType('payment')} and effective_at is not null`)).toBeGreaterThan(100);
    for (const type of ['nsf', 'reversal', 'waiver', 'charge_off'])
      expect(await count(ofType(type))).toBeGreaterThan(0);
    expect(await count(sold)).toBeGreaterThan(20);
    expect(await count(`${sold} and paid_off_on is not null`)).toBeGreaterThan(0);
    const recovered = `from transaction p join account on account.id = p.account_id and p.effective_at > charged_off_on
      where account.organization_id = '${a}' and p.type = 'payment' and p.status = 'posted'`;
    expect(await count(recovered)).toBeGreaterThan(0);
    const buckets = `select distinct width_bucket('2026-11-18'::date - s.oldest_unpaid_on, array[1, 30, 60, 90, 120]) as bucket
      from account join lateral (select * from past_due_snapshot where account_id = account.id order by as_of desc limit 1) s
        on s.past_due_cents > 0
      where account.organization_id = '${a}' and account.status_code = 'delinquent' order by 1`;
    expect((await rows(buckets)).map(({ bucket }) => bucket)).toEqual([1, 2, 3, 4]);
  });

  const DIFFERENT = `select a.id from account a left join lateral (
      select * from past_due_snapshot where account_id = a.id order by as_of desc limit 1) s on true
    where (a.past_due_cents, a.oldest_unpaid_on) is distinct from (coalesce(s.past_due_cents, 0), s.oldest_unpaid_on)
      and a.loan_system_code = 'ledger'`;

  test('each account has the past-due amount and the oldest unpaid due date of its latest snapshot', async () => {
    expect(await count('from account where past_due_cents > 0')).toBeGreaterThan(3);
    expect(await rows(DIFFERENT)).toEqual([]);
  });

  test('accounts of an earlier version get them by a backfill', async () => {
    const before = await rows('select id, past_due_cents, oldest_unpaid_on from account order by id');
    await rows('update account set past_due_cents = null, oldest_unpaid_on = null');
    const once = BACKFILLS.filter(({ name }) => name === 'account.past_due_of_latest_snapshot');
    const backfills = once.map((backfill) => ({ ...backfill, name: `${backfill.name}, again` }));
    expect((await migrate(database.url, { backfills })).backfilled).toHaveLength(1);
    const after = await rows('select id, past_due_cents, oldest_unpaid_on from account order by id');
    expect(after).toEqual(before.map((row) => ({ ...row, past_due_cents: row.past_due_cents ?? 0 })));
    expect(await rows(DIFFERENT)).toEqual([]);
  });

  test('an account’s status is that of its last lifecycle event, and each event starts from the one before', async () => {
    const events = await rows(`select account_id, from_status::text, to_status::text, status_code::text
      from lifecycle_event join account on account.id = account_id order by account_id, occurred_at, lifecycle_event.id`);
    const standing = new Map<string, string>();
    for (const event of events) {
      expect(event.from_status).toBe(standing.get(event.account_id) ?? 'pending');
      standing.set(event.account_id, event.to_status);
    }
    for (const event of events) expect(standing.get(event.account_id)).toBe(event.status_code);
  });

  test('day-end has closed every day already: running it again changes nothing', async () => {
    const before = await everything();
    expect(await runDayEnd({ db, clock, logger: silent, endSchedules })).toEqual({
      closedThrough: '2026-11-17',
      loans: 0,
      failed: 0,
    });
    expect(await everything()).toEqual(before);
  });

  test('day-end after ten days is the same in one run and in one run a day, however often', async () => {
    const copyPool = createPool(copy.url, 2, silent);
    try {
      const copyDb = new Database(copyPool);
      await runDayEnd({ db: copyDb, clock: new SimulatedClock('2026-11-28T15:00:00Z'), logger: silent, endSchedules });
      for (let day = 19; day <= 28; day += 1) {
        clock.moveTo(`2026-11-${day}T15:00:00Z`);
        await Promise.all([
          runDayEnd({ db, clock, batchSize: 5, logger: silent, endSchedules }),
          runDayEnd({ db, clock, logger: silent, endSchedules }),
        ]);
      }
      expect(await standing(pool)).toEqual(await standing(copyPool));
    } finally {
      await copyPool.end();
    }
  });

  /** What day-end writes, without ids and times of writing. */
  async function standing(from: pg.Pool) {
    const loans =
      'select id, status, principal_cents, interest_cents, charged_off_on, day_end_through from ledger_loan order by id';
    const snapshots = `select external_id, s.as_of, s.status_code, s.past_due_cents, s.oldest_unpaid_on, next_due_on, next_due_cents
      from past_due_snapshot s join account a on a.id = account_id order by 1, 2`;
    const events = `select external_id, e.type, occurred_at from lifecycle_event e join account a on a.id = account_id
      where occurred_at > '2026-11-18T15:00:00Z' order by 1, 3`;
    return [(await from.query(loans)).rows, (await from.query(snapshots)).rows, (await from.query(events)).rows];
  }

  async function everything() {
    return [
      await rows('select * from ledger_loan order by id'),
      await rows('select * from past_due_snapshot order by account_id, as_of'),
      await rows('select * from lifecycle_event order by id'),
      await count('from ledger_entry'),
    ];
  }

  async function rows(text: string): Promise<any[]> {
    return (await pool.query(text)).rows;
  }

  async function count(from: string): Promise<number> {
    return Number((await rows(`select count(*)::int as n ${from}`))[0].n);
  }
});
