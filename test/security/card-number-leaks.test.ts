import { createHash, randomUUID } from 'node:crypto';
import { readdir, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { passesLuhn } from '../../core/cards/card-number.js';
import { generatedSecrets } from '../../core/config/generated-secrets.js';
import { secretDigest } from '../../core/idempotency/fingerprint.js';
import { findEmbeddedDatabase } from '../../runtime/embedded/embedded-database.js';
import { Api, type ApiAnswer, send } from '../support/api.js';
import { CardCounter } from '../support/card-counter.js';
import { demoFolder } from '../support/demo-folder.js';
import { Product } from '../support/process.js';
import { type RedisForTests, redisForTests } from '../support/redis.js';
import { keyedCodes, SecretSearch, tracesOf } from '../support/secret-search.js';

/** Enough to capture each planted number at least twice. */
const CAPTURES = 420;
const AT_ONCE = 12;
const KILLED_AFTER = 180;
/** After this many captures, cards are misused in each of the ways below. */
const TROUBLE_EVERY = 25;

const DECLINED = '4000000000000002';
const RETRYABLE = '4000000000000119';
const PLANTED = [
  ...Array.from({ length: 200 }, (_, n) => cardNumber(`42424299${String(n * 7919).padStart(7, '0')}`)),
  DECLINED,
  RETRYABLE,
];
/** Planted in places that are searched, to show that the search works. */
const DECOY = cardNumber('424242981234567');
const CVC = '987';
const DECOY_CVC = '986';
/** The code in a second body with a used key. */
const OTHER_CVC = '988';

let folder: string;
let redis: RedisForTests | undefined;
let product: Product;
let addresses: { readonly base_url: string; readonly graphql_url: string; readonly secure_url: string };
let key: { readonly prefix: string; readonly key: string };
let accountId: string;
let token: string;
let sql: pg.Client;
const heard: Buffer[] = [];
let monitor: Redis | undefined;
const sentToRedis: Buffer[] = [];

beforeAll(async () => {
  redis = await redisForTests();
  if (redis !== undefined) await overhear(redis.url);
  folder = await demoFolder('tributary-leaks-');
  product = new Product({
    command: ['start', '--json'],
    heard: (chunk) => heard.push(chunk),
    environment: {
      TRIBUTARY_DATA_DIR: folder,
      LOG_LEVEL: 'trace',
      PORT: '0',
      GRAPHQL_PORT: '0',
      SECURE_PORT: '0',
      RATE_LIMIT_API_PER_MINUTE: '6000000',
      RATE_LIMIT_API_BURST: '1000000',
      ...(redis !== undefined && { REDIS_URL: redis.url }),
    },
  });
  await start();
  const credentials = JSON.parse(await readFile(join(folder, 'demo-credentials.json'), 'utf8'));
  key = credentials.keys.find(({ name }: { name: string }) => name === 'full');
  accountId = credentials.sandbox_accounts['SBX-POSTS'];
  await enter();
}, 180_000);
afterAll(async () => {
  monitor?.disconnect();
  await sql?.end();
  await product.kill('SIGTERM');
  await redis?.close();
  await rm(folder, { recursive: true, force: true });
});

async function start(): Promise<void> {
  addresses = JSON.parse(await product.startAndReadLine());
  sql = new pg.Client((await findEmbeddedDatabase(folder))?.ownerUrl);
  sql.on('error', () => undefined); // its server may stop with the product
  await sql.connect();
}

async function enter(): Promise<void> {
  token = (await Api.exchange(addresses.base_url, { prefix: key.prefix, plaintext: key.key })).token;
}

it(`POST /v1/payment-methods/cards › after ${CAPTURES} captures, failures at every step and a SIGKILL in between: no number and no security code is stored anywhere`, async () => {
  const plans: readonly Planned[] = Array.from({ length: CAPTURES }, (_, n) => ({
    key: randomUUID(),
    number: PLANTED[n % PLANTED.length] ?? '',
    fields: n % 3 === 0 ? { set_default: true } : { nickname: `card ${n}` },
    goesWrongFirst: n % TROUBLE_EVERY === 0,
  }));
  const { answers: early, left } = await captureAll(plans, KILLED_AFTER);
  expectAsBehaved(early);
  expect(left.length).toBeGreaterThan(CAPTURES / 2);
  await start();
  await enter();
  await sql.query("update card_capture set lease_until = now() - interval '1 minute'");
  const { answers } = await captureAll(left);
  expectAsBehaved(answers);
  await expectOneMethodEach(plans.filter(({ number }) => number !== DECLINED && number !== RETRYABLE));

  await plantDecoy();
  const logs = Buffer.concat(heard);
  expect(logs.toString('utf8')).toContain('"route":"/v1/payment-methods/cards","status":201');
  expectClean('logs', tracesIn([logs]));
  if (redis !== undefined) expect(sentToRedis.length).toBeGreaterThan(CAPTURES);
  expectClean('Redis', tracesIn([Buffer.concat(sentToRedis)]));
  // The search must find the decoy where it was planted, and nothing else.
  for (const [place, buffers] of [
    ['the database', [await dumpOfDatabase()]],
    ['the data folder', await filesIn(folder)],
  ] as const) {
    const found = tracesIn(buffers);
    expectClean(place, found);
    expect(found.numbers, place).toEqual(expect.arrayContaining(decoyTraces().map(({ name }) => name)));
    expect(found.codes.join(), place).toContain(DECOY_CVC);
  }
}, 240_000);

it('LeakHunt › finds every form of a number at any position', () => {
  const hunt = new SecretSearch([DECOY]);
  for (const { name, bytes } of tracesOf(DECOY)) {
    for (const around of ['', 'x', 'xyz{"a":'])
      expect(hunt.in(Buffer.concat([Buffer.from(around), bytes, Buffer.from(around)])), name).toContain(name);
  }
  for (const before of ['', 'a', 'ab', 'abc']) {
    const hidden = Buffer.from(Buffer.from(`${before}${DECOY}"}`).toString('base64'));
    expect(hunt.in(hidden).length, before).toBeGreaterThan(0);
  }
  expect(hunt.in(Buffer.from(createHash('sha512').update(DECOY).digest('hex')))).toHaveLength(1);
  expect(hunt.in(Buffer.from(`${DECOY.slice(0, 15)}${(Number(DECOY[15]) + 1) % 10}`))).toEqual([]);
  for (const text of [`"cvc":"${CVC}"`, `card[cvc]=${CVC}`, `%22cvc%22%3A%22${CVC}%22`, `security_code: ${CVC}`])
    expect(keyedCodes(Buffer.from(text)), text).toHaveLength(1);
});

interface Planned {
  readonly key: string;
  readonly number: string;
  readonly fields: Readonly<Record<string, unknown>>;
  readonly goesWrongFirst: boolean;
}

const counter = () => new CardCounter(addresses.secure_url, token, accountId);

const capture = ({ key: idempotencyKey, number, fields }: Planned): Promise<ApiAnswer> =>
  counter().capture({ card: { number, cvc: CVC }, ...fields }, idempotencyKey);

/**
 * Captures several at a time. After `killAfter` answers the product is killed, and captures without an answer are
 * abandoned.
 */
async function captureAll(plans: readonly Planned[], killAfter = Number.POSITIVE_INFINITY) {
  const [queue, answers, left]: [Planned[], Behaviour[], Planned[]] = [[...plans], [], []];
  let killing: Promise<unknown> | undefined;
  const one = async (plan: Planned): Promise<void> => {
    try {
      if (plan.goesWrongFirst) await everyTrouble(plan.number);
      const { status } = await capture(plan);
      answers.push({ number: plan.number, status });
    } catch (error) {
      if (killing === undefined) throw error;
      left.push(plan);
    }
    if (answers.length >= killAfter) killing ??= product.kill();
  };
  const work = async (): Promise<void> => {
    for (let plan = queue.shift(); plan !== undefined; plan = queue.shift()) {
      if (killing === undefined) await one(plan);
      else left.push(plan);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  await killing;
  return { answers, left };
}

/** Sends a card in all the wrong ways, as careless clients do, to every host. */
async function everyTrouble(number: string): Promise<void> {
  const secure = counter();
  const card = { number, cvc: CVC };
  const base = new Api(addresses.base_url, token);
  const spaced = number.replace(/(.{4})(?=.)/g, '$1 ');
  const answers = await Promise.all([
    secure.capture({ card: { ...card, cvc: `${CVC}7` } }),
    secure.capture({ card: { ...card, expiration_year: 2020 } }),
    secure.capture({ card: { ...card, number: Number(number) } }),
    secure.capture({ card: { ...card, number: spaced } }),
    secure.capture({ card: `${number} ${CVC}` }),
    secure.capture({ card, [number]: CVC, cvc: CVC, pan: number }),
    secure.capture({ card, nickname: `mine ${spaced}` }),
    secure.capture({ card, cardholder_name: number }),
    secure.capture({ card, billing_address: { line1: number, cvc: CVC } }),
    secure.capture({ card, account_id: number, party_id: number }),
    secure.capture({ card, party_id: number }),
    secure.capture({ card }, number),
    secure.capture({ card }, `order ${spaced}`),
    secure.send(JSON.stringify(secure.body({ card })).slice(0, -1)),
    secure.send(`"${number}"`),
    secure.send(JSON.stringify({ card, padding: number.repeat(1_100) })),
    secure.send(`card[number]=${number}&card[cvc]=${CVC}`, 'k', {
      'content-type': 'application/x-www-form-urlencoded',
    }),
    secure.send(secure.body({ card }), randomUUID(), { 'x-request-id': number }),
    secure.send(secure.body({ card }), randomUUID(), { authorization: 'Bearer nonsense' }),
    post(`${addresses.secure_url}/v1/payment-methods/cards/${number}?number=${number}&cvc=${CVC}`, { card }),
    post(`${addresses.secure_url}/v1/payment-methods/cards?organization_id=${number}`, { card }),
    new CardCounter(addresses.base_url, token, accountId).capture({ card }),
    base.post(`/v1/accounts/${accountId}/payments`, { card }, { 'idempotency-key': randomUUID() }),
    post(addresses.graphql_url, { query: '{ __typename }', variables: { card } }),
    post(addresses.graphql_url, {
      query: `query ($number: Int = "${spaced}") { __typename }`,
      variables: { a: [card] },
    }),
    goesAwayWhileSending({ card }),
  ]);
  for (const answer of answers) {
    expect([
      ...new SecretSearch([number]).in(Buffer.from(answer.text)),
      ...keyedCodes(Buffer.from(answer.text)),
    ]).toEqual([]);
  }
  const twice = randomUUID();
  await secure.capture({ card }, twice);
  expect((await secure.capture({ card: { ...card, cvc: OTHER_CVC } }, twice)).status).toBe(409);
}

function post(url: string, body: object): Promise<ApiAnswer> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  return send(url, { method: 'POST', headers, body: JSON.stringify(body) });
}

/** Cuts the connection before the end of the body. */
function goesAwayWhileSending(body: object): Promise<{ readonly text: string }> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', 'content-length': 4_096 };
  return new Promise((resolve) => {
    const sending = request(`${addresses.secure_url}/v1/payment-methods/cards`, { method: 'POST', headers });
    sending.on('error', () => resolve({ text: '' }));
    // The written bytes arrive before the end of the connection.
    sending.write(JSON.stringify(body), () => sending.destroy(new Error('gone')));
  });
}

interface Behaviour {
  readonly number: string;
  readonly status: number;
}

function expectAsBehaved(answers: readonly Behaviour[]): void {
  const expected = (number: string) => (number === DECLINED ? 422 : number === RETRYABLE ? 502 : 201);
  expect(answers.filter(({ number, status }) => status !== expected(number))).toEqual([]);
}

async function expectOneMethodEach(plans: readonly Planned[]): Promise<void> {
  const { CARD_FINGERPRINT_SECRET: secret } = await generatedSecrets(folder);
  const keys = plans.map((plan) => secretDigest(secret, plan.key));
  const { rows } = await sql.query(
    `select count(*)::int as keys, count(m.id)::int as methods from idempotency_record r
       left join payment_method m on m.id = r.subject_id where r.key = any($1) and r.state = 'finished'`,
    [keys],
  );
  expect(rows).toEqual([{ keys: keys.length, methods: keys.length }]);
}

interface Found {
  /** Forms of numbers found, including the decoy's. */
  readonly numbers: readonly string[];
  readonly codes: readonly string[];
}

/** Searches for all planted values in one pass. */
function tracesIn(buffers: readonly Buffer[]): Found {
  const hunt = new SecretSearch([...PLANTED, DECOY]);
  return { numbers: buffers.flatMap((buffer) => hunt.in(buffer)), codes: buffers.flatMap(keyedCodes) };
}

function expectClean(place: string, { numbers, codes }: Found): void {
  expect(
    numbers.filter((name) => !name.startsWith(DECOY)),
    place,
  ).toEqual([]);
  expect(
    codes.filter((code) => code.includes(CVC) || code.includes(OTHER_CVC)),
    place,
  ).toEqual([]);
}

/** The forms of the decoy in a text column. */
function decoyTraces() {
  return tracesOf(DECOY).filter(({ bytes }) => /^[\w %+/=-]+$/.test(bytes.toString('latin1')));
}

async function plantDecoy(): Promise<void> {
  const text = [`"cvc":"${DECOY_CVC}"`, ...decoyTraces().map(({ bytes }) => bytes.toString('latin1'))].join('\n');
  await sql.query(
    `insert into operator_exception (id, organization_id, kind, subject_id, detail)
     select 'decoy', id, 'decoy', $1, '{}' from organization limit 1`,
    [text],
  );
  await sql.query('checkpoint');
}

/** All rows of all tables in all schemas, including the job queue's, in Postgres' text form. */
async function dumpOfDatabase(): Promise<Buffer> {
  const { rows: tables } = await sql.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
      where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql.query<{ row: string }>(`select t::text as row from ${name} t`);
    texts.push(name, ...rows.map(({ row }) => row));
  }
  expect(texts).toContain('graphile_worker._private_jobs');
  return Buffer.from(texts.join('\n'));
}

/** Records all commands sent to Redis from now on, because its data expires after seconds. */
async function overhear(url: string): Promise<void> {
  const client = new Redis(url);
  monitor = await client.monitor();
  client.disconnect();
  monitor.on('monitor', (_time: string, words: readonly string[]) => sentToRedis.push(Buffer.from(words.join(' '))));
}

async function filesIn(root: string): Promise<readonly Buffer[]> {
  const entries = await readdir(root, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  // The server is still running, so a file may have been deleted.
  const contents = await Promise.all(files.map((file) => readFile(file).catch(() => Buffer.alloc(0))));
  expect(
    contents.some(({ length }) => length >= 16_777_216),
    'the write-ahead log is among them',
  ).toBe(true);
  return contents;
}

/** A number with its check digit. */
function cardNumber(withoutCheckDigit: string): string {
  const digit = [...'0123456789'].find((candidate) => passesLuhn(withoutCheckDigit + candidate));
  return `${withoutCheckDigit}${digit}`;
}
