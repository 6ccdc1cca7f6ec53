import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { systemPrincipal } from '../../core/principal/principal.js';
import { SimulatedClock, systemClock } from '../../core/time/clock.js';
import type { IsoDate } from '../../core/time/dates.js';
import { businessDayOf, nextBusinessDay } from '../../ledger/rules/business-day.js';
import { cardProcessors } from '../../runtime/assembly/card-processors.js';
import { loanSystems } from '../../runtime/assembly/loan-systems.js';
import { tieOutParts } from '../../runtime/assembly/tie-out-dependencies.js';
import { Comparer } from '../../subgraphs/payments/tie-out/comparison/comparer.js';
import { addLoanSystem } from '../support/add-loan-system.js';
import type { Api } from '../support/api.js';
import { FINERACT_USER, type FineractServer, openFineract } from '../support/fineract/fineract-server.js';
import type { Lender } from '../support/lender.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

const ADMIN = systemPrincipal('test');
const CODE = 'fineract-read-once';
/** Over two pages of the system's list. */
const LOANS = 130;

let instance: TestInstance;
let fineract: FineractServer;
let lender: Lender;
let api: Api;
let day: IsoDate;
let accounts: readonly string[];
const clock = new SimulatedClock(systemClock.now());
const query = async (text: string, values: unknown[] = []) => (await instance.resources.pool.query(text, values)).rows;

beforeAll(async () => {
  fineract = await openFineract();
  instance = await openTestInstance({
    worker: false,
    environment: { LOAN_SYSTEM_SECRET_R: FINERACT_USER.password, LOAN_SYSTEM_TIMEOUT_MS: '20000' },
  });
  lender = await instance.lender();
  api = await lender.api();
  for (let made = 0; made < LOANS; made += 1) fineract.book.loan({ principal: 1_000_000 });
  const { username, tenant } = FINERACT_USER;
  const system = {
    kind: 'fineract',
    baseUrl: fineract.baseUrl,
    settings: { username, tenant },
    secretEnv: { password: 'LOAN_SYSTEM_SECRET_R' },
  } as const;
  await addLoanSystem(instance.resources, system, { code: CODE, organizationId: lender.organizationId });
  const rows = await query('select id from account where loan_system_code = $1 order by external_id', [CODE]);
  accounts = rows.map(({ id }) => id);
  day = businessDayOf(systemClock.now());
  clock.moveTo(`${nextBusinessDay(day)}T17:00:00Z`);
}, 120_000);
afterAll(async () => {
  await fineract.close();
  await instance.close();
});

/** Compares the finished days, and returns how often the transactions of each loan were requested. */
async function compare(): Promise<readonly number[]> {
  fineract.heard.length = 0;
  const { db, config, logger } = instance.resources;
  const outside = { systems: loanSystems(instance.resources), processors: cardProcessors(instance.resources) };
  const comparer = new Comparer(tieOutParts({ db, clock, logger, ...outside }, config));
  await comparer.plan(ADMIN, lender.organizationId);
  await query('update tie_out_look set due_at = now()');
  await comparer.work({ organizationId: lender.organizationId, subject: CODE });
  const requested = fineract.heard.filter(({ call }) => call === 'transactions').map(({ url }) => url.split('?')[0]);
  const times = new Map<string | undefined, number>();
  for (const url of requested) times.set(url, (times.get(url) ?? 0) + 1);
  return [...times.values()];
}

const nextDay = () => {
  day = nextBusinessDay(day);
  clock.moveTo(`${nextBusinessDay(day)}T17:00:00Z`);
};
const pay = async (accountId: string) => {
  const body = { amount_cents: 1_000, payment_method: 'cash' };
  const answer = await api.post(`/v1/accounts/${accountId}/payments`, body, { 'idempotency-key': randomUUID() });
  expect(answer.status, answer.text).toBe(201);
};
const latest = async () =>
  (
    await query(
      'select completeness, ours_count, difference_count from tie_out_result where subject = $1 order by sequence desc limit 1',
      [CODE],
    )
  )[0];
const once = (loans: number) => Array.from({ length: loans }, () => 1);

it('the first comparison reads each loan once, also those that have payments of the day', async () => {
  for (const account of accounts.slice(0, 4)) await pay(account);
  expect(await compare()).toEqual(once(LOANS));
  expect(await latest()).toMatchObject({ completeness: 'complete', difference_count: 0 });
});

it('a later comparison reads only the loans that have changed, each once', async () => {
  nextDay();
  for (const account of accounts.slice(2, 5)) await pay(account);
  await pay(accounts[2] ?? '');
  expect(await compare()).toEqual(once(3));
  nextDay();
  expect(await compare()).toEqual([]);
  expect(await latest()).toMatchObject({ completeness: 'complete', difference_count: 0 });
});

it('a system that stops answering in the middle of a page: what was read before is not read again', async () => {
  nextDay();
  const loans = [...fineract.book.loans.values()];
  for (const loan of loans) fineract.book.pay(loan, { amount: 100, externalId: 'BRANCH' });
  // Also the loan itself does not answer then, which says that the whole system does not.
  fineract.faults.every('transactions', 60, 'fail_before_posting');
  fineract.faults.always('loan', 'fail_before_posting');
  const times: number[] = [];
  for (let turn = 0; turn < 5; turn += 1) {
    times.push(...(await compare()));
    if ((await query(`select from tie_out_look where step <> 'done' and subject = $1`, [CODE])).length === 0) break;
  }
  fineract.faults.clear();
  const failed = Math.floor(times.reduce((sum, count) => sum + count, 0) / 60);
  expect(failed).toBeGreaterThan(1);
  expect(times.reduce((sum, count) => sum + count, 0)).toBe(LOANS + failed);
  expect(await latest()).toMatchObject({ completeness: 'complete', difference_count: 0 });
});
