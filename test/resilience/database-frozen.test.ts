import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DRIVER_TIMEOUTS } from '../../core/db/pool.js';
import { allPayments } from '../support/all-payments.js';
import type { Api, ApiAnswer } from '../support/api.js';
import type { Lender } from '../support/lender.js';
import { type OwnPostgres, openOwnPostgres } from '../support/own-postgres.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { until } from '../support/until.js';

const CLIENTS = 6;
/** Longer than any statement of this test; the product's default is 17 s. */
const QUERY_TIMEOUT_MS = 4_000;

const patience = { ...DRIVER_TIMEOUTS };
let postgres: OwnPostgres;
let instance: TestInstance;
let lender: Lender;
let api: Api;

beforeAll(async () => {
  DRIVER_TIMEOUTS.query_timeout = QUERY_TIMEOUT_MS;
  postgres = await openOwnPostgres();
  instance = await openTestInstance({ database: postgres });
  lender = await instance.lender();
  api = await lender.api();
});
afterAll(async () => {
  Object.assign(DRIVER_TIMEOUTS, patience);
  await (instance === undefined ? postgres?.drop() : instance.close());
});

describe('Postgres freezes under load, then continues', () => {
  it('every request gets an answer while it is frozen: reads 503, payments 503, or 504 if the commit was frozen; every payment is recorded once; then all works again', async () => {
    const account = await lender.ledgerAccount(90_000_000);
    const keys: string[] = [];
    const pay = () => {
      const key = randomUUID();
      keys.push(key);
      return api.record(account, { amount_cents: 1 }, key);
    };
    const read = () => [api.get('/v1/organizations'), api.get('/v1/accounts')];
    const payments = Array.from({ length: CLIENTS }, pay);
    const reads = Array.from({ length: CLIENTS }, read).flat();
    await Promise.race([...payments, ...reads]);
    await postgres.freeze();
    try {
      const later = Promise.all([pay(), ...read()]);
      const [paid, seen] = [statusesOf(await Promise.all(payments)), statusesOf(await Promise.all(reads))];
      expect(paid.filter((status) => ![201, 202, 503, 504].includes(status))).toEqual([]);
      expect(seen.filter((status) => ![200, 503].includes(status))).toEqual([]);
      expect([...paid, ...seen].some((status) => status >= 503)).toBe(true);
      expect(statusesOf(await later)).toEqual([503, 503, 503]);
    } finally {
      await postgres.thaw();
    }

    await until(async () => (await api.get('/v1/organizations')).status === 200, 'reads are answered again', 10_000);
    for (const key of keys) {
      const again = await api.record(account, { amount_cents: 1 }, key);
      expect([201, 409, 422]).toContain(again.status);
    }
    expect((await allPayments(api, account)).length).toBe(keys.length);
  });
});

const statusesOf = (answers: readonly ApiAnswer[]): readonly number[] => answers.map(({ status }) => status);
