import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openResources, type Resources } from '../../cli/assembly/resources.js';
import { loadConfig } from '../../core/config/load.js';
import { createLogger } from '../../core/logger.js';
import { type ApiAnswer, send } from '../support/api.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { type Lender, openLender } from '../support/lender.js';
import { consultOracle } from '../support/oracle.js';
import { Product } from '../support/process.js';

const KEYS = 200;
const COPIES = 20;
const ACCOUNTS = 20;
const KILLS = 4;
const LOAN_SYSTEM_TIMEOUT_MS = 1_000;

let database: TestDatabase;
let dataDir: string;
let resources: Resources;
let lender: Lender;
let product: Product;
let sql: pg.Client;
let baseUrl = '';
let token = '';

beforeAll(async () => {
  database = await freshDatabase();
  dataDir = await mkdtemp(join(tmpdir(), 'tributary-once-'));
  const environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    DATABASE_URL: database.url,
    TRIBUTARY_DATA_DIR: dataDir,
    PORT: '0',
    GRAPHQL_PORT: '0',
    SECURE_PORT: '0',
    RATE_LIMIT_API_PER_MINUTE: '6000000',
    RATE_LIMIT_API_BURST: '1000000',
    RECONCILE_FIRST_DELAY_MS: '50',
    LOAN_SYSTEM_TIMEOUT_MS: String(LOAN_SYSTEM_TIMEOUT_MS),
    LOAN_SYSTEM_SETTLE_AFTER_MS: '300',
  };
  const config = await loadConfig(environment);
  resources = await openResources({ config, databaseUrl: database.url, logger: createLogger('fatal', 'test') });
  lender = await openLender(resources, '', 'Alder Lending');
  sql = new pg.Client(database.url);
  await sql.connect();
  product = new Product({ command: ['start', '--json'], environment });
  await start();
});

afterAll(async () => {
  await product.kill('SIGTERM');
  await sql.end();
  await resources.close();
  await database.drop();
  await rm(dataDir, { recursive: true, force: true });
});

/** The port changes with every start, as behind a balancer that finds the next healthy process. */
async function start(): Promise<void> {
  baseUrl = JSON.parse(await product.startAndReadLine()).base_url;
  if (token !== '') return;
  const { prefix, plaintext } = await lender.key();
  const exchanged = await send(`${baseUrl}/v1/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ grant_type: 'client_credentials', client_id: prefix, client_secret: plaintext }),
  });
  token = exchanged.json.access_token;
}

/** What a careful client does: it sends the same key and body again until the outcome is known. */
async function untilKnown(accountId: string, key: string, amountCents: number): Promise<ApiAnswer> {
  const body = JSON.stringify({ amount_cents: amountCents, payment_method: 'cash' });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key };
  const deadline = Date.now() + 110_000;
  for (;;) {
    const answer = await send(`${baseUrl}/v1/accounts/${accountId}/payments`, { method: 'POST', headers, body }).catch(
      () => undefined,
    );
    if (answer !== undefined && (answer.status === 201 || answer.status === 422)) return answer;
    if (Date.now() > deadline) throw new Error(`never known: ${answer?.status} ${answer?.text}`);
    await sleep(100);
  }
}

describe('exactly once', () => {
  it(`${KEYS} keys, each sent ${COPIES} times at once, the process killed ${KILLS} times: each one payment and one posting`, async () => {
    // A few at a time: all at once would wait for one another's connections, which a busy machine opens too slowly.
    const accounts = await inWaves(Array.from({ length: ACCOUNTS }), 4, () => lender.ledgerAccount(10_000_000));
    const keys = Array.from({ length: KEYS }, (_, n) => ({
      key: randomUUID(),
      account: accounts[n % ACCOUNTS] ?? '',
      amount: 1_000 + n,
    }));
    const killing = (async () => {
      for (let n = 0; n < KILLS; n += 1) {
        await sleep(700);
        await product.kill();
        await start();
      }
    })();
    const answers = await inWaves(keys, 40, ({ key, account, amount }) =>
      Promise.all(Array.from({ length: COPIES }, () => untilKnown(account, key, amount))),
    );
    await killing;

    for (const copies of answers) {
      expect(new Set(copies.map(({ status, text }) => `${status} ${text}`)).size).toBe(1);
      expect(copies[0]?.status).toBe(201);
    }
    const ids = answers.map((copies) => copies[0]?.json.payment_id);
    expect(new Set(ids).size).toBe(KEYS);
    const payments = await sql.query('select id, status from collected_payment order by id');
    expect(payments.rows).toEqual(ids.sort().map((id) => ({ id, status: 'posted' })));
    const postings = await sql.query(
      "select external_reference as id from ledger_entry where type = 'payment' order by 1",
    );
    expect(postings.rows).toEqual(ids.map((id) => ({ id })));
    const trial = await sql.query('select coalesce(sum(amount_cents), 0)::int as sum from ledger_line');
    expect(trial.rows).toEqual([{ sum: 0 }]);
    const balances = await sql.query(
      `select l.id, (l.original_principal_cents - l.principal_cents)::int as paid, l.principal_cents, l.interest_cents,
              l.fees_cents, a.current_balance_cents
         from account a join ledger_loan l on l.id = a.external_id order by l.id`,
    );
    for (const { id, paid } of balances.rows) {
      expect(paid).toBe(keys.filter(({ account }) => account === id).reduce((sum, { amount }) => sum + amount, 0));
    }
    const judged = await consultOracle(database.url);
    expect(
      judged.map(({ loanId, principal, interest, fees }) => [loanId, principal, interest, fees].map(String)),
    ).toEqual(balances.rows.map((loan) => [loan.id, loan.principal_cents, loan.interest_cents, loan.fees_cents]));
    expect(balances.rows.map((loan) => loan.current_balance_cents)).toEqual(
      judged.map(({ principal }) => String(principal)),
    );
  }, 180_000);

  it('a loan system that hangs after posting, the process killed there: each key one payment and one posting', async () => {
    const account = await lender.sandboxAccount('SBX-HANGS');
    const keys = Array.from({ length: 10 }, () => randomUUID());
    const known = Promise.all(keys.map((key) => untilKnown(account, key, 1_000)));
    await postingsAtLeast(keys.length);
    await product.kill();
    await start();
    const answers = await known;
    expect(answers.map(({ status, json }) => [status, json.status])).toEqual(keys.map(() => [201, 'posted']));
    const postings = await sql.query('select external_reference as id from sandbox_posting order by 1');
    expect(postings.rows).toEqual(
      answers.map(({ json }) => ({ id: json.payment_id })).sort((a, b) => (a.id < b.id ? -1 : 1)),
    );
  }, 120_000);
});

async function postingsAtLeast(count: number): Promise<void> {
  for (;;) {
    const { rows } = await sql.query('select count(*)::int as count from sandbox_posting');
    if (rows[0].count >= count) return;
    await sleep(5);
  }
}

/** Runs `work` on every item, `width` at a time. */
async function inWaves<T, R>(items: readonly T[], width: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += width) {
    results.push(...(await Promise.all(items.slice(at, at + width).map(work))));
  }
  return results;
}
