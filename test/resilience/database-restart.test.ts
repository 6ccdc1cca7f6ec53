import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Api, ApiAnswer } from '../support/api.js';
import { type House, openHouse } from '../support/house.js';
import type { Lender } from '../support/lender.js';
import { type OwnPostgres, openOwnPostgres } from '../support/own-postgres.js';

let postgres: OwnPostgres;
let house: House;
let lender: Lender;
let api: Api;

beforeAll(async () => {
  postgres = await openOwnPostgres();
  house = await openHouse({ database: postgres });
  lender = await house.lender();
  api = await lender.api();
});
afterAll(() => house.close());

interface Asked {
  readonly key: string;
  readonly account: string;
  readonly answer: ApiAnswer;
  /** Milliseconds after the database was back, when it was asked. */
  readonly askedAt: number;
}

const CLIENTS = 6;
const RECOVERS_WITHIN_MS = 5_000;

describe.each([
  ['fast, as an operator does it', 'SIGINT'],
  ['by a crash', 'SIGQUIT'],
] as const)('Postgres is restarted under load, %s', (_, how) => {
  it('only 503s, or 202 while nobody knows; every payment once; all is well again within 5 s', async () => {
    const ledger = await lender.ledgerAccount(90_000_000);
    const sandbox = await lender.sandboxAccount('SBX-POSTS', 90_000_000);
    const asked: Asked[] = [];
    let backAt = Number.POSITIVE_INFINITY;
    let isOver = false;
    const client = async (account: string) => {
      while (!isOver) {
        const [key, at] = [randomUUID(), performance.now()];
        const answer = await api.record(account, { amount_cents: 1 }, key);
        asked.push({ key, account, answer, askedAt: at - backAt });
        if (answer.status === 503) await sleep(20);
        const read = await api.get('/v1/organizations');
        expect([200, 503]).toContain(read.status);
      }
    };
    const clients = Array.from({ length: CLIENTS }, (_unused, n) => client(n % 2 === 0 ? ledger : sandbox));
    await sleep(500);
    await postgres.restart(how, 300);
    backAt = performance.now();
    await sleep(RECOVERS_WITHIN_MS + 500);
    isOver = true;
    await Promise.all(clients);

    const statuses = new Set(asked.map(({ answer }) => answer.status));
    expect([...statuses].filter((status) => ![201, 202, 503].includes(status))).toEqual([]);
    expect(statuses).toContain(503);
    const late = asked.filter(({ askedAt }) => askedAt > RECOVERS_WITHIN_MS);
    expect(late.length).toBeGreaterThan(0);
    expect(late.filter(({ answer }) => answer.status !== 201)).toEqual([]);

    // What was answered 201 is there once; what was answered 503 is there once as soon as its key is sent again.
    const refused = asked.filter(({ answer }) => answer.status === 503);
    for (const { account, key } of refused) {
      const again = await api.record(account, { amount_cents: 1 }, key);
      expect([201, 409, 422]).toContain(again.status);
    }
    const posted = await collected(ledger);
    const known = asked.filter(({ account, answer }) => account === ledger && answer.status === 201);
    expect(posted.length).toBe(known.length + refused.filter(({ account }) => account === ledger).length);
    for (const { answer } of known) expect(posted).toContain(answer.json.payment_id);
  }, 60_000);
});

describe('Postgres freezes under load, and goes on', () => {
  it('every request is answered while it is frozen: reads 503, payments 503, or 504 where the commit was frozen; every payment once; all is well again', async () => {
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
      const [paid, told] = [statusesOf(await Promise.all(payments)), statusesOf(await Promise.all(reads))];
      expect(paid.filter((status) => ![201, 202, 503, 504].includes(status))).toEqual([]);
      expect(told.filter((status) => ![200, 503].includes(status))).toEqual([]);
      expect([...paid, ...told].some((status) => status >= 503)).toBe(true);
      expect(statusesOf(await Promise.all([pay(), ...read()]))).toEqual([503, 503, 503]);
    } finally {
      await postgres.thaw();
    }

    await expect.poll(async () => (await api.get('/v1/organizations')).status, { timeout: 10_000 }).toBe(200);
    for (const key of keys) {
      const again = await api.record(account, { amount_cents: 1 }, key);
      expect([201, 409, 422]).toContain(again.status);
    }
    expect((await collected(account)).length).toBe(keys.length);
  }, 60_000);
});

const statusesOf = (answers: readonly ApiAnswer[]): readonly number[] => answers.map(({ status }) => status);

async function collected(account: string): Promise<readonly string[]> {
  const ids: string[] = [];
  let cursor = '';
  do {
    const { json } = await api.get(`/v1/accounts/${account}/payments?limit=1000${cursor}`);
    ids.push(...json.items.map(({ payment_id }: { payment_id: string }) => payment_id));
    cursor = json.page.next_cursor === null ? '' : `&cursor=${json.page.next_cursor}`;
  } while (cursor !== '');
  return ids;
}
