import { randomUUID } from 'node:crypto';
import { Temporal } from 'temporal-polyfill';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { TokenizeOrder, TokenizeOutcome } from '../../core/contract/tokenize-card-types.js';
import { Problem } from '../../core/errors/problem.js';
import { secretDigest } from '../../core/idempotency/fingerprint.js';
import { enqueue } from '../../core/jobs/job-types-and-enqueue.js';
import { type IsoDate, isoDate } from '../../core/time/dates.js';
import { servicingDate } from '../../core/time/servicing-day.js';
import type { OperationRunner } from '../../gateway/operation-runner-interface.js';
import { createSecureHost } from '../../rest-facade/host/secure-host.js';
import { captureServices } from '../../rest-facade/secure/capture-services.js';
import { rateLimits } from '../../runtime/assembly/rate-limits.js';
import { secureServices } from '../../runtime/assembly/secure-services.js';
import { type HostPart, hostPart } from '../../runtime/parts/host-part.js';
import { Api, type ApiAnswer } from '../support/api.js';
import { addAddress, CardCounter } from '../support/card-counter.js';
import type { Lender } from '../support/lender.js';
import { refusalOf } from '../support/refusal-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let lender: Lender;
let accountId: string;
let secure: HostPart;
let counter: CardCounter;

/** The requests to the processor, and its next result: by default it makes an instrument. */
const asked: TokenizeOrder[] = [];
let tokenize: (order: TokenizeOrder) => Promise<TokenizeOutcome>;
/** Operations whose answer is lost, once per entry; `!`: lost before the work is done. */
const lost: string[] = [];

const made = async ({ reference, partyId }: TokenizeOrder): Promise<TokenizeOutcome> => ({
  kind: 'tokenized',
  token: `pm_card_visa_${reference}`,
  customer: `cus_${partyId}`,
  cardBrand: 'visa',
  lastFour: '4242',
  expirationMonth: 12,
  expirationYear: 2034,
});

/** The servicing day, if it differs. */
let today: IsoDate | undefined;

const runner: OperationRunner = {
  run: async (id, variables, caller) => {
    if (took(`!${id}`)) throw new Problem('service_unavailable');
    const result = await instance.gateway.run(id, variables, caller);
    if (took(id)) throw new Problem('outcome_unknown');
    return result;
  },
};

function took(name: string): boolean {
  const at = lost.indexOf(name);
  if (at !== -1) lost.splice(at, 1);
  return at !== -1;
}

beforeAll(async () => {
  instance = await openTestInstance();
  lender = await instance.lender();
  accountId = await lender.ledgerAccount();
  const { resources } = instance;
  const capture = captureServices({
    processor: 'sandbox',
    tokenize: (order) => {
      asked.push(structuredClone(order));
      return tokenize(order);
    },
    fingerprintSecret: resources.config.CARD_FINGERPRINT_SECRET,
    today: () => today ?? servicingDate(resources.clock.now()),
  });
  const services = { ...secureServices(resources, runner, rateLimits(resources, false)), capture };
  const host = createSecureHost(services, 'false');
  secure = hostPart('secure', host, { host: '127.0.0.1', port: 0, variable: 'PORT' });
  await secure.start();
  counter = new CardCounter(`http://127.0.0.1:${secure.port}`, (await lender.api()).token, accountId);
});
afterAll(async () => {
  await secure.stop(1_000);
  await instance.close();
});
beforeEach(() => {
  tokenize = made;
  asked.length = 0;
  lost.length = 0;
  today = undefined;
});

const told = ({ status, json }: ApiAnswer) => [status, json.detail?.error_code ?? json.last_four];
const sql = async (text: string, ...values: readonly unknown[]) =>
  (await instance.resources.pool.query(text, [...values])).rows;
const stored = (key: string) => secretDigest(instance.resources.config.CARD_FINGERPRINT_SECRET, key);
const endLeases = () => sql("update card_capture set lease_until = now() - interval '1 minute'");
const references = () => [...new Set(asked.map(({ reference }) => reference))];

/** The key's reference has one method, and no capture is left. */
async function expectOne(key: string): Promise<void> {
  const [record] = await sql('select subject_id, state from idempotency_record where key = $1', stored(key));
  expect(record?.state).toBe('finished');
  expect(references()).toEqual([record?.subject_id]);
  expect(await sql('select id from payment_method where id = $1', record?.subject_id)).toHaveLength(1);
  expect(await sql('select id from card_capture where id = $1', record?.subject_id)).toEqual([]);
}

describe('an answer is lost between the secure host and the graph', () => {
  it('of begin: 504; 409 while the lease lasts; afterwards the key resumes under the reference that it has', async () => {
    const key = randomUUID();
    lost.push('beginCardCapture');
    expect(told(await counter.capture({}, key))).toEqual([504, 'outcome_unknown']);
    expect(told(await counter.capture({}, key))).toEqual([409, 'idempotency_in_progress']);
    expect(asked).toEqual([]);
    await endLeases();
    expect(told(await counter.capture({}, key))).toEqual([201, '4242']);
    await expectOne(key);
  });

  it.each([
    ['before it was done', ['!completeCardCapture', '!completeCardCapture']],
    ['after it was done', ['completeCardCapture']],
  ])('of complete, %s: it is sent again, and the client does not notice', async (_, lostOnes) => {
    const key = randomUUID();
    lost.push(...lostOnes);
    expect(told(await counter.capture({}, key))).toEqual([201, '4242']);
    expect(asked).toHaveLength(1);
    await expectOne(key);
  });

  it('of complete, for longer: 502 retryable; the retry stores the one card under the one reference', async () => {
    const key = randomUUID();
    lost.push(...Array(3).fill('!completeCardCapture'));
    expect((await counter.capture({}, key)).json).toEqual({
      ...refusalOf('tokenization_failed', { retryable: true }),
    });
    expect(told(await counter.capture({}, key))).toEqual([201, '4242']);
    expect(asked).toHaveLength(2);
    await expectOne(key);
  });

  it('of complete, done but its answer lost: 502 retryable; the retry is a replay', async () => {
    const key = randomUUID();
    lost.push(...Array(3).fill('completeCardCapture'));
    expect(told(await counter.capture({}, key))).toEqual([502, 'tokenization_failed']);
    const again = await counter.capture({}, key);
    expect([told(again), again.headers.get('idempotent-replayed')]).toEqual([[201, '4242'], 'true']);
    expect(asked).toHaveLength(1);
    await expectOne(key);
  });

  it('of release: the lease frees the key instead', async () => {
    const key = randomUUID();
    tokenize = async () => ({ kind: 'unavailable' });
    lost.push('!releaseCardCapture');
    expect(told(await counter.capture({}, key))).toEqual([502, 'tokenization_failed']);
    expect(told(await counter.capture({}, key))).toEqual([409, 'idempotency_in_progress']);
    await endLeases();
    tokenize = made;
    expect(told(await counter.capture({}, key))).toEqual([201, '4242']);
    await expectOne(key);
  });

  it('of decline: the retry gets it from the processor again, and later from the key', async () => {
    const key = randomUUID();
    tokenize = async () => ({ kind: 'declined', reason: 'expired_card' });
    lost.push('!declineCardCapture');
    expect(told(await counter.capture({}, key))).toEqual([503, 'service_unavailable']);
    await endLeases();
    expect(told(await counter.capture({}, key))).toEqual([422, 'card_declined']);
    expect((await counter.capture({}, key)).json).toEqual(refusalOf('card_declined', { reason: 'expired_card' }));
    expect([asked.length, references().length]).toEqual([2, 1]);
  });
});

describe('two tries of one key', () => {
  it('a duplicate in progress is 409; a try whose lease ran out returns what the other one stored', async () => {
    const key = randomUUID();
    let answer: (outcome: TokenizeOutcome) => void = () => {};
    const slow = new Promise<TokenizeOutcome>((resolve) => {
      answer = resolve;
    });
    tokenize = () => slow;
    const first = counter.capture({ nickname: 'one' }, key);
    await expect.poll(() => asked.length).toBe(1);
    expect(told(await counter.capture({ nickname: 'one' }, key))).toEqual([409, 'idempotency_in_progress']);
    expect(told(await counter.capture({ nickname: 'two' }, key))).toEqual([409, 'idempotency_conflict']);
    await endLeases();
    tokenize = made;
    const second = await counter.capture({ nickname: 'one' }, key);
    expect(told(second)).toEqual([201, '4242']);
    answer({ kind: 'declined', reason: 'too late' });
    expect((await first).text).toBe(second.text);
    await expectOne(key);
  });

  it('a request that holds the key gets the capture at once, although another try is concluding: no deadlock', async () => {
    const key = randomUUID();
    let answer: (outcome: TokenizeOutcome) => void = () => {};
    tokenize = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const first = counter.capture({}, key);
    await expect.poll(() => asked.length).toBe(1);
    const [order] = asked;
    if (order === undefined) throw new Error('no request was made');
    const duplicate = await instance.resources.pool.connect();
    try {
      await duplicate.query('begin');
      await duplicate.query('select from idempotency_record where key = $1 for update', [stored(key)]);
      answer(await made(order));
      const waiting = `select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`;
      await expect.poll(async () => (await sql(waiting))[0]?.n).toBe(1);
      await duplicate.query('select from card_capture where id = $1 for update nowait', [order.reference]);
    } finally {
      await duplicate.query('rollback');
      duplicate.release();
    }
    expect(told(await first)).toEqual([201, '4242']);
    await expectOne(key);
  });

  it('the processor gets the same data again, although the borrower has moved and another borrower is primary now', async () => {
    const key = randomUUID();
    const own = await lender.ledgerAccount();
    const mover = await lender.person('Mover');
    await addAddress(instance.resources, lender, mover, { line1: '1 Old Rd' });
    await sql('update account set primary_borrower_party_id = $2 where id = $1', own, mover);
    await sql('update account_borrower set person_id = $2 where account_id = $1', own, mover);
    tokenize = async () => ({ kind: 'unavailable' });
    const body = { account_id: own, billing_address: undefined };
    expect(told(await counter.capture(body, key))).toEqual([502, 'tokenization_failed']);
    await sql('update person_address set is_current = false where person_id = $1', mover);
    await addAddress(instance.resources, lender, mover, { line1: '2 New Rd' });
    await sql('update account set primary_borrower_party_id = $2 where id = $1', own, lender.personId);
    tokenize = made;
    expect((await counter.capture(body, key)).json.party_id).toBe(mover);
    expect(asked[1]).toEqual(asked[0]);
    expect(asked[0]?.billingAddress.line1).toBe('1 Old Rd');
  });

  it('nor does it get an identifier of the borrower that another capture has stored in between', async () => {
    const [key, person] = [randomUUID(), await lender.person('Twice')];
    await lender.coBorrower(accountId, person);
    tokenize = async () => ({ kind: 'unavailable' });
    expect(told(await counter.capture({ party_id: person }, key))).toEqual([502, 'tokenization_failed']);
    tokenize = made;
    expect(told(await counter.capture({ party_id: person }))).toEqual([201, '4242']);
    expect(told(await counter.capture({ party_id: person }, key))).toEqual([201, '4242']);
    expect(asked[2]).toEqual(asked[0]);
  });

  it('the processor’s identifier of a borrower is requested once, and sent from then on', async () => {
    const person = await lender.person('Regular');
    await lender.coBorrower(accountId, person);
    await counter.capture({ party_id: person });
    await counter.capture({ party_id: person });
    expect(asked.map(({ customer }) => customer)).toEqual([null, `cus_${person}`]);
  });
});

it('a replay is answered although the card has expired since; another body is a conflict, and a new key is refused', async () => {
  const key = randomUUID();
  const first = await counter.capture({}, key);
  today = isoDate(Temporal.PlainDate.from('2035-01-01'));
  const again = await counter.capture({}, key);
  expect([again.status, again.text]).toEqual([201, first.text]);
  expect(told(await counter.capture({ nickname: 'other' }, key))).toEqual([409, 'idempotency_conflict']);
  const fresh = randomUUID();
  const refused = await counter.capture({ nickname: 4 }, fresh);
  expect([refused.status, refused.json.detail.map(({ loc }: { loc: string[] }) => loc.at(-1))]).toEqual([
    422,
    expect.arrayContaining(['expiration_year', 'nickname']),
  ]);
  expect((await counter.capture({}, fresh)).json.detail).toEqual([
    expect.objectContaining({ loc: ['body', 'card', 'expiration_year'], input: null }),
  ]);
  expect(asked).toHaveLength(1);
  today = undefined;
  expect((await counter.capture({ nickname: 'other' }, fresh)).status).toBe(201);
});

it('502 tokenization_failed, not retryable, when the processor rejects our requests as invalid', async () => {
  tokenize = async () => ({ kind: 'failed' });
  expect((await counter.capture()).json).toEqual(refusalOf('tokenization_failed', { retryable: false }));
});

it('500 without details when an adapter throws with the card in its message; the key is free after the lease', async () => {
  const key = randomUUID();
  tokenize = async ({ card }) => Promise.reject(new Error(`cannot parse ${JSON.stringify(card)}`));
  const answer = await counter.capture({}, key);
  expect([answer.status, answer.json]).toEqual([500, refusalOf('internal_error', { request_id: expect.any(String) })]);
  await endLeases();
  tokenize = made;
  expect(told(await counter.capture({}, key))).toEqual([201, '4242']);
});

it('housekeeping deletes keys, fingerprints and unfinished captures a day later', async () => {
  const [open, done] = [randomUUID(), randomUUID()];
  tokenize = async () => ({ kind: 'unavailable' });
  await counter.capture({}, open);
  tokenize = made;
  await counter.capture({}, done);
  const left = async () => (await sql('select count(*)::int as n from card_capture'))[0]?.n;
  expect(await left()).toBeGreaterThan(0);
  await sql("update idempotency_record set expires_at = now() - interval '1 second' where operation = 'capture_card'");
  await sql("update card_capture set created_at = now() - interval '1 day', lease_until = now() - interval '1 minute'");
  await enqueue(instance.resources.db, 'delete_expired_keys', {}, { delayMs: 0, key: 'now' });
  await expect.poll(left).toBe(0);
  expect(await sql("select 1 from idempotency_record where operation = 'capture_card'")).toEqual([]);
});

it('a captured card funds an autopay schedule, whose charge appears on the account', async () => {
  const api = await lender.api();
  const own = await lender.ledgerAccount(1_000_000);
  const real = new CardCounter(instance.secureUrl, api.token, own);
  const method = (await real.capture()).json;
  expect((await api.get(`/v1/accounts/${own}/payment-methods`)).json.items).toContainEqual(method);
  const schedule = await api.post('/v1/autopay', {
    account_id: own,
    payment_method_id: method.id,
    amount_cents: 4_321,
    frequency_unit: 'month',
    frequency_interval: 1,
    start_date: servicingDate(instance.resources.clock.now()),
  });
  expect(schedule.status).toBe(201);
  await enqueue(instance.resources.db, 'autopay_due', {}, { delayMs: 0, key: 'autopay_due' });
  const charged = async () =>
    (await api.get(`/v1/accounts/${own}/transactions`)).json.items
      .filter(({ type }: { type: string }) => type === 'payment')
      .map(({ amount_cents, status }: { amount_cents: number; status: string }) => [amount_cents, status]);
  await expect.poll(charged).toEqual([[4_321, 'posted']]);
  expect(await sql('select token from sandbox_charge where token like $1', `%${method.id}`)).toHaveLength(1);
});

describe('a card sent to the base host', () => {
  const errorOf = ({ status, json }: ApiAnswer) => [
    status,
    json.detail?.error_code ?? json.errors?.[0]?.extensions.code,
  ];

  it('matches no route: 404, as for any unknown path; the path’s other methods are unchanged', async () => {
    const { token } = await lender.api();
    const card = await new CardCounter(instance.baseUrl, token, accountId).capture();
    const nowhere = await new Api(instance.baseUrl, token).post('/v1/nowhere', {});
    expect([card.status, card.text]).toEqual([404, nowhere.text]);
    expect(errorOf(await new Api(instance.baseUrl, token).get('/v1/payment-methods/cards'))).toEqual([
      404,
      'payment_method_not_found',
    ]);
  });

  it('is refused in any body, without repeating it: 422 card_data_refused, over REST, token exchange and GraphQL', async () => {
    const api = await lender.api();
    const key = (await lender.key()).plaintext;
    const card = { number: '4242 4242 4242 4242', cvc: '123' };
    const graph = new Api(instance.graphqlUrl.replace('/graphql', ''), key);
    const answers = [
      await api.record(accountId, { card }),
      await api.post('/v1/autopay', { source: [{ card_number: '4242-4242-4242-4242' }] }),
      await api.post('/v1/oauth/token', { grant_type: 'card', pan: '4242424242424242' }),
      await new Api(instance.baseUrl, key).post('/email-templates/', { PAN: '4242424242424242' }),
      await graph.post('/graphql', { query: 'query ($card: Card) { __typename }', variables: { card } }),
      await graph.post('/graphql', { query: 'query ($number: Int = "4242 4242 4242 4242") { __typename }' }),
      await graph.post('/graphql', { query: '{ account(id: { card: { no: "4242424242424242" } }) { id } }' }),
      await graph.post('/graphql', { query: '{ account(card_number: 4242424242424242) { id } }' }),
      await api.record(accountId, { cvc: '123' }),
      await api.record(accountId, { 'card.number': '4242424242424242' }),
    ];
    for (const answer of answers) {
      expect(errorOf(answer)).toEqual([422, 'card_data_refused']);
      expect(answer.text).not.toMatch(/4242|123/);
    }
  });

  it('is not refused in a webhook call, which is signed by its sender and stored', async () => {
    const key = (await lender.key()).plaintext;
    const card = { number: '4242 4242 4242 4242' };
    const sent = [{ event_type: 'open', id: 'with a card', card }];
    const answer = await new Api(instance.baseUrl, key).post('/campaign-events/webhook', sent);
    expect([answer.status, answer.text]).toEqual([202, '']);
    const bodies = await sql("select convert_from(body, 'UTF8')::jsonb as body from webhook_batch");
    expect(JSON.stringify(bodies)).toContain('with a card');
    expect(JSON.stringify(bodies)).not.toContain('4242');
  });

  it('a check number that happens to have a right check digit is no card', async () => {
    const { status } = await (await lender.api()).record(accountId, {
      payment_method: 'check',
      check_number: 4242424242424242,
    });
    expect(status).toBe(201);
  });
});
