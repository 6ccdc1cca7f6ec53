import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openResources, type Resources } from '../../cli/assembly/resources.js';
import { loadConfig } from '../../core/config/load.js';
import { createLogger } from '../../core/logger.js';
import { type ApiAnswer, send } from '../support/api.js';
import { answerOf } from '../support/command.js';
import { freshDatabase, type TestDatabase } from '../support/database.js';
import { type Lender, openLender } from '../support/lender.js';
import { Product } from '../support/process.js';
import { openStandIn, REMOTE_KINDS, type RemoteStandIn } from '../support/remote-stand-ins.js';

/** `REMOTE_PROOF=whole` is the proof at its full length, minutes; without it a short one runs with the suite. */
const IS_WHOLE = process.env['REMOTE_PROOF'] === 'whole';
/** Of each system. */
const KEYS = IS_WHOLE ? 500 : 90;
const AT_A_TIME = 120;
const LOANS = 20;
const KILLS = IS_WHOLE ? 10 : 3;
const KEYS_PER_KILL = IS_WHOLE ? 80 : 40;
const PRINCIPAL_CENTS = 10_000_000;

/** How every second posting goes wrong, by turns; the two late ones before and after it was settled as failed. */
const SETTLE_AFTER_MS = 3_000;
const POSTING_FAULTS = [
  'post_and_hang',
  'fail_before_posting',
  'reset_after',
  'locked',
  'post_and_fail',
  'hang',
  'wrong_json',
  'reset_before',
  'html',
  'refuse',
  { kind: 'post_late', lateMs: 2_000 },
  'in_progress',
  'validation_error',
  { kind: 'post_late', lateMs: 60_000 },
  { kind: 'slow', slowMs: 100 },
] as const;

let database: TestDatabase;
let dataDir: string;
let environment: Readonly<Record<string, string>>;
let resources: Resources;
let lender: Lender;
let product: Product | undefined;
let systems: readonly RemoteStandIn[];
let sql: pg.Client;
let baseUrl = '';
let token = '';

beforeAll(async () => {
  database = await freshDatabase();
  systems = await Promise.all(REMOTE_KINDS.map((kind) => openStandIn(kind)));
  dataDir = await mkdtemp(join(tmpdir(), 'tributary-remote-'));
  environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'silent',
    DATABASE_URL: database.url,
    TRIBUTARY_DATA_DIR: dataDir,
    PORT: '0',
    GRAPHQL_PORT: '0',
    SECURE_PORT: '0',
    RATE_LIMIT_API_PER_MINUTE: '6000000',
    RATE_LIMIT_API_BURST: '1000000',
    RECONCILE_FIRST_DELAY_MS: '100',
    LOAN_SYSTEM_TIMEOUT_MS: '1500',
    LOAN_SYSTEM_BREAK_MS: '50',
    LOAN_SYSTEM_SETTLE_AFTER_MS: String(SETTLE_AFTER_MS),
    ...Object.assign({}, ...systems.map((system) => system.environment)),
  };
  const config = await loadConfig(environment);
  resources = await openResources({ config, databaseUrl: database.url, logger: createLogger('silent', 'test') });
  lender = await openLender(resources, '', 'Alder Lending');
  sql = new pg.Client(database.url);
  await sql.connect();
  for (const system of systems) {
    for (let made = 0; made < LOANS; made += 1) system.makeLoan(PRINCIPAL_CENTS);
    await answerOf(['loan-systems', 'add', ...addition(system)], patient());
    const synced = await answerOf(['loan-systems', 'sync', system.kind], patient());
    expect(synced).toMatchObject({ outcome: 'finished', loans_read: LOANS, loans_failed: 0 });
  }
  product = new Product({ command: ['start', '--json'], environment });
  await start(product);
}, 120_000);

afterAll(async () => {
  await product?.kill('SIGTERM');
  await sql.end();
  await resources.close();
  await Promise.all([...systems.map((system) => system.close()), rm(dataDir, { recursive: true, force: true })]);
  await database.drop();
});

/** The stand-ins take their time for the first call of each kind. */
const patient = () => ({ ...environment, LOAN_SYSTEM_TIMEOUT_MS: '20000' });

const addition = ({ kind, baseUrl: address, settings, secretEnv }: RemoteStandIn) => [
  ...['--code', kind, '--kind', kind, '--base-url', address, '--organization', lender.organizationId],
  ...Object.entries(settings).flatMap(([name, value]) => ['--setting', `${name}=${value}`]),
  ...Object.entries(secretEnv).flatMap(([name, variable]) => ['--secret', `${name}-env=${variable}`]),
];

/** The port changes with every start, as behind a balancer that finds the next healthy process. */
async function start(starting: Product): Promise<void> {
  baseUrl = JSON.parse(await starting.startAndReadLine()).base_url;
  if (token !== '') return;
  const { prefix, plaintext } = await lender.key();
  const body = JSON.stringify({ grant_type: 'client_credentials', client_id: prefix, client_secret: plaintext });
  const headers = { 'content-type': 'application/json' };
  token = (await send(`${baseUrl}/v1/oauth/token`, { method: 'POST', headers, body })).json.access_token;
}

interface Key {
  readonly key: string;
  readonly account: string;
  readonly amount: number;
  readonly system: RemoteStandIn;
}

/** What a careful client does: it sends the same key and body again until the outcome is known. */
async function untilKnown({ account, key, amount }: Key): Promise<ApiAnswer> {
  const body = JSON.stringify({ amount_cents: amount, payment_method: 'cash' });
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'idempotency-key': key };
  const deadline = Date.now() + 300_000;
  for (;;) {
    const address = `${baseUrl}/v1/accounts/${account}/payments`;
    const answer = await send(address, { method: 'POST', headers, body }).catch(() => undefined);
    if (answer !== undefined && (answer.status === 201 || answer.status === 422)) return answer;
    if (answer?.status === 500) throw new Error(answer.text);
    if (Date.now() > deadline) throw new Error(`never known: ${answer?.status} ${answer?.text}`);
    await sleep(200);
  }
}

it(`${KEYS} payments over each system, a fault at every second posting, the process killed ${KILLS} times: each posted once, or truthfully not`, async () => {
  const keys: Key[] = [];
  for (const system of systems) {
    const { rows } = await sql.query('select id from account where loan_system_code = $1 order by id', [system.kind]);
    for (let n = 0; n < KEYS; n += 1) {
      keys.push({ key: randomUUID(), account: rows[n % LOANS].id, amount: 1_000 + n, system });
    }
    system.faults.every('repay', 2, ...POSTING_FAULTS);
    for (const call of system.reads) system.faults.every(call, 10, 'fail_before_posting', 'html', 'reset_before');
  }
  keys.sort((one, other) => one.amount - other.amount); // both systems by turns
  let going = true;
  const killing = (async () => {
    for (let kills = 0; kills < KILLS; kills += 1) {
      // In the midst of it: some keys have come further since the last start, others are on their way.
      while (going && (await claimed()) < (kills + 1) * KEYS_PER_KILL) await sleep(20);
      expect(going, 'payments are in flight whenever the process is killed').toBe(true);
      await product?.kill();
      if (product !== undefined) await start(product);
    }
  })();
  const hurrying = setInterval(() => void hurry(), 2_000);
  const answers = await inTurns(keys, AT_A_TIME, untilKnown).finally(() => {
    going = false;
    clearInterval(hurrying);
  });
  await killing;
  for (const { faults } of systems) {
    faults.clear();
    faults.arriveLate();
  }
  await lookLate();

  for (const system of systems) {
    const own = answers.filter((_, n) => keys[n]?.system === system);
    await isTruthful(system, own);
    await answerOf(['loan-systems', 'sync', system.kind], patient());
    await isInTheModel(system);
    expect(system.violations).toEqual([]);
  }
}, 500_000);

/** Every key's answer, the payments here, and the loan system's own books say the same. */
async function isTruthful(system: RemoteStandIn, answers: readonly ApiAnswer[]): Promise<void> {
  const { rows: payments } = await sql.query(
    'select c.id, c.status from collected_payment c join account a on a.id = c.account_id where a.loan_system_code = $1',
    [system.kind],
  );
  const exceptions = await sql.query(`select subject_id from operator_exception where kind = 'posted_after_failed'`);
  const raised = new Set(exceptions.rows.map(({ subject_id }) => subject_id));
  const contradicted = payments.filter(({ id }) => raised.has(id));
  const posted = answers.filter(({ status }) => status === 201).map(({ json }) => json.payment_id);
  expect(new Set(posted).size).toBe(posted.length);
  const statusOf = (wanted: string) => payments.filter(({ status }) => status === wanted).map(({ id }) => id);
  expect(statusOf('posted').sort()).toEqual([...posted].sort());
  expect(statusOf('posted').length + statusOf('failed').length).toBe(payments.length);
  for (const { id, status } of payments) {
    expect([id, status, system.postingsUnder(id)]).toEqual([id, status, status === 'posted' || raised.has(id) ? 1 : 0]);
  }
  // What was refused left no payment behind, and nothing in the loan system either.
  const refused = answers.filter(({ status }) => status === 422).map(({ json }) => json.detail.error_code);
  expect(new Set(refused)).toEqual(new Set(['servicing_rejected']));
  const held = system.loans().flatMap((loan) => Object.keys(system.booksOf(loan).payments));
  expect(held).toHaveLength(posted.length + contradicted.length);
  expect([posted.length + refused.length, contradicted.length > 0, posted.length > KEYS / 2]).toEqual([
    KEYS,
    true,
    true,
  ]);
}

/** Balances and payments of the normalized model are those of the loan system's own books. */
async function isInTheModel(system: RemoteStandIn): Promise<void> {
  for (const externalId of system.loans()) {
    const of = [system.kind, externalId];
    const account = await sql.query(
      'select current_balance_cents::int as balance from account where loan_system_code = $1 and external_id = $2',
      of,
    );
    const transactions = await sql.query(
      `select t.external_id, t.amount_cents::int as amount, t.status from transaction t join account a on a.id = t.account_id
        where a.loan_system_code = $1 and a.external_id = $2 and t.type = 'payment'`,
      of,
    );
    const books = system.booksOf(externalId);
    expect([externalId, account.rows[0].balance]).toEqual([externalId, books.balanceCents]);
    const amounts = transactions.rows.map(({ external_id, amount }) => [external_id, amount]);
    expect(Object.fromEntries(amounts)).toEqual(books.payments);
    expect(transactions.rows.filter(({ status }) => status !== 'posted')).toEqual([]);
  }
}

async function claimed(): Promise<number> {
  return (await sql.query('select count(*)::int as count from idempotency_record')).rows[0].count;
}

/** Pauses between two looks double, and looks fail here too: what nobody holds is looked at sooner. */
async function hurry(): Promise<void> {
  await sql.query(
    `update graphile_worker._private_jobs set run_at = now() where locked_at is null and run_at > now() and payload->>'id' in
       (select id from collected_payment where status in ('pending', 'pending_confirmation') and lease_until < now())`,
  );
}

/** Reconciliation looks for what it gave up a minute later: that minute goes by here at once. */
async function lookLate(): Promise<void> {
  const failed = `payload->>'id' in (select id from collected_payment where status = 'failed')`;
  await sql.query(
    `update collected_payment set lease_until = lease_until - interval '2 minutes' where status = 'failed'`,
  );
  await sql.query(
    `update graphile_worker._private_jobs set run_at = now(), locked_at = null, locked_by = null where ${failed}`,
  );
  const waiting = async () =>
    (
      await sql.query(
        `select count(*)::int as count from graphile_worker._private_jobs
          where run_at <= now() and attempts < max_attempts and ${failed}`,
      )
    ).rows[0].count;
  await expect.poll(waiting, { timeout: 120_000, interval: 250 }).toBe(0);
}

/** Runs `work` on every item, at most `width` at a time. */
async function inTurns<T, R>(items: readonly T[], width: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  const queue = items.entries();
  const turn = async () => {
    for (const [index, item] of queue) results[index] = await work(item);
  };
  await Promise.all(Array.from({ length: width }, turn));
  return results;
}
