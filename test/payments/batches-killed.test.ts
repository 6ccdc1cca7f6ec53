import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { sealingPlace } from '../../subgraphs/payments/collected/batch/enqueue-batch.js';
import type { Lender } from '../support/lender.js';
import { Product } from '../support/process.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { until } from '../support/until.js';

const WORKERS = 2;
const ACCOUNTS = 20;
const ROWS = 240;
const KILLS = 2;
/** For each of the two accounts in the sandbox, a killed worker has one payment in progress. */
const MOST_CUT_OFF = KILLS * WORKERS * 2;

let instance: TestInstance;
let lender: Lender;
let workers: readonly Product[];

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  lender = await instance.lender();
  const environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    DATABASE_URL: instance.databaseUrl,
    TRIBUTARY_DATA_DIR: instance.resources.config.TRIBUTARY_DATA_DIR,
    RECONCILE_FIRST_DELAY_MS: '50',
    LOAN_SYSTEM_TIMEOUT_MS: '500',
    LOAN_SYSTEM_SETTLE_AFTER_MS: '300',
    WORKER_LIFE_CHECK_MS: '500',
  };
  workers = Array.from({ length: WORKERS }, () => new Product({ command: ['serve', 'worker'], environment }));
});
afterAll(async () => {
  await Promise.all(workers.map((worker) => worker.kill('SIGTERM')));
  await instance.close();
});

const query = async (text: string, values: unknown[] = []) => (await instance.resources.pool.query(text, values)).rows;
const journal = async (): Promise<number> =>
  Number((await query(`select count(*)::int as count from ledger_entry where type = 'payment'`))[0].count);

it(`a payment batch of ${ROWS} rows, ${WORKERS} workers, killed ${KILLS} times each while they work: each row is posted once or reported as not posted, and the batch is completed`, async () => {
  const api = await lender.api();
  // One after the other: all at once would wait for each other's connections, which a busy machine opens too slowly.
  const ledger: string[] = [];
  while (ledger.length < ACCOUNTS - 2) ledger.push(await lender.ledgerAccount(100_000_000));
  const accounts = [
    ...ledger,
    await lender.sandboxAccount('SBX-POSTS'),
    await lender.sandboxAccount('SBX-UNCONFIRMED-POSTS'),
  ];
  const rows = Array.from({ length: ROWS }, (_, index) => ({
    idempotency_key: `lockbox-${index}`,
    account_id: accounts[index % ACCOUNTS],
    amount_cents: index + 1,
    payment_method: 'cash',
    external_reference: `row ${index}`,
  }));
  const made = await api.post('/v1/payment-batches', { mode: 'continue', rows }, { 'idempotency-key': randomUUID() });
  const id: string = made.json.batch_id;
  const read = async () => (await api.get(`/v1/payment-batches/${id}`)).json;

  let killedAtWork = 0;
  for (let kill = 0; kill < KILLS; kill += 1) {
    const before = await journal();
    for (const worker of workers) worker.start();
    // Killed when some more payments are in the journal, in the middle of the next ones.
    await until(async () => (await journal()) >= before + 40, `${before + 40} payments are in the journal`, 120_000);
    await Promise.all(workers.map((worker) => worker.kill()));
    killedAtWork += (await read()).status === 'processing' ? 1 : 0;
  }
  expect(killedAtWork).toBeGreaterThan(0);
  for (const worker of workers) worker.start();
  const isSettled = async () => {
    const { status, outcomes } = await read();
    return status === 'completed' && outcomes.pending_confirmation.rows === 0;
  };
  await until(isSettled, 'the batch is completed, and each row is settled', 150_000);

  const { outcomes } = await read();
  expect(outcomes).toMatchObject({ not_tried: { rows: 0, amount_cents: 0 }, already_recorded: 0 });
  // If a worker was killed before its request reached the loan system, the payment is reported as not posted.
  const failed = new Set(
    (await query("select external_reference as row from collected_payment where status = 'failed'")).map(
      ({ row }) => row,
    ),
  );
  expect(failed.size).toBeLessThanOrEqual(MOST_CUT_OFF);
  const expected = rows.filter(({ external_reference }) => !failed.has(external_reference));
  const sum = expected.reduce((cents, { amount_cents }) => cents + amount_cents, 0);
  expect([outcomes.posted, outcomes.failed.rows]).toEqual([
    { rows: ROWS - failed.size, amount_cents: sum },
    failed.size,
  ]);
  // In the loan systems' own books: one posting for each row reported as posted, with the row's amount.
  const posted = await query(`
    select c.external_reference as reference, c.amount_cents::int as cents, count(*)::int as postings
      from collected_payment c
      join (select external_reference from ledger_entry where type = 'payment'
            union all select external_reference from sandbox_posting where kind = 'payment') b
        on b.external_reference = coalesce(c.posting_reference, c.id)
     group by c.id, c.external_reference, c.amount_cents order by c.amount_cents`);
  expect(posted).toEqual(
    expected.map(({ external_reference, amount_cents }) => ({
      reference: external_reference,
      cents: amount_cents,
      postings: 1,
    })),
  );
  expect(await query('select count(*)::int as count from collected_payment')).toEqual([{ count: ROWS }]);
}, 500_000);

it('a batch of padded keys that an earlier version began: killed, then resumed by this version, each row is posted once', async () => {
  const api = await lender.api();
  const accounts = [await lender.ledgerAccount(100_000_000), await lender.ledgerAccount(100_000_000)];
  const rows = Array.from({ length: 120 }, (_, index) => ({
    idempotency_key: `padded-${index}${index % 2 === 0 ? '  ' : '\u00a0'}`,
    account_id: accounts[index % 2],
    amount_cents: index + 1,
    payment_method: 'cash',
    external_reference: `padded row ${index}`,
  }));
  await Promise.all(workers.map((one) => one.kill()));
  const submit = (some: readonly object[]) =>
    api.post('/v1/payment-batches', { mode: 'continue', rows: some }, { 'idempotency-key': randomUUID() });
  const id: string = (await submit(rows.map((row, index) => ({ ...row, idempotency_key: `padded-${index}` })))).json
    .batch_id;
  const { clientKeys } = instance.resources;
  for (const [index, { idempotency_key }] of rows.entries()) {
    const sealed = clientKeys.seal(idempotency_key, sealingPlace(id, index + 1));
    await query('update payment_batch_row set sealed_key = $3 where batch_id = $1 and position = $2', [
      id,
      index + 1,
      sealed,
    ]);
  }
  const [worker] = workers;
  if (worker === undefined) throw new Error('there is no worker');
  const before = await journal();
  worker.start();
  await until(async () => (await journal()) >= before + 30, '30 rows are posted', 120_000);
  await worker.kill();
  // Payments posted so far, stored under the keys as sent, as an earlier version did.
  for (const { idempotency_key, external_reference } of rows)
    await query(
      'update idempotency_record set key = $2 where subject_id = (select id from collected_payment where external_reference = $1)',
      [external_reference, clientKeys.known(idempotency_key).forms[0]],
    );
  expect(await journal()).toBeLessThan(before + rows.length);

  worker.start();
  const isCompleted = async (batch: string) =>
    (await api.get(`/v1/payment-batches/${batch}`)).json.status === 'completed';
  await until(() => isCompleted(id), 'the batch is completed', 150_000);
  // The whole file again, unchanged.
  const again: string = (await submit(rows)).json.batch_id;
  await until(() => isCompleted(again), 'the same file is completed', 150_000);
  const { outcomes } = (await api.get(`/v1/payment-batches/${again}`)).json;
  expect(outcomes.posted.rows).toBe(rows.length);
  expect((await journal()) - before).toBe(rows.length);
}, 500_000);
