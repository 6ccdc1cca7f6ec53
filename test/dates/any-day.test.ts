import { Temporal } from 'temporal-polyfill';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { SimulatedClock } from '../../core/time/clock.js';
import { addDays } from '../../core/time/dates.js';
import { servicingDate } from '../../core/time/servicing-day.js';
import { businessDayOf, isBusinessDay } from '../../ledger/rules/business-day.js';
import { Api } from '../support/api.js';
import { childEnvironment } from '../support/child-environment.js';
import type { Lender } from '../support/lender.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { daysAfter } from './days.js';

/* A cheap selection of a lender's daily operations, run on each day of `npm run test:dates`. The product uses its own real clock. */

const DAYS = daysAfter(Temporal.Now.instant());

let instance: TestInstance;
let clock: SimulatedClock;
let lender: Lender;

beforeAll(async () => {
  clock = new SimulatedClock(Temporal.Now.instant());
  instance = await openTestInstance({ worker: false, clock });
  lender = await instance.lender();
});
afterAll(() => instance.close());
afterEach(() => vi.unstubAllEnvs());

describe.each(DAYS)('$name', ({ at, zone }) => {
  it('POST /v1/accounts/{id}/payments and its reversal › use the business day; payoff and autopay › use the calendar day', async () => {
    if (zone !== undefined) vi.stubEnv('TZ', zone);
    const now = at?.toInstant() ?? Temporal.Now.instant();
    clock.moveTo(now);
    const [today, businessDay] = [servicingDate(now), businessDayOf(now)];
    expect(isBusinessDay(businessDay)).toBe(true);
    const [api, unversioned] = await clients();
    const accountId = await lender.ledgerAccount();

    expect((await api.get(`/v1/accounts/${accountId}/payoff`)).json).toMatchObject({
      on: today,
      applied_on: businessDay,
      amount_cents: 1_000_000,
    });
    const recorded = await api.record(accountId, { amount_cents: 10_000 });
    expect([recorded.status, recorded.json]).toMatchObject([201, { status: 'posted', effective_date: businessDay }]);
    const reversed = await api.reverse(recorded.json.payment_id);
    expect([reversed.status, reversed.json.status]).toEqual([201, 'reversed']);
    expect((await api.get(`/v1/accounts/${accountId}/payoff`)).json.amount_cents).toBe(1_000_000);

    const methodId = await lender.paymentMethod();
    const startOn = (start_date: string) =>
      unversioned.post('/autopay', {
        account_id: accountId,
        payment_method_id: methodId,
        amount_cents: 5_000,
        frequency_unit: 'month',
        frequency_interval: 1,
        start_date,
      });
    const [starts, late] = [await startOn(today), await startOn(addDays(today, -1))];
    expect([starts.status, starts.json.next_run_date]).toEqual([201, today]);
    expect(late.status).toBe(422);
  });
});

async function clients(): Promise<readonly [Api, Api]> {
  const key = await lender.key();
  return [await Api.exchange(instance.baseUrl, key), new Api(instance.baseUrl, key.plaintext)];
}

it('a child process of a test gets only PATH, the time zone, the folder of temporary files and the variables of the moved clock', () => {
  for (const [name, value] of Object.entries({ FAKETIME: '+1d', DONT_FAKE_MONOTONIC: '1', TZ: 'Asia/Tokyo', X: 'x' }))
    vi.stubEnv(name, value);
  vi.stubEnv('LD_PRELOAD', undefined);
  expect(childEnvironment()).toEqual({
    PATH: process.env['PATH'],
    FAKETIME: '+1d',
    DONT_FAKE_MONOTONIC: '1',
    TZ: 'Asia/Tokyo',
    TMPDIR: process.env['TMPDIR'],
  });
});
