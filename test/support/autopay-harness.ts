import type pg from 'pg';
import { Database } from '../../core/db/database.js';
import { createPool } from '../../core/db/pool.js';
import { newId } from '../../core/ids/ids.js';
import { SimulatedClock } from '../../core/time/clock.js';
import { addDays } from '../../core/time/dates.js';
import { cardProcessors } from '../../runtime/assembly/card-processors.js';
import { loanSystems } from '../../runtime/assembly/loan-systems.js';
import { AutopayRunner } from '../../subgraphs/payments/autopay/run/autopay-runner.js';
import { ChargesInFlight } from '../../subgraphs/payments/autopay/run/charges-in-flight.js';
import type { AutopayParts, Key } from '../../subgraphs/payments/autopay/run/run-under-schedule-lock.js';
import { DueSets } from '../../subgraphs/payments/autopay/sets/charge-due-sets.js';
import type { TestDatabase } from './database.js';
import { on } from './example-loan.js';
import type { Lender } from './lender.js';
import { type SimulatedTime, simulateTime } from './simulated-time.js';
import { openTestInstance, type TestInstance } from './test-instance.js';

export interface RunSeen {
  readonly id: string;
  readonly due_on: string;
  readonly status: string;
  readonly amount_cents: number | null;
  readonly next_try_on: string | null;
  readonly failure_code: string | null;
  readonly attempts: readonly string[];
}

export interface HarnessOptions {
  readonly simulatesDatabase?: boolean;
  readonly environment?: Readonly<Record<string, string>>;
  /** Default: a new one, dropped at the end. */
  readonly database?: TestDatabase | undefined;
}

/** Longer than any lease, and than any limit on abandoned requests here. */
const PAST_LEASES_MS = 60_000;

const REAL_TIME: SimulatedTime = {
  pass: () => Promise.reject(new Error('this database has the real time')),
  restore: async () => undefined,
};

/**
 * The autopay worker without its queue, on a clock that the test moves, with the runs and their results at both
 * systems.
 */
export class AutopayHarness {
  readonly clock: SimulatedClock;
  readonly instance: TestInstance;
  readonly lender: Lender;
  readonly pool: pg.Pool;
  readonly time: SimulatedTime;
  readonly parts: AutopayParts;
  readonly runner: AutopayRunner;

  private constructor(open: Pick<AutopayHarness, 'clock' | 'instance' | 'lender' | 'pool' | 'time' | 'parts'>) {
    ({ clock: this.clock, instance: this.instance, lender: this.lender, pool: this.pool } = open);
    this.time = open.time;
    this.parts = open.parts;
    this.runner = new AutopayRunner(open.parts);
  }

  /**
   * @param today - noon on this day in New York. If workers run in their own processes, the database's clock is the
   * real one.
   */
  static async open(
    today: string,
    { simulatesDatabase = true, environment = {}, database }: HarnessOptions = {},
  ): Promise<AutopayHarness> {
    const clock = new SimulatedClock(`${today}T17:00:00Z`);
    const settles = { CARD_PROCESSOR_SETTLE_AFTER_MS: '300' };
    const own = database === undefined ? {} : { database };
    const instance = await openTestInstance({
      worker: false,
      clock,
      environment: { ...settles, ...environment },
      ...own,
    });
    const lender = await instance.lender();
    const time = simulatesDatabase ? await simulateTime(instance.databaseUrl) : REAL_TIME;
    const pool = createPool(instance.databaseUrl, 12, instance.resources.logger);
    const db = new Database(pool);
    const resources = { ...instance.resources, db };
    const parts = {
      db,
      clock,
      systems: loanSystems(resources),
      processors: cardProcessors(resources),
      timing: { callTimeoutMs: 1_000, firstLookMs: 50, chargeTimeoutMs: 1_000 },
      charges: new ChargesInFlight({ inFlight: 32, perSecond: undefined }),
      logger: instance.resources.logger,
    };
    return new AutopayHarness({ clock, instance, lender, pool, time, parts });
  }

  async close(): Promise<void> {
    await this.pool.end();
    await this.time.restore();
    await this.instance.close();
  }

  get today() {
    return on(this.clock.now().toString().slice(0, 10));
  }

  /** Creates a monthly schedule from today on with a card that succeeds, unless other fields are given. */
  async schedule(accountId: string, fields: Readonly<Record<string, string | number | null>> = {}): Promise<string> {
    const row = {
      id: newId(),
      organization_id: this.lender.organizationId,
      account_id: accountId,
      payment_method_id: fields['payment_method_id'] ?? (await this.lender.paymentMethod()),
      amount_cents: 10_000,
      frequency_unit: 'month',
      frequency_interval: 1,
      start_date: this.today,
      next_run_date: this.today,
      created_by: 'test',
      ...fields,
    };
    const names = Object.keys(row);
    await this.pool.query(
      `insert into autopay_schedule (${names}) values (${names.map((_, n) => `$${n + 1}`)})`,
      Object.values(row),
    );
    return row.id;
  }

  async change(scheduleId: string, fields: Readonly<Record<string, string | number | null>>): Promise<void> {
    const sets = Object.keys(fields).map((name, n) => `${name} = $${n + 2}`);
    await this.pool.query(`update autopay_schedule set ${sets} where id = $1`, [scheduleId, ...Object.values(fields)]);
  }

  /** Deletes runs as a restore of the database to before `nextRunDate` would; the outside systems still have them. */
  async forgetRuns(scheduleId: string, nextRunDate: string): Promise<void> {
    await this.pool.query(
      'delete from autopay_attempt where run_id in (select id from autopay_run where schedule_id = $1)',
      [scheduleId],
    );
    await this.pool.query('delete from event where object_id in (select id from autopay_run where schedule_id = $1)', [
      scheduleId,
    ]);
    await this.pool.query('delete from autopay_run where schedule_id = $1', [scheduleId]);
    await this.change(scheduleId, { next_run_date: nextRunDate });
  }

  card(processorToken: string): Promise<string> {
    return this.lender.paymentMethod({ processorToken });
  }

  /** The fields that identify a run of this lender. */
  run(id: string): Key {
    return { organizationId: this.lender.organizationId, id };
  }

  /** Creates the only due run. */
  async runDue(): Promise<string> {
    const [run] = await this.runner.createDueRuns(this.lender.organizationId);
    if (run === undefined) throw new Error('no run is due');
    return run.id;
  }

  moveTo(date: string): void {
    this.clock.moveTo(`${date}T17:00:00Z`);
  }

  /** Moves the clock by this many days, then runs and processes everything due. */
  async passDays(days: number): Promise<void> {
    this.moveTo(addDays(this.today, days));
    await this.workOff();
  }

  /** Does what an idle worker does in a minute, repeatedly, until leases, lookups and pauses are over. */
  async workOff({ runner, parts }: Pick<AutopayHarness, 'runner' | 'parts'> = this): Promise<void> {
    const due = new DueSets(parts, runner);
    const lenders = await this.pool.query<{ id: string }>(
      'select distinct organization_id as id from autopay_schedule',
    );
    for (const { id } of lenders.rows) await due.work({ organizationId: id });
    for (let rounds = 0; rounds < 25; rounds += 1) {
      const open = await runner.watchOverdue();
      if (open.length === 0) return;
      for (const run of open) await runner.work(run);
      const waiting = await this.pool.query(
        "select from autopay_run where status in ('charging', 'charged', 'posting', 'refunding')",
      );
      if (waiting.rowCount === 0) return;
      await this.time.pass(PAST_LEASES_MS);
    }
  }

  async runsOf(scheduleId: string): Promise<readonly RunSeen[]> {
    const { rows } = await this.pool.query(
      `select r.id, r.due_on, r.status, r.amount_cents, r.next_try_on, r.failure_code,
              array(select t.status::text from autopay_attempt t where t.run_id = r.id order by t.number) as attempts
         from autopay_run r where r.schedule_id = $1 order by r.due_on`,
      [scheduleId],
    );
    return rows;
  }

  /** Each run as text: `2026-01-05 posted 10000`. */
  async story(scheduleId: string): Promise<readonly string[]> {
    return (await this.runsOf(scheduleId)).map((run) =>
      [run.due_on, run.status, run.amount_cents, run.failure_code].filter((word) => word !== null).join(' '),
    );
  }

  async statusOf(scheduleId: string): Promise<string> {
    const { rows } = await this.pool.query('select status from autopay_schedule where id = $1', [scheduleId]);
    return rows[0].status;
  }

  async exceptions(): Promise<readonly string[]> {
    const { rows } = await this.pool.query('select kind from operator_exception order by kind');
    return rows.map(({ kind }) => kind);
  }

  /**
   * Checks every run against the books of the processor and the loan systems: posted means one charge and one posting
   * of the same amount; refunded means one refunded charge; any other status means neither. No run is open.
   */
  async broken(): Promise<readonly string[]> {
    const { rows } = await this.pool.query(
      `with charged as (
         select t.run_id, count(*) as charges,
                count(*) filter (where c.refunded_at is null and c.amount_cents = r.amount_cents) as kept
           from sandbox_charge c join autopay_attempt t on t.id = c.reference join autopay_run r on r.id = t.run_id
          group by t.run_id),
       posted as (
         select external_reference, amount_cents from sandbox_posting
         union all select external_reference, null from ledger_entry),
       postings as (
         select r.id as run_id, count(*) as postings
           from posted p join autopay_run r on r.id = p.external_reference
          where coalesce(p.amount_cents, r.amount_cents) = r.amount_cents group by r.id),
       seen as (
         select r.id, r.status::text, coalesce(c.kept, 0) as kept, coalesce(c.charges, 0) as charges,
                coalesce(p.postings, 0) as postings
           from autopay_run r left join charged c on c.run_id = r.id left join postings p on p.run_id = r.id)
       select id, status, charges, kept, postings from seen
        where not case status when 'posted' then charges = 1 and kept = 1 and postings = 1
                              when 'refunded' then charges = 1 and kept = 0 and postings = 0
                              when 'failed' then charges = 0 and postings = 0
                              when 'missed' then charges = 0 and postings = 0
                              when 'retrying' then charges = 0 and postings = 0
                              when 'held' then charges = 0 and postings = 0
                              else false end
       union all
       select c.reference, 'a charge of no attempt', 1, 1, 0 from sandbox_charge c
        where not exists (select from autopay_attempt t where t.id = c.reference)`,
    );
    return rows.map((row) => JSON.stringify(row));
  }
}
