import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allPayments } from '../support/all-payments.js';
import type { Api, ApiAnswer } from '../support/api.js';
import type { Lender } from '../support/lender.js';
import { type OwnPostgres, openOwnPostgres } from '../support/own-postgres.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { pause, until } from '../support/until.js';

let postgres: OwnPostgres;
let instance: TestInstance;
let lender: Lender;
let api: Api;

beforeAll(async () => {
  postgres = await openOwnPostgres();
  instance = await openTestInstance({ database: postgres });
  lender = await instance.lender();
  api = await lender.api();
});
afterAll(() => (instance === undefined ? postgres?.drop() : instance.close()));

interface Asked {
  readonly key: string;
  readonly account: string;
  readonly answer: ApiAnswer;
  /** On the monotonic clock. */
  readonly askedAt: number;
}

const CLIENTS = 6;
const RECOVERS_WITHIN_MS = 5_000;
/** The number of successive payments of each client that must succeed before the service counts as recovered. */
const IN_A_ROW = 20;
/** The pause between two payments of a client. Clients keep paying, whatever the outcomes, but leave CPU time free. */
const PAY_EVERY_MS = 20;

describe.each([
  ['with a fast shutdown, as operators do', 'SIGINT'],
  ['by a crash', 'SIGQUIT'],
] as const)('Postgres restarts under load, %s', (_, how) => {
  it('POST /v1/accounts/{id}/payments › only 201 and 503, or 202 while the outcome is unknown; each payment once; 201 again within 5 s', async () => {
    const ledger = await lender.ledgerAccount(90_000_000);
    const sandbox = await lender.sandboxAccount('SBX-POSTS', 90_000_000);
    const asked: Asked[] = [];
    let backAt = Number.POSITIVE_INFINITY;
    let isOver = false;
    const inARow = Array.from({ length: CLIENTS }, () => 0);
    const client = async (account: string, n: number) => {
      while (!isOver) {
        const [key, askedAt] = [randomUUID(), performance.now()];
        const answer = await api.record(account, { amount_cents: 1 }, key);
        asked.push({ key, account, answer, askedAt });
        inARow[n] = answer.status === 201 && askedAt >= backAt ? (inARow[n] ?? 0) + 1 : 0;
        const read = await api.get('/v1/organizations');
        expect([200, 503]).toContain(read.status);
        await pause(PAY_EVERY_MS);
      }
    };
    const clients = Array.from({ length: CLIENTS }, (_unused, n) => client(n % 2 === 0 ? ledger : sandbox, n));
    const posted201 = () => asked.filter(({ answer }) => answer.status === 201).length;
    await until(() => posted201() >= 3 * CLIENTS, 'payments are posted');
    const isRefused = () => asked.some(({ answer }) => answer.status === 503);
    await postgres.restart(how, () => until(isRefused, 'a payment is refused'));
    backAt = performance.now();
    await until(() => inARow.every((times) => times >= IN_A_ROW), 'every client pays again');
    isOver = true;
    await Promise.all(clients);

    const statuses = new Set(asked.map(({ answer }) => answer.status));
    expect([...statuses].filter((status) => ![201, 202, 503].includes(status))).toEqual([]);
    expect(statuses).toContain(503);
    const late = asked.filter(({ askedAt, answer }) => askedAt > backAt + RECOVERS_WITHIN_MS && answer.status !== 201);
    expect(late).toEqual([]);

    // Payments answered with 201 are recorded once; those answered with 503 are recorded once after their key is sent
    // again.
    const refused = asked.filter(({ answer }) => answer.status === 503);
    await sendAgain(refused);
    const posted = await collected(ledger);
    const known = asked.filter(({ account, answer }) => account === ledger && answer.status === 201);
    expect(posted.length).toBe(known.length + refused.filter(({ account }) => account === ledger).length);
    const ids = new Set(posted);
    expect(known.filter(({ answer }) => !ids.has(answer.json.payment_id))).toEqual([]);
  });
});

/** Sends each key again, one after the other for each client. */
async function sendAgain(payments: readonly { readonly account: string; readonly key: string }[]): Promise<void> {
  const left = [...payments];
  const client = async () => {
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      const again = await api.record(next.account, { amount_cents: 1 }, next.key);
      expect([201, 409, 422]).toContain(again.status);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
}

const collected = (account: string) => allPayments(api, account);
