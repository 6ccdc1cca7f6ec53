import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { childEnvironment } from '../support/child-environment.js';
import { emptyDatabase, type TestDatabase } from '../support/database.js';
import { bookingOf } from '../support/populated-ledger.js';
import { until } from '../support/until.js';
import { restore } from './dump.js';
import { recordedAnswersSchema } from './recorded-answers.js';
import { unpackParts } from './released-parts.js';
import { RollingLoad } from './rolling-load.js';
import { RollingParts, UPGRADE, type Version } from './rolling-parts.js';

/* A rolling upgrade from the last release to this version and back, following docs/operations.md, while clients send requests. */

const VERSIONS = (await readdir(new URL('.', import.meta.url))).filter((name) => /^\d+\.\d+\.\d+$/.test(name));
const RELEASED = VERSIONS.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).at(-1) ?? '';
const THIS: Version = { name: 'this version', main: fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url)) };

let database: TestDatabase;
let folder: string;
let parts: RollingParts;
let load: RollingLoad;
let released: Version;
let environment: Readonly<Record<string, string>>;

beforeAll(async () => {
  const file = (name: string) => readFile(new URL(`${RELEASED}/${name}`, import.meta.url));
  const promises = recordedAnswersSchema.parse(JSON.parse((await file('promises.json')).toString()));
  folder = await unpackParts(await file('parts.json.br'));
  released = { name: RELEASED, main: join(folder, 'dist/cli/main.js') };
  database = await emptyDatabase();
  await restore(database.url, await file('database.json.gz'));
  // The dump's key was created before the ledger's scopes existed.
  await query(`update api_key set scopes = scopes || '{ledger:read,ledger:write}'`);
  environment = {
    ...promises.settings,
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    DATABASE_URL: database.runUrl,
    TRIBUTARY_DATA_DIR: join(folder, 'data'),
    RATE_LIMIT_API_PER_MINUTE: '6000000',
    RATE_LIMIT_API_BURST: '1000000',
    RATE_LIMIT_TOKEN_PER_MINUTE: '600000',
    RATE_LIMIT_TOKEN_BURST: '100000',
    RECONCILE_FIRST_DELAY_MS: '50',
    LOAN_SYSTEM_SETTLE_AFTER_MS: '300',
    LOAN_SYSTEM_TIMEOUT_MS: '10000',
  };
  await migrateBy(released);
  parts = await RollingParts.open(environment);
  for (const step of UPGRADE) await parts.roll(step, released);
  const { restUrl, secureUrl } = parts;
  load = new RollingLoad({
    ...{ restUrl, secureUrl, key: promises.key },
    ledgerAccount: await paidOutLoan(restUrl, promises.key),
    sandboxAccount: await sandboxAccount('SBX-REVERSAL-REFUSED', 'SBX-POSTS'),
    unconfirmedAccount: await sandboxAccount('SBX-UNCONFIRMED-POSTS'),
  });
}, 180_000);

afterAll(async () => {
  await load?.stop();
  await parts?.stop();
  await database?.drop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
}, 60_000);

it(`an upgrade from ${RELEASED} to this version and back under load: no request fails, no payment is lost or doubled`, async () => {
  const [{ now: began }] = await query('select now()');
  await load.start();
  await goesOn('before');

  await migrateBy(THIS);
  await goesOn('migrated');
  for (const step of UPGRADE) {
    await parts.roll(step, THIS);
    await goesOn(`${step} of this version`);
  }
  await load.stop();
  expect(await load.replays()).toEqual([]);

  await load.start();
  for (const step of UPGRADE.toReversed()) {
    await parts.roll(step, released);
    await goesOn(`${step} of ${RELEASED} again`);
  }
  await migrateBy(released);
  await goesOn('back');
  await load.stop();

  expect(load.failed, parts.logged.join('\n')).toEqual([]);
  expect([load.refused, load.cut, parts.cut], parts.logged.join('\n')).toEqual([[], [], 0]);
  expect(await load.replays()).toEqual([]);
  const facts = await until(async () => {
    const found = await paymentFacts(began);
    return found.unposted.length === 0 && found;
  }, 'every payment is posted');
  const paid = load.written
    .filter(({ path }) => path.endsWith('/payments'))
    .map(({ text }) => JSON.parse(text).payment_id);
  expect(facts.single.toSorted()).toEqual(paid.toSorted());
  expect(facts.ofBatches).toBe(2 * load.batches.length);
  expect(facts.postedTwice).toEqual([]);
  const figures = {
    requests: load.answered,
    acknowledged: load.written.length,
    refused: 0,
    cut: 0,
    lost: 0,
    doubled: 0,
  };
  const { ROLLING_FIGURES: path } = process.env;
  if (path !== undefined) await writeFile(path, JSON.stringify(figures)); // for `npm run bench -- faults-proof`; all checks have passed at this point
}, 600_000);

/** Checks that every client completes a round and nothing has failed. */
async function goesOn(when: string): Promise<void> {
  await load.goesOn();
  expect(load.failed, `${when}\n${parts.logged.join('\n')}`).toEqual([]);
}

function migrateBy({ main = '' }: Version): Promise<unknown> {
  const env = { ...childEnvironment(), ...environment, DATABASE_OWNER_URL: database.url };
  return promisify(execFile)(process.execPath, [main, 'migrate', '--json'], { env });
}

/** The payments of the load in the database, read as the owner. */
async function paymentFacts(began: Date) {
  const ids = async (text: string, values: readonly unknown[] = []) =>
    (await query(text, values)).map(({ id }) => String(id));
  return {
    single: await ids(
      `select p.id from collected_payment p where p.created_at > $1 and not exists
        (select from payment_batch_row r where r.payment_id = p.id)`,
      [began],
    ),
    ofBatches: (await ids('select payment_id as id from payment_batch_row where payment_id is not null')).length,
    postedTwice: await ids(
      `select external_reference as id from (
         select external_reference, kind from sandbox_posting where kind = 'payment'
         union all select external_reference, type from ledger_entry where type = 'payment') posted
        where external_reference is not null group by external_reference having count(*) > 1`,
    ),
    unposted: await ids(
      `select id from collected_payment where created_at > $1 and status not in ('posted', 'reversed')`,
      [began],
    ),
  };
}

/**
 * Books and disburses a loan in the organization's ledger over the released version's API. Returns its account's id.
 */
async function paidOutLoan(
  restUrl: string,
  key: { readonly prefix: string; readonly plaintext: string },
): Promise<string> {
  const post = async (path: string, body: unknown, token = '') => {
    const answer = await fetch(`${restUrl}${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'idempotency-key': randomUUID(),
        ...(token !== '' && { authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Record<string, unknown>;
  };
  const credentials = { grant_type: 'client_credentials', client_id: key.prefix, client_secret: key.plaintext };
  const token = String((await post('/v1/oauth/token', credentials))['access_token']);
  const { id } = await post('/v1/ledger/loans', bookingOf(), token);
  await post(`/v1/ledger/loans/${id}/disbursement`, {}, token);
  return String(id);
}

/** The account with this scenario in the dump, changed to another scenario. */
async function sandboxAccount(scenario: string, changed = scenario): Promise<string> {
  const text = 'update sandbox_loan set scenario = $2 where scenario = $1 returning id';
  const [row] = await query(text, [scenario, changed]);
  return String(row['id']);
}

async function query(text: string, values: readonly unknown[] = []): Promise<any[]> {
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  return client
    .query(text, [...values])
    .then(({ rows }) => rows)
    .finally(() => client.end());
}
