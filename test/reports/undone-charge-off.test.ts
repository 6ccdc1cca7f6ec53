import { afterAll, beforeAll, expect, it } from 'vitest';
import { SimulatedClock } from '../../core/time/clock.js';
import { addDays } from '../../core/time/dates.js';
import { runDayEnd } from '../../ledger/day-end.js';
import { endSchedules } from '../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';
import { writePositionsDue } from '../../subgraphs/reporting/position/write-daily-positions.js';
import { Api } from '../support/api.js';
import { on } from '../support/example-loan.js';
import type { Lender } from '../support/lender.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* Reports as of the day on which day-end charged a loan off, before and after the charge-off is undone. */

const BOOKED = on('2026-03-02');
const clock = new SimulatedClock(`${BOOKED}T15:00:00Z`);
let instance: TestInstance;
let lender: Lender;
let account: string;
let chargedOffOn: string;
let keyed: Api;
beforeAll(async () => {
  instance = await openTestInstance({ worker: false, clock });
  lender = await instance.lender();
  account = await lender.ledgerAccount();
  keyed = new Api(instance.baseUrl, (await lender.key()).plaintext);
  for (let day = BOOKED; (await standing()).status_code !== 'charged_off'; day = addDays(day, 1)) {
    if (day > '2026-12-31') throw new Error('day-end does not charge it off');
    await evening(day);
  }
  chargedOffOn = (await standing()).charged_off_on;
}, 300_000);
afterAll(() => instance.close());

/** Ends the days before; the worker closes them. */
async function evening(day: string): Promise<void> {
  clock.moveTo(`${day}T15:00:00Z`);
  const { db, logger } = instance.resources;
  const { closedThrough } = await runDayEnd({ db, clock, logger, endSchedules });
  await writePositionsDue({ db, clock, logger }, closedThrough);
}

const query = async (text: string, values: readonly unknown[] = []) =>
  (await instance.resources.pool.query(text, [...values])).rows;
const standing = async () =>
  (await query('select status_code, charged_off_on from account where id = $1', [account]))[0];

/** The reports of balances as of a day that include the loan. */
async function reportsWith(day: string): Promise<readonly string[]> {
  const found: string[] = [];
  for (const code of ['abr', 'dr', 'wor']) {
    const { status, json } = await keyed.get(`/reports/${code}?from=${day}&to=${day}`);
    expect(status).toBe(200);
    if (JSON.stringify(json.items).includes(account)) found.push(code);
  }
  return found;
}

it('after an undo on the next day, the loan is in the reports from that day on; the closed day does not change', async () => {
  const before = addDays(on(chargedOffOn), -1);
  const reported = [await reportsWith(before), await reportsWith(chargedOffOn)];
  expect(reported).toEqual([['abr', 'dr'], ['wor']]);
  const positions = () =>
    query('select status_code, bucket, accounts from daily_position where day = $1', [chargedOffOn]);
  expect(await positions()).toEqual([{ status_code: 'charged_off', bucket: '', accounts: 1 }]);

  const today = clock.now().toString().slice(0, 10);
  expect(today > chargedOffOn).toBe(true);
  const undone = await (await lender.api()).post(
    `/v1/ledger/loans/${account}/charge-off/reversal`,
    { reason: 'by mistake' },
    {
      'idempotency-key': 'undo',
    },
  );
  expect([undone.status, (await standing()).status_code]).toEqual([201, 'delinquent']);
  // A reversed loss is no loss; the balances of that evening stay without the loan.
  expect([await reportsWith(before), await reportsWith(chargedOffOn)]).toEqual([reported[0], []]);
  expect(await reportsWith(today)).toEqual(expect.arrayContaining(['abr', 'dr']));
  expect(await positions()).toEqual([{ status_code: 'charged_off', bucket: '', accounts: 1 }]);
});
