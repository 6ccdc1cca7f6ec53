import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { proveExactlyOnce } from '../support/exactly-once-proof.js';
import { KillableProduct } from '../support/killable-product.js';
import { until } from '../support/until.js';

const KEYS = 60;
const COPIES = 10;
const KILLS = 3;

let database: TestDatabase;
let product: KillableProduct;

beforeAll(async () => {
  database = await freshDatabase();
  product = await KillableProduct.open({ databaseUrl: database.url });
  await product.start();
}, 180_000);

afterAll(async () => {
  await product?.close();
  await database?.drop();
});

describe('POST /v1/accounts/{id}/payments, with its process killed', () => {
  /** A small share of `npm run bench -- exactly-once-proof`. */
  it(
    `${KEYS} keys, each sent ${COPIES} times at once, ${KILLS} kills: each one payment, one posting and one answer`,
    () => proveExactlyOnce({ product, keys: KEYS, copies: COPIES, kills: KILLS }),
    400_000,
  );

  it('a loan system that hangs after posting, and the process killed there: one payment and one posting per key', async () => {
    const account = await product.lender.sandboxAccount('SBX-HANGS');
    const orders = Array.from({ length: 10 }, () => ({ key: randomUUID(), account, amount: 1_000 }));
    const known = Promise.all(orders.map((order) => product.record(order)));
    await until(
      async () => (await postings()).length >= orders.length,
      'each payment is posted, and its call hangs',
      120_000,
    );
    await product.killAndStart();
    const answers = await known;
    expect(answers.map(({ status, json }) => [status, json.status])).toEqual(orders.map(() => [201, 'posted']));
    expect(await postings()).toEqual(answers.map(({ json }) => json.payment_id).sort());
  }, 240_000);
});

/** The payments of the sandbox's postings; the reference of a posting without one. */
async function postings(): Promise<readonly string[]> {
  const { rows } = await product.sql.query(
    `select coalesce(c.id, p.external_reference) as id from sandbox_posting p
       left join collected_payment c on c.posting_reference = p.external_reference order by 1`,
  );
  return rows.map(({ id }) => id);
}
