import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { bothSurfaces, problemsOf, type Surface } from '../support/both-surfaces.js';
import { graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { refusalOf } from '../support/refusal-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let lender: Lender;
let other: Lender;
let doors: readonly [Surface, Surface];
let unversioned: Surface;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  [lender, other] = [await instance.lender(), await instance.lender('Birch Credit')];
  doors = await bothSurfaces(instance, lender);
  [unversioned] = doors;
});
afterAll(() => instance.close());

const idsOf = (items: readonly { readonly id: string }[]) => items.map(({ id }) => id);
const problem = refusalOf;

/** A schedule on a new account that uses the method. Returns its id. */
async function scheduleOn(methodId: string, by: Lender = lender): Promise<string> {
  const [door] = await bothSurfaces(instance, by);
  const body = {
    account_id: await by.ledgerAccount(),
    payment_method_id: methodId,
    amount_cents: 5_000,
    frequency_unit: 'month',
    frequency_interval: 1,
    start_date: '2099-01-31',
  };
  const created = await door.call('POST', '/autopay', body);
  if (created.status !== 201) throw new Error(`${created.status} ${created.text}`);
  return created.json.id;
}

describe('GET /payment-methods/{id}', () => {
  it('200 with exactly the fields that may be shown, the same over both APIs', async () => {
    const id = await lender.paymentMethod({ nickname: 'groceries' });
    for (const door of doors) {
      const answer = await door.call('GET', `/payment-methods/${id}`);
      expect(answer.status).toBe(200);
      expect(answer.text).toBe(
        JSON.stringify({
          id,
          party_id: lender.personId,
          instrument_type: 'card',
          nickname: 'groceries',
          holder_name: 'Ada Borrower',
          last_four: '4242',
          card_brand: 'visa',
          expiration_month: 12,
          expiration_year: 2035,
          bank_name: null,
          is_active: true,
        }),
      );
    }
  });

  it('404 payment_method_not_found, the same bytes for a foreign, an unknown and a malformed id', async () => {
    const foreign = await other.paymentMethod();
    for (const door of doors) {
      for (const id of [foreign, newId(), 'x', '%00']) {
        const { status, json } = await door.call('GET', `/payment-methods/${id}`);
        expect([status, json]).toEqual([404, problem('payment_method_not_found')]);
      }
    }
  });
});

describe('GET /payment-methods', () => {
  it('newest first, includes inactive ones; party_id filters, and an unknown, foreign or malformed one matches nothing', async () => {
    const own = await instance.lender('Cedar Loans');
    const borrower = await own.person('Bo Borrower');
    const ids = [
      await own.paymentMethod(),
      await own.paymentMethod({ isActive: false }),
      await own.paymentMethod({ partyId: borrower, instrumentType: 'bank_account', bankName: 'First Bank' }),
    ];
    for (const door of await bothSurfaces(instance, own)) {
      const list = async (query = '') => (await door.call('GET', `/payment-methods${query}`)).json;
      expect(idsOf((await list()).items)).toEqual(ids.toReversed());
      expect((await list()).page).toEqual({ next_cursor: null, has_more: false, limit: 100 });
      expect(idsOf((await list(`?party_id=${borrower}`)).items)).toEqual([ids[2]]);
      for (const unmatched of [newId(), other.personId, 'x', '%00', '']) {
        expect((await list(`?party_id=${unmatched}`)).items).toEqual([]);
      }
    }
  });
});

describe('GET /accounts/{id}/payment-methods', () => {
  it('only methods that can fund it: active, chargeable, of an active borrower on the account, newest first', async () => {
    const own = await instance.lender('Dogwood Credit');
    const account = await own.ledgerAccount();
    const [coBorrower, stranger, former] = await Promise.all(
      ['Co', 'Stranger', 'Former'].map((name) => own.person(name)),
    );
    await own.coBorrower(account, coBorrower ?? '');
    await own.coBorrower(account, former ?? '');
    await instance.resources.pool.query('update account_borrower set is_active = false where person_id = $1', [former]);
    const eligible = [await own.paymentMethod(), await own.paymentMethod({ partyId: coBorrower })];
    await own.paymentMethod({ isActive: false });
    await own.paymentMethod({ processor: 'stripe' });
    await own.paymentMethod({ processor: null });
    await own.paymentMethod({ processorToken: null });
    await own.paymentMethod({ partyId: stranger });
    await own.paymentMethod({ partyId: former });
    for (const door of await bothSurfaces(instance, own)) {
      const answer = await door.call('GET', `/accounts/${account}/payment-methods`);
      expect(idsOf(answer.json.items)).toEqual(eligible.toReversed());
    }
  });

  it('404 account_not_found, the same bytes for a foreign, an unknown and a malformed id', async () => {
    const foreign = await other.ledgerAccount();
    for (const door of doors) {
      for (const id of [foreign, newId(), 'x']) {
        const { status, json } = await door.call('GET', `/accounts/${id}/payment-methods`);
        expect([status, json]).toEqual([404, problem('account_not_found')]);
      }
    }
  });
});

describe('PATCH /payment-methods/{id}', () => {
  it('200: nickname and holder_name change, omitted fields keep their value, null removes the nickname, {} changes nothing', async () => {
    for (const door of doors) {
      const id = await lender.paymentMethod({ nickname: 'old' });
      const patch = async (body: object) => (await door.call('PATCH', `/payment-methods/${id}`, body)).json;
      const before = (await door.call('GET', `/payment-methods/${id}`)).json;
      expect(await patch({})).toEqual(before);
      expect(await patch({ holder_name: 'Ada B.' })).toEqual({ ...before, holder_name: 'Ada B.' });
      expect(await patch({ nickname: 'ü'.repeat(100) })).toMatchObject({ nickname: 'ü'.repeat(100) });
      expect(await patch({ nickname: null })).toEqual({ ...before, holder_name: 'Ada B.', nickname: null });
      expect((await door.call('GET', `/payment-methods/${id}`)).json).toEqual(await patch({}));
    }
  });

  it('200 on an inactive method: its display fields may still change, and it stays inactive', async () => {
    const id = await lender.paymentMethod({ isActive: false });
    const answer = await unversioned.call('PATCH', `/payment-methods/${id}`, { nickname: 'the old one' });
    expect([answer.status, answer.json]).toMatchObject([200, { nickname: 'the old one', is_active: false }]);
  });

  it.each<[body: object, problems: readonly string[]]>([
    [{ holder_name: null }, ['body.holder_name string_type']],
    [{ holder_name: '' }, ['body.holder_name string_too_short']],
    [{ holder_name: 'x'.repeat(101) }, ['body.holder_name string_too_long']],
    [{ nickname: 'x'.repeat(101) }, ['body.nickname string_too_long']],
    [{ nickname: 1 }, ['body.nickname string_type']],
    [{ nickname: '\u0000' }, ['body.nickname value_error']],
    [{ nickname: 'my 4242  4242  4242  4242 12/34' }, ['body.nickname value_error']],
    [{ holder_name: 'Ada 4242/4242/4242/4242' }, ['body.holder_name value_error']],
    ...['id', 'party_id', 'instrument_type', 'last_four', 'card_brand', 'expiration_month', 'expiration_year'].map(
      (field): [object, string[]] => [{ [field]: 'x' }, [`body.${field} extra_forbidden`]],
    ),
    [{ is_active: true, bank_name: 'x' }, ['body.bank_name extra_forbidden', 'body.is_active extra_forbidden']],
    [
      { nickname: 1, holder_name: null, token: 'x' },
      ['body.holder_name string_type', 'body.nickname string_type', 'body.token extra_forbidden'],
    ],
  ])('422 for %j, every problem at once, and nothing changes', async (body, problems) => {
    const id = await lender.paymentMethod({ nickname: 'as it was' });
    const before = (await unversioned.call('GET', `/payment-methods/${id}`)).text;
    for (const door of doors) {
      const answer = await door.call('PATCH', `/payment-methods/${id}`, body);
      expect([answer.status, problemsOf(answer)]).toEqual([422, problems]);
      expect(answer.text).not.toContain('4242');
    }
    expect((await unversioned.call('GET', `/payment-methods/${id}`)).text).toBe(before);
  });

  it('404 payment_method_not_found for a foreign, an unknown and a malformed id', async () => {
    const foreign = await other.paymentMethod();
    for (const door of doors) {
      for (const id of [foreign, newId(), 'x']) {
        const { status, json } = await door.call('PATCH', `/payment-methods/${id}`, { nickname: 'mine' });
        expect([status, json]).toEqual([404, problem('payment_method_not_found')]);
      }
    }
  });
});

describe('DELETE /payment-methods/{id}', () => {
  it('204 with an empty body, and again; the method stays visible, inactive, and can no longer fund anything', async () => {
    for (const door of doors) {
      const id = await lender.paymentMethod({ isDefault: true });
      for (const _ of ['first', 'again']) {
        const answer = await door.call('DELETE', `/payment-methods/${id}`);
        expect([answer.status, answer.text, answer.headers.get('content-type')]).toEqual([204, '', null]);
      }
      expect((await door.call('GET', `/payment-methods/${id}`)).json).toMatchObject({ id, is_active: false });
      const found = async (query: string) =>
        idsOf((await door.call('GET', `/payment-methods?limit=1000&${query}`)).json.items);
      expect(await found('')).toContain(id);
      expect(await found('is_active=false')).toContain(id);
      expect(await found('is_active=true')).not.toContain(id);
      expect((await door.call('GET', '/payment-methods?is_active=yes')).status).toBe(422);
      const account = await lender.ledgerAccount();
      const eligible = await door.call('GET', `/accounts/${account}/payment-methods?limit=1000`);
      expect(idsOf(eligible.json.items)).not.toContain(id);
    }
  });

  it.each([
    ['active', 409],
    ['paused', 409],
    ['cancelled', 204],
    ['expired', 204],
  ])('used by a schedule that is %s: %i', async (status, expected) => {
    for (const door of doors) {
      const id = await lender.paymentMethod();
      const schedule = await scheduleOn(id);
      await instance.resources.pool.query('update autopay_schedule set status = $2::autopay_status where id = $1', [
        schedule,
        status,
      ]);
      const answer = await door.call('DELETE', `/payment-methods/${id}`);
      expect(answer.status).toBe(expected);
      if (expected === 409) expect(answer.json).toEqual(problem('payment_method_in_use'));
      const kept = (await door.call('GET', `/payment-methods/${id}`)).json.is_active;
      expect(kept).toBe(expected === 409);
    }
  });

  it('404 payment_method_not_found for a foreign, an unknown and a malformed id; a foreign one stays active', async () => {
    const foreign = await other.paymentMethod();
    for (const door of doors) {
      for (const id of [foreign, newId(), 'x']) {
        const { status, json } = await door.call('DELETE', `/payment-methods/${id}`);
        expect([status, json]).toEqual([404, problem('payment_method_not_found')]);
      }
    }
    const [theirs] = await bothSurfaces(instance, other);
    expect((await theirs.call('GET', `/payment-methods/${foreign}`)).json.is_active).toBe(true);
  });
});

describe('scopes', () => {
  it.each([
    ['GET', '', 'payment_methods:read'],
    ['GET', '/ID', 'payment_methods:read'],
    ['PATCH', '/ID', 'payment_methods:write'],
    ['DELETE', '/ID', 'payment_methods:write'],
  ])('%s /payment-methods%s needs %s; reads of the unversioned API need none', async (method, path, scope) => {
    const id = await lender.paymentMethod();
    const at = `/payment-methods${path.replace('ID', id)}`;
    const body = method === 'PATCH' ? {} : undefined;
    const opposite = scope.endsWith('read') ? 'payment_methods:write' : 'payment_methods:read';
    const [key, token] = await bothSurfaces(instance, lender, [opposite]);
    const denied = [403, problem('insufficient_scope', { scope })];
    const byToken = await token.call(method, at, body);
    expect([byToken.status, byToken.json]).toEqual(denied);
    const byKey = await key.call(method, at, body);
    if (method === 'GET') expect(byKey.status).toBe(200);
    else expect([byKey.status, byKey.json]).toEqual(denied);
    for (const door of await bothSurfaces(instance, lender, [scope])) {
      expect((await door.call(method, at, body)).status).toBe(method === 'DELETE' ? 204 : 200);
    }
  });
});

describe('over GraphQL', () => {
  const METHOD = 'id organizationId partyId nickname holderName lastFour isActive party { id }';

  it('reads, changes and deactivates by the same rules', async () => {
    const ask = graphClient(instance.graphqlUrl, (await lender.api()).token);
    const id = await lender.paymentMethod();
    const read = await ask(`query ($id: ID!) { paymentMethod(id: $id) { ${METHOD} } }`, { id });
    expect(read.json.data.paymentMethod).toMatchObject({
      organizationId: lender.organizationId,
      party: { id: lender.personId },
    });
    const update = `mutation ($id: ID!, $input: UpdatePaymentMethodInput!) { updatePaymentMethod(id: $id, input: $input) { ${METHOD} } }`;
    const changed = await ask(update, { id, input: { nickname: 'mine' } });
    expect(changed.json.data.updatePaymentMethod).toMatchObject({ nickname: 'mine', holderName: 'Ada Borrower' });
    const refused = await ask(update, { id, input: { holderName: null } });
    expect(refused.json.errors[0].extensions).toMatchObject({ code: 'validation_failed' });
    expect(refused.json.errors[0].extensions.issues).toMatchObject([{ loc: ['input', 'holderName'] }]);
    const deactivate = 'mutation ($id: ID!) { deactivatePaymentMethod(id: $id) { isActive } }';
    for (const _ of ['first', 'again']) {
      expect((await ask(deactivate, { id })).json).toEqual({ data: { deactivatePaymentMethod: { isActive: false } } });
    }
    const used = await lender.paymentMethod();
    await scheduleOn(used);
    expect((await ask(deactivate, { id: used })).json.errors[0].extensions.code).toBe('payment_method_in_use');
  });

  it('accounts lead to the methods that can fund them and to their schedules, persons to all methods that they stored', async () => {
    const own = await instance.lender('Elm Finance');
    const ask = graphClient(instance.graphqlUrl, (await own.api()).token);
    const [active, inactive] = [await own.paymentMethod(), await own.paymentMethod({ isActive: false })];
    const schedule = await scheduleOn(active, own);
    await own.ledgerAccount();
    const answer = await ask(`{
      accounts { items { paymentMethods { id } autopaySchedules { id } } }
      paymentMethod(id: "${active}") { party { paymentMethods { id } } }
    }`);
    expect(answer.json.data).toEqual({
      accounts: {
        items: [
          { paymentMethods: [{ id: active }], autopaySchedules: [] },
          { paymentMethods: [{ id: active }], autopaySchedules: [{ id: schedule }] },
        ],
      },
      paymentMethod: { party: { paymentMethods: [{ id: inactive }, { id: active }] } },
    });
  });

  it('has no field for the processor’s identifier of the instrument', async () => {
    const ask = graphClient(instance.graphqlUrl, (await lender.api()).token);
    const answer = await ask('{ __type(name: "PaymentMethod") { fields { name } } }');
    const names = answer.json.data.__type.fields.map(({ name }: { name: string }) => name);
    expect(names).toContain('lastFour');
    expect(names.filter((name: string) => /processor|token|customer|fingerprint|number$/i.test(name))).toEqual([]);
  });
});

it('neither the processor’s token nor its customer id is returned, by any route or field', async () => {
  const secret = { processorToken: 'pm_card_visa_SECRET', processorCustomer: 'cus_SECRET' };
  const id = await lender.paymentMethod(secret);
  const account = await lender.ledgerAccount();
  const ask = graphClient(instance.graphqlUrl, (await lender.api()).token);
  const answers = [
    await ask(
      `{ paymentMethod(id: "${id}") { id lastFour } accountPaymentMethods(accountId: "${account}") { items { id } } }`,
    ),
  ];
  for (const door of doors) {
    answers.push(
      await door.call('GET', `/payment-methods/${id}`),
      await door.call('GET', '/payment-methods?limit=1000'),
      await door.call('GET', `/accounts/${account}/payment-methods?limit=1000`),
      await door.call('PATCH', `/payment-methods/${id}`, { nickname: 'x' }),
    );
  }
  for (const { text } of answers) {
    expect(text).toContain(id);
    expect(text).not.toContain('SECRET');
  }
});

describe('POST /payments', () => {
  it.each([
    ['a plausible body', { account_id: newId(), amount_cents: 1 }],
    ['nothing at all', undefined],
    ['a body of the wrong kind', [1]],
  ])('501 not_implemented once the caller is authenticated, with %s; under /v1 there is none', async (_, body) => {
    const [key, token] = await bothSurfaces(instance, lender, ['accounts:read']);
    const answer = await key.call('POST', '/payments', body);
    expect([answer.status, answer.json]).toEqual([501, problem('not_implemented')]);
    expect((await token.call('POST', '/payments', body)).status).toBe(405);
  });

  it('401 missing_token and invalid_token before that', async () => {
    const none = await fetch(`${instance.baseUrl}/payments`, { method: 'POST' });
    expect([none.status, await none.json()]).toEqual([401, problem('missing_token')]);
    const wrong = await fetch(`${instance.baseUrl}/payments`, {
      method: 'POST',
      headers: { authorization: 'Bearer x' },
    });
    expect([wrong.status, await wrong.json()]).toEqual([401, problem('invalid_token')]);
  });
});
