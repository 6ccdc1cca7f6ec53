import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api } from '../support/api.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { openTestInstance } from '../support/test-instance.js';

const OLD = 'the-secret-that-is-being-replaced-long-enough';
const NEW = 'the-secret-that-takes-its-place-long-enough';

let database: TestDatabase;
let key: { readonly prefix: string; readonly plaintext: string };
let accountId: string;

beforeAll(async () => {
  database = await freshDatabase();
  await booted(OLD, async ({ lender }) => {
    const own = await lender();
    [key, accountId] = [await own.key(), await own.ledgerAccount()];
  });
});
afterAll(() => database.drop());

/** Starts the product on the same database with these secrets, and stops it afterwards. */
async function booted<T>(
  secrets: string,
  work: (instance: Awaited<ReturnType<typeof openTestInstance>>) => Promise<T>,
): Promise<T> {
  const instance = await openTestInstance({
    database: { ...database, drop: async () => undefined },
    environment: { CURSOR_SIGNING_SECRET: secrets },
    worker: false,
  });
  return work(instance).finally(() => instance.close());
}

describe('CURSOR_SIGNING_SECRET is rotated in two steps', () => {
  it('a payment recorded under either secret is replayed under the next, and cursors remain valid', async () => {
    const made: { readonly key: string; readonly text: string }[] = [];
    let cursor: string | undefined;
    for (const [step, secrets] of [OLD, `${OLD},${NEW}`, `${NEW},${OLD}`].entries()) {
      await booted(secrets, async ({ baseUrl }) => {
        const api = await Api.exchange(baseUrl, key);
        for (const earlier of made) {
          const { status, text, headers } = await api.record(accountId, {}, earlier.key);
          expect({ status, text, replayed: headers.get('idempotent-replayed') }).toEqual({
            status: 201,
            text: earlier.text,
            replayed: 'true',
          });
        }
        const path = `/v1/accounts/${accountId}/payments?limit=1`;
        if (cursor !== undefined) expect((await api.get(`${path}&cursor=${cursor}`)).status).toBe(200);
        for (const nth of [1, 2]) {
          const idempotencyKey = `step ${step}, payment ${nth}`;
          made.push({ key: idempotencyKey, text: (await api.record(accountId, {}, idempotencyKey)).text });
        }
        const page = (await api.get(path)).json;
        cursor = page.page.next_cursor;
        expect((await api.get(`${path}&cursor=${cursor}`)).json.items).toHaveLength(1);
        expect((await api.get(`/v1/accounts/${accountId}/payments`)).json.items).toHaveLength(made.length);
      });
    }
  });
});
