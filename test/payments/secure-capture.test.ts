import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { secretDigest } from '../../core/idempotency/fingerprint.js';
import { newId } from '../../core/ids/ids.js';
import { Api, send } from '../support/api.js';
import { ADDRESS, addAddress, CardCounter, VISA } from '../support/card-counter.js';
import type { Lender } from '../support/lender.js';
import { refusalOf } from '../support/refusal-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let lender: Lender;
let other: Lender;
let accountId: string;
let counter: CardCounter;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  [lender, other] = [await instance.lender(), await instance.lender('Birch Credit')];
  accountId = await lender.ledgerAccount();
  counter = new CardCounter(instance.secureUrl, (await lender.api()).token, accountId);
});
afterAll(() => instance.close());

const problems = (answer: { readonly json: any }): readonly string[] =>
  answer.json.detail.map(({ loc, type }: { loc: readonly string[]; type: string }) => `${loc.join('.')} ${type}`);
const rows = async (text: string, values: readonly unknown[] = []) =>
  (await instance.resources.pool.query(text, [...values])).rows;

/** As keys of captures are stored. */
const stored = (key: string) => secretDigest(instance.resources.config.CARD_FINGERPRINT_SECRET, key);

describe('POST {secure_url}/v1/payment-methods/cards › 201', () => {
  it('the payment method with its expiry, the same as GET /payment-methods/{id}', async () => {
    const answer = await counter.capture({ nickname: 'Everyday' });
    expect([answer.status, answer.json]).toEqual([
      201,
      {
        id: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{26}$/),
        party_id: lender.personId,
        instrument_type: 'card',
        nickname: 'Everyday',
        holder_name: 'Ada Borrower',
        last_four: '4242',
        card_brand: 'visa',
        expiration_month: 12,
        expiration_year: 2034,
        bank_name: null,
        is_active: true,
      },
    ]);
    const read = await (await lender.api()).get(`/v1/payment-methods/${answer.json.id}`);
    expect(read.text).toBe(answer.text);
  });

  it.each([
    ['visa', '4242424242424242', '123'],
    ['visa', '4222222222222', '123'],
    ['mastercard', '5555555555554444', '123'],
    ['mastercard', '2223003122003222', '123'],
    ['amex', '378282246310005', '1234'],
    ['discover', '6011111111111117', '123'],
    ['diners', '3056930009020004', '123'],
    ['diners', '36227206271667', '123'],
  ])('%s %s', async (brand, number, cvc) => {
    const { status, json } = await counter.capture({ card: { number, cvc } });
    expect([status, json.card_brand, json.last_four]).toEqual([201, brand, number.slice(-4)]);
  });

  it('for a named co-borrower; for the primary borrower if none is named, or null', async () => {
    const co = await lender.person('Grace Borrower');
    await lender.coBorrower(accountId, co);
    expect((await counter.capture({ party_id: co })).json.party_id).toBe(co);
    expect((await counter.capture({ party_id: null })).json.party_id).toBe(lender.personId);
    expect((await counter.capture({ party_id: lender.personId })).json.party_id).toBe(lender.personId);
  });

  it('with a saved address of the borrower, or with the current one; a one-time address is not saved', async () => {
    const person = await lender.person('Linus Borrower');
    await lender.coBorrower(accountId, person);
    const old = await addAddress(instance.resources, lender, person, { isCurrent: false, line1: '1 Old Rd' });
    const saved = await addAddress(instance.resources, lender, person);
    const before = await rows('select count(*) from person_address');
    for (const billing_address_id of [old, saved, undefined, null]) {
      const chosen = { party_id: person, billing_address_id, billing_address: undefined };
      expect((await counter.capture(chosen)).status).toBe(201);
    }
    expect(
      (await counter.capture({ party_id: person, billing_address: { ...ADDRESS, line1: '99 Once St' } })).status,
    ).toBe(201);
    expect(await rows('select count(*) from person_address')).toEqual(before);
  });

  it('set_default makes it the borrower’s only default; otherwise it is none', async () => {
    const first = (await counter.capture({ set_default: true })).json.id;
    const second = (await counter.capture({ set_default: true })).json.id;
    const third = (await counter.capture()).json.id;
    const found = await rows('select id, is_default from payment_method where id = any($1)', [[first, second, third]]);
    const defaults = new Map(found.map(({ id, is_default }) => [id, is_default]));
    expect([first, second, third].map((id) => defaults.get(id))).toEqual([false, true, false]);
  });

  it('has security headers, and is neither cached nor shared with other origins', async () => {
    const { headers } = await counter.send(counter.body(), randomUUID(), { origin: 'https://shop.example' });
    expect(headers.get('strict-transport-security')).toMatch(/max-age=\d{7,}/);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('referrer-policy')).toBe('no-referrer');
    expect(headers.get('x-frame-options')).toBeTruthy();
    expect([...headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });
});

describe('422: where and why, never the value', () => {
  const missing = (field: string) => `body.${field} missing`;

  it('every missing field at once', async () => {
    const answer = await counter.send({});
    expect([answer.status, problems(answer)]).toEqual([422, ['account_id', 'card', 'cardholder_name'].map(missing)]);
    expect(problems(await counter.capture({ card: 4 }))).toEqual(['body.card model_attributes_type']);
    const bare = { ...counter.body(), card: {} };
    expect(problems(await counter.send(bare))).toEqual(
      ['card.number', 'card.expiration_month', 'card.expiration_year', 'card.cvc'].map(missing),
    );
  });

  it.each<[string, Readonly<Record<string, unknown>>, readonly string[]]>([
    ['a wrong check digit', { card: { number: '4242424242424241' } }, ['body.card.number value_error']],
    ['too short for its brand', { card: { number: '424242424242428' } }, ['body.card.number value_error']],
    ['a wrong check digit of any brand', { card: { number: '3530111333300001' } }, ['body.card.number value_error']],
    ['a number with spaces', { card: { number: '4242 4242 4242 4242' } }, ['body.card.number string_pattern_mismatch']],
    ['a number as JSON number', { card: { number: 4242424242424242 } }, ['body.card.number string_type']],
    ['cvc too long for Visa', { card: { cvc: '1234' } }, ['body.card.cvc value_error']],
    ['cvc too short for Amex', { card: { number: '378282246310005', cvc: '123' } }, ['body.card.cvc value_error']],
    ['cvc not digits', { card: { cvc: '12a' } }, ['body.card.cvc string_pattern_mismatch']],
    ['month 13', { card: { expiration_month: 13 } }, ['body.card.expiration_month less_than_equal']],
    ['month 0', { card: { expiration_month: 0 } }, ['body.card.expiration_month greater_than_equal']],
    ['a year of two digits', { card: { expiration_year: 34 } }, ['body.card.expiration_year greater_than_equal']],
    ['a year as text', { card: { expiration_year: '2034' } }, ['body.card.expiration_year int_type']],
    ['expired', { card: { expiration_year: 2020 } }, ['body.card.expiration_year value_error']],
    ['an unknown field of the card', { card: { pin: '1234' } }, ['body.card.pin extra_forbidden']],
    ['an unknown field', { cvv: '123' }, ['body.cvv extra_forbidden']],
    ['an unknown field named like a number', { '4242424242424242': 1 }, ['body.[redacted] extra_forbidden']],
    ['a blank name', { cardholder_name: '  ' }, ['body.cardholder_name value_error']],
    ['a name as JSON number', { cardholder_name: 123 }, ['body.cardholder_name string_type']],
    [
      'a name that contains a card number',
      { cardholder_name: 'Ada 4242 4242 4242 4242' },
      ['body.cardholder_name value_error'],
    ],
    [
      'a nickname that contains a card number',
      { nickname: '4242-4242-4242-4242 12/34' },
      ['body.nickname value_error'],
    ],
    [
      'a name that contains a card number with slashes',
      { cardholder_name: '4242/4242/4242/4242' },
      ['body.cardholder_name value_error'],
    ],
    [
      'a nickname with wide spaces',
      { nickname: '4242  4242  4242  4242 12/34 cvc 123' },
      ['body.nickname value_error'],
    ],
    ['a nickname too long', { nickname: 'n'.repeat(101) }, ['body.nickname string_too_long']],
    ['set_default not a boolean', { set_default: 'yes' }, ['body.set_default bool_type']],
    [
      'an invalid country',
      { billing_address: { ...ADDRESS, country: 'USA' } },
      ['body.billing_address.country string_pattern_mismatch'],
    ],
    [
      'an unassigned country code',
      { billing_address: { ...ADDRESS, country: 'ZZ' } },
      ['body.billing_address.country value_error'],
    ],
    [
      'a state of punctuation',
      { billing_address: { ...ADDRESS, state: '!!' } },
      ['body.billing_address.state value_error'],
    ],
    [
      'no postal code in Canada',
      { billing_address: { ...ADDRESS, country: 'CA', postal_code: undefined } },
      ['body.billing_address.postal_code missing'],
    ],
    [
      'a state of null in the United States',
      { billing_address: { ...ADDRESS, state: null } },
      ['body.billing_address.state string_type'],
    ],
    [
      'half an address',
      { billing_address: { line1: '1 Main St' } },
      ['city', 'state', 'postal_code'].map((field) => `body.billing_address.${field} missing`),
    ],
    ['both addresses', { billing_address_id: newId() }, ['body.billing_address value_error']],
    [
      'several at once',
      { card: { number: '4242424242424241', cvc: '1' }, nickname: 4, extra: 1 },
      [
        'body.card.number value_error',
        'body.card.cvc string_pattern_mismatch',
        'body.nickname string_type',
        'body.extra extra_forbidden',
      ],
    ],
  ])('%s', async (_, change, expected) => {
    const answer = await counter.capture(change);
    expect(answer.status).toBe(422);
    expect([...problems(answer)].sort()).toEqual([...expected].sort());
    for (const item of answer.json.detail) expect(item.input).toBeNull();
    expect(answer.text).not.toMatch(/4242|1234|"123"|3530|6200|3782/);
  });

  it.each(['3530111333300000', '6200000000000005'])(
    'card_declined with a reason: the brand %s is not accepted; the key stays free',
    async (number) => {
      const key = randomUUID();
      for (let n = 0; n < 2; n += 1) {
        const answer = await counter.capture({ card: { number } }, key);
        expect([answer.status, answer.json]).toEqual([
          422,
          refusalOf('card_declined', { reason: 'card_not_supported' }),
        ]);
      }
      expect((await counter.capture({}, key)).status).toBe(201);
    },
  );

  it('the Idempotency-Key: missing, or too long', async () => {
    const without = await send(`${instance.secureUrl}/v1/payment-methods/cards`, {
      method: 'POST',
      headers: { authorization: `Bearer ${counter.token}`, 'content-type': 'application/json' },
      body: JSON.stringify(counter.body()),
    });
    expect([without.status, problems(without)]).toEqual([422, ['header.Idempotency-Key missing']]);
    const long = await counter.capture({}, 'k'.repeat(256));
    expect([long.status, problems(long)]).toEqual([422, ['header.Idempotency-Key string_too_long']]);
  });

  it('400 for invalid JSON, 413 beyond 16 KB, 415 for a form: no input is repeated in the answer', async () => {
    const broken = await counter.send(`{"card":{"number":"${VISA.number}"`);
    const place = { reason: 'not_json', line: 1, column: 37 };
    expect([broken.status, broken.json]).toEqual([400, refusalOf('malformed_request', place)]);
    const large = await counter.capture({ nickname: VISA.number.repeat(1_100) });
    expect([large.status, large.json]).toEqual([413, refusalOf('payload_too_large')]);
    const form = await counter.send(`number=${VISA.number}`, 'k', {
      'content-type': 'application/x-www-form-urlencoded',
    });
    const fields = { reason: 'media_type', accepts: 'application/json' };
    expect([form.status, form.json]).toEqual([415, refusalOf('unsupported_media_type', fields)]);
  });

  it('a request id that contains a card’s number is not used', async () => {
    const answer = await counter.send(counter.body(), randomUUID(), { 'x-request-id': VISA.number });
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9A-HJKMNP-TV-Z]{26}$/);
  });
});

describe('the borrower of the card', () => {
  const noBorrower = ['body.party_id value_error'];

  it('422 at party_id, the same for a person who is unknown, foreign, on no account, or not active there', async () => {
    const inactive = await lender.person('Former Borrower');
    await lender.coBorrower(accountId, inactive);
    await rows('update account_borrower set is_active = false where person_id = $1', [inactive]);
    const texts = new Set<string>();
    for (const party_id of [newId(), other.personId, await lender.person('Stranger'), inactive, 'nonsense']) {
      const answer = await counter.capture({ party_id });
      expect([answer.status, problems(answer)]).toEqual([422, noBorrower]);
      texts.add(answer.text);
    }
    expect(texts.size).toBe(1);
  });

  it('404 account_not_found, the same for an unknown, foreign or malformed id', async () => {
    const texts = new Set<string>();
    for (const account_id of [newId(), await other.ledgerAccount(), 'nonsense', VISA.number]) {
      const answer = await counter.capture({ account_id });
      expect([answer.status, answer.json]).toEqual([404, refusalOf('account_not_found')]);
      texts.add(answer.text);
    }
    expect(texts.size).toBe(1);
  });

  it('422 at the address: unknown, foreign, another borrower’s, or no current one', async () => {
    const person = await lender.person('Nomad Borrower');
    await lender.coBorrower(accountId, person);
    await addAddress(instance.resources, lender, person, { isCurrent: false });
    await addAddress(instance.resources, lender, person, { kind: 'mailing' });
    const foreign = await addAddress(instance.resources, other, other.personId);
    const anothers = await addAddress(instance.resources, lender, lender.personId);
    for (const billing_address_id of [newId(), foreign, anothers, 'nonsense', '123']) {
      const answer = await counter.capture({ party_id: person, billing_address_id, billing_address: undefined });
      expect([answer.status, problems(answer)]).toEqual([422, ['body.billing_address_id value_error']]);
    }
    const none = await counter.capture({ party_id: person, billing_address: undefined });
    expect([none.status, problems(none)]).toEqual([422, ['body.billing_address value_error']]);
  });
});

describe('access', () => {
  const errorOf = ({ status, json }: { status: number; json: any }) => [status, json.detail.error_code];

  it('401 without a token, with nonsense, and with an API key; 403 without the scope or for a foreign organization', async () => {
    const as = (token: string) => new CardCounter(instance.secureUrl, token, accountId).capture();
    expect(errorOf(await as('nonsense'))).toEqual([401, 'invalid_token']);
    expect(errorOf(await as((await lender.key()).plaintext))).toEqual([401, 'invalid_token']);
    const nobody = await send(`${instance.secureUrl}/v1/payment-methods/cards`, { method: 'POST' });
    expect(errorOf(nobody)).toEqual([401, 'missing_token']);
    expect(errorOf(await as((await lender.api(['payment_methods:read'])).token))).toEqual([403, 'insufficient_scope']);
    const foreign = await send(
      `${instance.secureUrl}/v1/payment-methods/cards?organization_id=${other.organizationId}`,
      {
        method: 'POST',
        headers: { authorization: `Bearer ${counter.token}` },
      },
    );
    expect(errorOf(foreign)).toEqual([403, 'organization_out_of_scope']);
  });

  it('payment_methods:write alone is enough', async () => {
    const { token } = await lender.api(['payment_methods:write']);
    expect((await new CardCounter(instance.secureUrl, token, accountId).capture()).status).toBe(201);
  });

  it('the graph’s half of it is closed to all other callers, whatever their scopes', async () => {
    const { token } = await lender.api();
    const fields =
      'processor: "sandbox", token: "t", cardBrand: "visa", lastFour: "4242", expirationMonth: 1, expirationYear: 2034, holderName: "n", setDefault: false';
    for (const mutation of [
      `beginCardCapture(idempotencyKey: "k", input: { accountId: "${accountId}", hasOneTimeAddress: true, processor: "sandbox", fingerprint: "${'0'.repeat(64)}", onlyStored: false }) { capture { id } }`,
      `completeCardCapture(id: "${newId()}", input: { ${fields} }) { replayed }`,
      `completeCardCapture(id: "${newId()}", input: { ${fields.replace('visa', 'no brand')} }) { replayed }`,
      `declineCardCapture(id: "${newId()}", reason: "r") { replayed }`,
      `releaseCardCapture(id: "${newId()}")`,
    ]) {
      const answer = await send(instance.graphqlUrl, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query: `mutation { ${mutation} }` }),
      });
      expect(answer.json.errors[0].extensions.code).toBe('insufficient_scope');
    }
  });

  it('no other path and no other method', async () => {
    expect(errorOf(await new Api(instance.secureUrl, counter.token).get('/v1/accounts'))).toEqual([
      404,
      'route_not_found',
    ]);
    expect(errorOf(await new Api(instance.secureUrl, counter.token).get('/v1/payment-methods/cards'))).toEqual([
      405,
      'method_not_allowed',
    ]);
    expect((await send(`${instance.secureUrl}/healthz`)).status).toBe(200);
  });

  it('503 secure_capture_disabled when it is disabled; health still answers', async () => {
    const closed = await openTestInstance({ worker: false, environment: { SECURE_CAPTURE_ENABLED: 'false' } });
    try {
      const own = await closed.lender();
      const capture = new CardCounter(closed.secureUrl, (await own.api()).token, await own.ledgerAccount()).capture();
      expect(errorOf(await capture)).toEqual([503, 'secure_capture_disabled']);
      expect((await send(`${closed.secureUrl}/healthz`)).status).toBe(200);
    } finally {
      await closed.close();
    }
  });
});

describe('one key, one card', () => {
  const methods = async () => Number((await rows('select count(*) as n from payment_method'))[0].n);

  it('a replay is the same bytes, 201, and marked as such; the body may be formatted differently', async () => {
    const key = randomUUID();
    const first = await counter.capture({ nickname: null }, key);
    const count = await methods();
    const { card, ...rest } = counter.body();
    const again = await counter.send({ card, set_default: false, ...rest }, key);
    expect([first.status, again.status, again.text]).toEqual([201, 201, first.text]);
    expect([first, again].map(({ headers }) => headers.get('idempotent-replayed'))).toEqual([null, 'true']);
    expect(await methods()).toBe(count);
  });

  it.each([VISA.number, `pan${VISA.number}`, '4242/4242/4242/4242', '1234567890123'])(
    'a key may be any text, even %s: it is not stored in clear text',
    async (key) => {
      const first = await counter.capture({}, key);
      expect([first.status, (await counter.capture({}, key)).text]).toEqual([201, first.text]);
      const { n } = (
        await rows('select count(*)::int as n from idempotency_record r where r::text like $1', [`%${key}%`])
      )[0];
      expect(n).toBe(0);
      expect(await rows('select 1 from idempotency_record where key = $1', [stored(key)])).toHaveLength(1);
    },
  );

  it('the stored answer stays, even if the method changes', async () => {
    const key = randomUUID();
    const first = await counter.capture({}, key);
    await call((await lender.api()).token, 'PATCH', first.json.id, { nickname: 'later' });
    expect((await counter.capture({}, key)).text).toBe(first.text);
  });

  it.each([
    ['another number', { card: { number: '5555555555554444' } }],
    ['another security code', { card: { cvc: '999' } }],
    ['another expiry', { card: { expiration_year: 2035 } }],
    ['another name', { cardholder_name: 'Someone Else' }],
    ['another address', { billing_address: { ...ADDRESS, line1: '2 Main St' } }],
  ])('409 idempotency_conflict for %s', async (_, change) => {
    const key = randomUUID();
    await counter.capture({}, key);
    const answer = await counter.capture(change, key);
    expect([answer.status, answer.json]).toEqual([409, refusalOf('idempotency_conflict')]);
  });

  it('ten at once make one method: 201 for one, 409 idempotency_in_progress or a replay for the others', async () => {
    const [key, count] = [randomUUID(), await methods()];
    const answers = await Promise.all(Array.from({ length: 10 }, () => counter.capture({}, key)));
    expect(answers.filter(({ status }) => status === 201).length).toBeGreaterThan(0);
    for (const { status, json } of answers)
      expect(status === 201 || json.detail.error_code === 'idempotency_in_progress').toBe(true);
    expect(await methods()).toBe(count + 1);
  });

  it('a decline is the key’s answer: 422 card_declined with a reason, every time; nothing is stored', async () => {
    const [key, count] = [randomUUID(), await methods()];
    const declined = { card: { number: '4000000000000002' } };
    const first = await counter.capture(declined, key);
    expect([first.status, first.json]).toEqual([422, refusalOf('card_declined', { reason: 'generic_decline' })]);
    expect((await counter.capture(declined, key)).text).toBe(first.text);
    expect((await counter.capture({}, key)).status).toBe(409);
    expect(await methods()).toBe(count);
  });

  it('502 tokenization_failed, retryable: the key is free again at once, under the same reference; another body is a conflict', async () => {
    const key = randomUUID();
    const failing = { card: { number: '4000000000000119' } };
    const references = [];
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const answer = await counter.capture(failing, key);
      expect([answer.status, answer.json]).toEqual([502, refusalOf('tokenization_failed', { retryable: true })]);
      references.push(
        (await rows('select subject_id from idempotency_record where key = $1', [stored(key)]))[0].subject_id,
      );
    }
    expect(references[0]).toBe(references[1]);
    expect((await counter.capture({}, key)).json).toEqual(refusalOf('idempotency_conflict'));
  });

  it('422 of validation is not stored: the key may be used again with another body', async () => {
    const key = randomUUID();
    expect((await counter.capture({ party_id: newId() }, key)).status).toBe(422);
    expect((await counter.capture({}, key)).status).toBe(201);
  });

  it('a day later the key and its fingerprint are deleted', async () => {
    const key = randomUUID();
    const first = await counter.capture({}, key);
    const kept =
      'select extract(epoch from expires_at - created_at) / 3600 as hours from idempotency_record where key = $1';
    expect(Number((await rows(kept, [stored(key)]))[0].hours)).toBe(24);
    await rows("update idempotency_record set expires_at = now() - interval '1 second' where key = $1", [stored(key)]);
    const again = await counter.capture({}, key);
    expect([again.status, again.json.id === first.json.id]).toEqual([201, false]);
  });
});

function call(token: string, method: string, id: string, body: object) {
  return send(`${instance.baseUrl}/v1/payment-methods/${id}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}
