import type pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createLedger } from '../../connectors/loan-systems/embedded-ledger-as-loan-system.js';
import { Database } from '../../core/db/database.js';
import { createPool } from '../../core/db/pool.js';
import { newId } from '../../core/ids/ids.js';
import { cents } from '../../core/money.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { SimulatedClock, systemClock } from '../../core/time/clock.js';
import { addDays, type IsoDate } from '../../core/time/dates.js';
import { businessDayOf, nextBusinessDay } from '../../ledger/rules/business-day.js';
import { cardProcessors } from '../../runtime/assembly/card-processors.js';
import { loanSystems, remoteSystems } from '../../runtime/assembly/loan-systems.js';
import { tieOutMacs, tieOutParts } from '../../runtime/assembly/tie-out-dependencies.js';
import { ownPostings } from '../../subgraphs/payments/autopay/run/own-posting-details.reads.store.js';
import { endSchedules } from '../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';
import { Comparer } from '../../subgraphs/payments/tie-out/comparison/comparer.js';
import { verifyResults } from '../../subgraphs/payments/tie-out/comparison/seal-and-verify-results.js';
import { LoanSystemService } from '../../subgraphs/servicing/loan-systems/loan-system/loan-system.service.js';
import { SystemSync } from '../../subgraphs/servicing/loan-systems/sync/sync-loan-system.js';
import type { Api } from '../support/api.js';
import { FINERACT_USER, type FineractServer, openFineract } from '../support/fineract/fineract-server.js';
import { KillableDatabase, Killed } from '../support/killable-worker.js';
import type { Lender } from '../support/lender.js';
import { MAMBU_API_KEY, type MambuServer, openMambu } from '../support/mambu/mambu-server.js';
import { REMOTE_KINDS } from '../support/remote-stand-ins.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

const ADMIN = systemPrincipal('test');
const LOANS = 8;

let instance: TestInstance;
let sql: pg.Pool;
let lender: Lender;
let api: Api;
let fineract: FineractServer;
let mambu: MambuServer;
/** The accounts of each system, and the payments made on them. */
const SYSTEMS = ['ledger', ...REMOTE_KINDS] as const;
const accounts: Record<(typeof SYSTEMS)[number], string[]> = { ledger: [], fineract: [], mambu: [] };
/** References in the remote loan systems, by the payments' ids. */
const postedAs = new Map<string, string>();
const payments: Record<(typeof SYSTEMS)[number], string[]> = { ledger: [], fineract: [], mambu: [] };
const clock = new SimulatedClock(systemClock.now());
let day: IsoDate;

beforeAll(async () => {
  instance = await openTestInstance({
    worker: false,
    environment: {
      LOAN_SYSTEM_SECRET_F: FINERACT_USER.password,
      LOAN_SYSTEM_SECRET_M: MAMBU_API_KEY,
      LOAN_SYSTEM_TIMEOUT_MS: '20000',
    },
  });
  sql = createPool(instance.databaseUrl, 8, instance.resources.logger);
  lender = await instance.lender();
  api = await lender.api();
  [fineract, mambu] = await Promise.all([
    openFineract({ checked: false, port: 0 }),
    openMambu({ checked: false, port: 0 }),
  ]);
  for (let made = 0; made < LOANS; made += 1) {
    fineract.book.loan({ principal: 1_000_000 });
    mambu.book.loan({ principal: 1_000_000 });
    accounts.ledger.push(await lender.ledgerAccount());
  }
  await add(
    'fineract',
    fineract.baseUrl,
    { username: FINERACT_USER.username, tenant: FINERACT_USER.tenant },
    { password: 'LOAN_SYSTEM_SECRET_F' },
  );
  await add('mambu', mambu.baseUrl, {}, { 'api-key': 'LOAN_SYSTEM_SECRET_M' });
  await instance.resources.addedSystems.refresh();
  for (const code of REMOTE_KINDS) {
    const systems = loanSystems(instance.resources);
    await new SystemSync({ ownPostings, ...instance.resources, systems }).run({ code, mode: 'full' });
    const { rows } = await sql.query('select id from account where loan_system_code = $1 order by external_id', [code]);
    accounts[code].push(...rows.map(({ id }) => id));
  }
  for (const code of SYSTEMS) {
    for (const [number, id] of accounts[code].entries()) {
      const body = { amount_cents: 1_000 + number, payment_method: 'cash' };
      const answer = await api.post(`/v1/accounts/${id}/payments`, body, { 'idempotency-key': newId() });
      expect(answer.status, answer.text).toBe(201);
      payments[code].push(answer.json.payment_id);
      const { rows } = await sql.query('select posting_reference from collected_payment where id = $1', [
        answer.json.payment_id,
      ]);
      postedAs.set(answer.json.payment_id, rows[0].posting_reference);
    }
  }
  day = businessDayOf(systemClock.now());
  clock.moveTo(`${nextBusinessDay(day)}T17:00:00Z`);
}, 120_000);

afterAll(async () => {
  await Promise.all([fineract.close(), mambu.close()]);
  await sql.end();
  await instance.close();
});

async function add(
  code: string,
  baseUrl: string,
  settings: Readonly<Record<string, string>>,
  secretEnv: Readonly<Record<string, string>>,
): Promise<void> {
  const service = new LoanSystemService({ ...instance.resources, remotes: remoteSystems(instance.resources) });
  const request = { code, kind: code, baseUrl, organizationId: lender.organizationId, settings, secretEnv };
  await service.add(ADMIN, request, true);
}

function looker(db: Database = instance.resources.db): Comparer {
  const outside = { systems: loanSystems(instance.resources), processors: cardProcessors(instance.resources) };
  return new Comparer(
    tieOutParts({ db, clock, ...outside, logger: instance.resources.logger }, instance.resources.config),
  );
}

/** Plans the finished days, and continues each comparison until it has nothing left to do. */
async function look(db?: Database): Promise<void> {
  const one = looker(db);
  await one.plan(ADMIN, lender.organizationId);
  await sql.query('update tie_out_look set due_at = now()');
  const { rows } = await sql.query(
    "select distinct subject, organization_id from tie_out_look where step <> 'done' order by subject",
  );
  for (const { subject, organization_id: organizationId } of rows) await one.work({ organizationId, subject });
}

async function open(): Promise<readonly string[]> {
  const { rows } = await sql.query(
    `select d.subject || ' ' || d.kind as found from tie_out_difference d join operator_exception x on x.id = d.id
      where x.resolved_at is null order by 1`,
  );
  return rows.map(({ found }) => found);
}

async function results(): Promise<readonly string[]> {
  const { rows } = await sql.query(
    'select subject, completeness, ours_count, theirs_count, difference_count from tie_out_result order by sequence',
  );
  return rows.map((row) => Object.values(row).join(' '));
}

it('a day without differences: everything is compared, and nothing is found', async () => {
  await look();
  expect(await open()).toEqual([]);
  expect(await results()).toEqual([
    'books complete 0 0 0',
    `fineract complete ${LOANS} ${LOANS} 0`,
    `ledger complete ${LOANS} ${LOANS} 0`,
    `mambu complete ${LOANS} ${LOANS} 0`,
  ]);
  expect((await sql.query('select from tie_out_entry')).rowCount).toBe(0);
});

const FAULTS = [
  'fineract amount_differs',
  'fineract posting_doubled',
  'fineract posting_missing',
  'fineract reversed_there',
  'fineract unknown_here',
  'ledger amount_differs',
  'ledger posting_missing',
  'ledger unknown_here',
  'mambu reversed_there',
  'mambu unknown_here',
  'processor:sandbox charge_unknown_here',
  'processor:sandbox refund_unknown_here',
];

it('faults of each kind are found once, however often they are compared; a comparison killed at any step continues', async () => {
  await seedFaults();
  await nextDay();
  let dead = 0;
  for (let at = 1; ; at += 3) {
    let left = at;
    const live = () => {
      left -= 1;
      if (left <= 0) throw new Killed();
    };
    const outcome = await look(new KillableDatabase(sql, live)).then(
      () => 'through',
      (error: unknown) => {
        if (error instanceof Killed) return 'killed';
        throw error;
      },
    );
    if (outcome === 'through') break;
    dead += 1;
  }
  expect(dead).toBeGreaterThan(5);
  expect(await open()).toEqual(FAULTS);
  await nextDay();
  await look();
  expect(await open()).toEqual(FAULTS);
  expect((await sql.query('select from operator_exception')).rowCount).toBe(FAULTS.length);
});

it('a difference that is gone closes itself; an accepted one stays accepted', async () => {
  const accepted = await sql.query(
    `update operator_exception set resolved_at = now(), resolved_by = 'someone', resolution = 'written off by hand'
      where kind = 'tie_out_amount_differs' and subject_id like 'ledger:%' returning id`,
  );
  expect(accepted.rowCount).toBe(1);
  const [first] = fineract.book.loans.values();
  const transaction = first?.transactions.find(
    ({ externalId }) => externalId === postedAs.get(payments.fineract[0] ?? ''),
  );
  Object.assign(transaction ?? {}, { amount: 1_000 });
  await nextDay();
  await look();
  expect(await open()).toEqual(FAULTS.filter((fault) => !fault.endsWith('amount_differs')));
});

it('a system that is down is not compared, never reported as equal, and is compared again when it is back', async () => {
  const before = (await results()).length;
  const differences = await open();
  // One difference on each day of the outage: none of them is lost on a later day, and none is found while nothing was
  // read.
  const loans = [...fineract.book.loans.values()];
  const away = await openFineract({ checked: false, port: 0 });
  await away.close();
  await sql.query("update loan_system set base_url = $1, updated_at = now() where code = 'fineract'", [away.baseUrl]);
  await instance.resources.addedSystems.refresh();
  for (let days = 0; days < 3; days += 1) {
    await nextDay();
    await sql.query(
      `insert into collected_payment (id, organization_id, account_id, amount_cents, payment_method, status, effective_date, recorded_by, settled_at)
       values ($1, $2, $3, 100, 'cash', 'posted', $4, 'test', now())`,
      [newId(), lender.organizationId, accounts.fineract[days], day],
    );
    fineract.book.pay(loans[4 + days] ?? fineract.book.loan({ principal: 1 }), { amount: 600, externalId: newId() });
    await look();
  }
  expect(await open()).toEqual(differences);
  const inVain = await looker().runAll();
  expect(inVain.map(({ subject, attempts }) => [subject, attempts > 0])).toEqual([
    ...[true, false, false].map((isAsked) => ['fineract', isAsked]),
  ]);
  const told = (await results()).slice(before).filter((result) => result.startsWith('fineract'));
  expect(told).toEqual(Array.from({ length: 3 }, () => 'fineract not_compared 0 0 0'));
  await sql.query("update loan_system set base_url = $1, updated_at = now() where code = 'fineract'", [
    fineract.baseUrl,
  ]);
  await instance.resources.addedSystems.refresh();
  // Requested by a person, it does not wait for the half hour after which the worker would compare again.
  expect(await looker().runAll()).toEqual([]);
  const after = (await results()).slice(before).filter((result) => result.startsWith('fineract complete'));
  expect(after).toHaveLength(3);
  const lost = Array.from({ length: 3 }, () => 'fineract posting_missing');
  const unknown = Array.from({ length: 3 }, () => 'fineract unknown_here');
  expect(await open()).toEqual([...differences, ...lost, ...unknown].sort());
});

it('results are sealed: a changed or removed one is detected, even the last', async () => {
  const { db, config } = instance.resources;
  expect((await verifyResults(db, tieOutMacs(config))).findings).toEqual([]);
  await sql.query('update tie_out_result set ours_count = ours_count + 1 where sequence = 2');
  await sql.query('delete from tie_out_result where sequence = 4');
  const { findings } = await verifyResults(db, tieOutMacs(config));
  expect(findings.map(({ kind, sequence }) => `${kind} ${sequence}`)).toEqual(['result_changed 2', 'result_removed 4']);
  const { rows } = await sql.query(
    'delete from tie_out_result where sequence = (select max(sequence) from tie_out_result) returning sequence',
  );
  const again = await verifyResults(db, tieOutMacs(config));
  const found = ['result_changed 2', 'result_removed 4', `result_removed ${rows[0].sequence}`];
  expect(again.findings.map(({ kind, sequence }) => `${kind} ${sequence}`)).toEqual(found);
  const all = await sql.query('delete from tie_out_result');
  const { findings: gone } = await verifyResults(db, tieOutMacs(config));
  expect(gone).toHaveLength((all.rowCount ?? 0) + 2);
});

async function nextDay(): Promise<void> {
  day = nextBusinessDay(day);
  clock.moveTo(`${nextBusinessDay(day)}T17:00:00Z`);
}

async function seedFaults(): Promise<void> {
  const loans = [...fineract.book.loans.values()];
  const of = (id: string | undefined) => {
    const found = loans
      .flatMap(({ transactions }) => transactions)
      .find(({ externalId }) => externalId === postedAs.get(id ?? ''));
    if (found === undefined) throw new Error('no such posting');
    return found;
  };
  const [otherAmount, doubled, lost, reversed] = payments.fineract;
  Object.assign(of(otherAmount), { amount: 999 });
  fineract.book.pay(of(doubled).loan, { amount: 1_001, externalId: postedAs.get(doubled ?? '') });
  const gone = of(lost);
  gone.loan.transactions.splice(gone.loan.transactions.indexOf(gone), 1);
  fineract.book.undo(of(reversed), undefined);
  fineract.book.pay(loans[5] ?? gone.loan, { amount: 700, externalId: newId() });
  fineract.book.pay(loans[5] ?? gone.loan, { amount: 700, externalId: 'BRANCH-17' });
  // An item that only one side has, on an unchanged loan: the comparison finds it by the payment's day.
  await sql.query('update collected_payment set effective_date = $2 where id = any($1)', [
    [otherAmount, lost],
    nextBusinessDay(day),
  ]);

  const [behind] = payments.mambu;
  const [posted] = mambu.book.byExternalId.get(postedAs.get(behind ?? '') ?? '') ?? [];
  if (posted === undefined) throw new Error('no such posting');
  // By the product's clock: the real today may be a holiday before the first compared day.
  mambu.book.now = () => Date.parse(`${nextBusinessDay(day)}T15:00:00Z`);
  mambu.book.adjust(posted, 'by the branch');
  mambu.book.repay([...mambu.book.loans.values()][6] ?? posted.loan, { amount: 700, externalId: newId() });

  const [ledgerPayment, another] = payments.ledger;
  await sql.query('update collected_payment set amount_cents = amount_cents + 1, effective_date = $2 where id = $1', [
    ledgerPayment,
    nextBusinessDay(day),
  ]);
  await sql.query(
    `insert into collected_payment (id, organization_id, account_id, amount_cents, payment_method, status, effective_date, recorded_by, settled_at)
     select $2, organization_id, account_id, amount_cents, payment_method, 'posted', $3, recorded_by, now()
       from collected_payment where id = $1`,
    [another, newId(), nextBusinessDay(day)],
  );
  const ledgerClock = new SimulatedClock(`${nextBusinessDay(day)}T17:00:00Z`);
  const ledger = createLedger({ db: instance.resources.db, clock: ledgerClock, endSchedules });
  const accountId = accounts.ledger[7] ?? '';
  const loan = { organizationId: lender.organizationId, accountId, externalId: accountId };
  const order = {
    loan,
    externalReference: newId(),
    amountCents: cents(500),
    paymentMethod: 'cash',
    checkNumber: null,
    memo: null,
  };
  expect((await ledger.postPayment(order)).kind).toBe('confirmed');
  await seedProcessor(`${nextBusinessDay(day)}T17:00:00Z`);
}

/** A charge without a run, and a refund that Tributary did not request. */
async function seedProcessor(at: string): Promise<void> {
  const { organizationId } = lender;
  const method = await lender.paymentMethod();
  const [schedule, run, attempt] = [newId(), newId(), newId()];
  const accountId = accounts.ledger[6];
  await sql.query(
    `insert into autopay_schedule (id, organization_id, account_id, payment_method_id, amount_cents, frequency_unit, frequency_interval, start_date, next_run_date, created_by)
     values ($1, $2, $3, $4, 900, 'month', 1, $5, $5, 'test')`,
    [schedule, organizationId, accountId, method, addDays(day, 30)],
  );
  await sql.query(
    `insert into autopay_run (id, organization_id, schedule_id, account_id, due_on, status, amount_cents) values ($1, $2, $3, $4, $5, 'posted', 900)`,
    [run, organizationId, schedule, accountId, day],
  );
  await sql.query(
    `insert into autopay_attempt (id, organization_id, run_id, number, payment_method_id, amount_cents, status, charge_external_id, settled_at)
     values ($1, $2, $3, 1, $4, 900, 'charged', 'ch_known', $5)`,
    [attempt, organizationId, run, method, at],
  );
  const charge = `insert into sandbox_charge (id, organization_id, reference, token, amount_cents, created_at, refunded_at) values ($1, $2, $3, 'pm_card_visa', 900, $4, $5)`;
  await sql.query(charge, ['ch_known', organizationId, attempt, at, at]);
  await sql.query(charge, ['ch_foreign', organizationId, newId(), at, null]);
}
