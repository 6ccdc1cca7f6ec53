import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createApiKey } from '../../core/auth/api-keys/administration.js';
import { newId } from '../../core/ids/ids.js';
import { commandPrincipal, systemPrincipal } from '../../core/principal/principal.js';
import type { RoleName } from '../../core/principal/roles.js';
import { SCOPES } from '../../core/principal/scopes.js';
import { updateOrganization } from '../../subgraphs/servicing/platform/organization/update-organization.js';
import { Api, type ApiAnswer, send } from '../support/api.js';
import { addAddress, CardCounter } from '../support/card-counter.js';
import { type Ask, graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { operatorToken } from '../support/operators.js';
import { refusalOf } from '../support/refusal-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let admin: Ask;

beforeAll(async () => {
  instance = await openTestInstance();
  admin = await operator('admin');
});
afterAll(() => instance.close());

const UPDATE = `mutation ($id: ID!, $input: UpdateOrganizationInput!) {
  updateOrganization(id: $id, input: $input) { id displayName legalName dbaName isActive } }`;
const problem = refusalOf;
const codes = (answer: ApiAnswer): readonly string[] =>
  (answer.json.errors ?? []).map((error: { extensions: { code: string } }) => error.extensions.code);

async function operator(role: RoleName, organizationIds: readonly string[] = []): Promise<Ask> {
  const request = { subject: `ola the ${role}`, role, organizationIds };
  return graphClient(instance.graphqlUrl, await operatorToken(instance.resources, request));
}

async function setActive({ organizationId }: Lender, isActive: boolean): Promise<void> {
  const answer = await admin(UPDATE, { id: organizationId, input: { isActive } });
  expect(answer.json.data.updateOrganization.isActive).toBe(isActive);
}

interface Scene {
  readonly lender: Lender;
  readonly key: { readonly prefix: string; readonly plaintext: string };
  readonly api: Api;
  readonly unversioned: Api;
}

/** A lender, and a key that also reaches another organization: it shows what an inactive organization still allows. */
async function scene(): Promise<Scene> {
  const [lender, other] = [await instance.lender(), await instance.lender('Birch Credit')];
  const made = await createApiKey(instance.resources, {
    name: 'wider',
    organizationIds: [lender.organizationId, other.organizationId],
    scopes: SCOPES,
    by: systemPrincipal('test'),
  });
  if (made.outcome === 'refused') throw new Error(made.problems.join('; '));
  const key = { prefix: made.key.prefix, plaintext: made.plaintext };
  const api = await Api.exchange(instance.baseUrl, key);
  return { lender, key, api, unversioned: new Api(instance.baseUrl, key.plaintext) };
}

const schedule = (api: Api, account_id: string, payment_method_id: string, key = randomUUID()) =>
  api.post(
    api.token.includes('.') ? '/v1/autopay' : '/autopay',
    {
      account_id,
      payment_method_id,
      amount_cents: 5_000,
      frequency_unit: 'month',
      frequency_interval: 1,
      start_date: '2099-01-31',
    },
    { 'idempotency-key': key },
  );

describe('an organization that is not active', () => {
  it.each([
    ['the ledger', (lender: Lender) => lender.ledgerAccount()],
    ['a loan system outside', (lender: Lender) => lender.sandboxAccount('SBX-POSTS')],
  ])(
    'takes no new payment, 422 account_not_payable, and stores nothing of it; a finished one replays: %s',
    async (_, open) => {
      const { lender, api } = await scene();
      const account = await open(lender);
      const [finished, refused] = [randomUUID(), randomUUID()];
      const recorded = await api.record(account, {}, finished);
      expect(recorded.status).toBe(201);
      await setActive(lender, false);
      const answer = await api.record(account, {}, refused);
      expect([answer.status, answer.json]).toEqual([422, problem('account_not_payable')]);
      const again = await api.record(account, {}, finished);
      expect([again.status, again.text]).toEqual([201, recorded.text]);
      expect((await api.get(`/v1/accounts/${account}/payments`)).json.items).toHaveLength(1);
      await setActive(lender, true);
      expect((await api.record(account, {}, refused)).status).toBe(201);
    },
  );

  it('takes no new schedule, 409 organization_inactive, over any API; a finished one replays', async () => {
    const { lender, api, unversioned } = await scene();
    const [account, method] = [await lender.ledgerAccount(), await lender.paymentMethod()];
    const finished = randomUUID();
    const made = await schedule(api, account, method, finished);
    expect(made.status).toBe(201);
    await setActive(lender, false);
    for (const door of [api, unversioned]) {
      const answer = await schedule(door, account, method);
      expect([answer.status, answer.json]).toEqual([409, problem('organization_inactive')]);
    }
    const again = await schedule(api, account, method, finished);
    expect([again.status, again.text]).toEqual([201, made.text]);
  });

  it('takes no new payment method, 409 organization_inactive; a finished one replays, and the key is free afterwards', async () => {
    const { lender, api } = await scene();
    await addAddress(instance.resources, lender, lender.personId);
    const counter = new CardCounter(instance.secureUrl, api.token, await lender.ledgerAccount());
    const [finished, refused] = [randomUUID(), randomUUID()];
    const made = await counter.capture({}, finished);
    expect(made.status).toBe(201);
    await setActive(lender, false);
    const answer = await counter.capture({}, refused);
    expect([answer.status, answer.json]).toEqual([409, problem('organization_inactive')]);
    const again = await counter.capture({}, finished);
    expect([again.status, again.text]).toEqual([201, made.text]);
    await setActive(lender, true);
    expect((await counter.capture({}, refused)).status).toBe(201);
  });

  it('can still be read, reconciled and reversed; existing schedules may be paused and ended', async () => {
    const { lender, api } = await scene();
    const account = await lender.ledgerAccount();
    const posted = await api.record(account);
    const made = await schedule(api, account, await lender.paymentMethod());
    const unconfirmed = await api.record(await lender.sandboxAccount('SBX-UNCONFIRMED-POSTS'));
    expect(unconfirmed.status).toBe(202);
    await setActive(lender, false);
    expect((await api.settled(unconfirmed.json.payment_id, 'posted')).status).toBe(200);
    const reversed = await api.reverse(posted.json.payment_id);
    expect([reversed.status, reversed.json.status]).toEqual([201, 'reversed']);
    expect((await api.get(`/v1/accounts/${account}`)).status).toBe(200);
    expect((await api.get(`/v1/organizations/${lender.organizationId}`)).json.is_active).toBe(false);
    const detailed = await api.get(`/v1/accounts/${account}`);
    expect([detailed.json.accepts_payments, detailed.json.not_payable_reason]).toEqual([
      false,
      'organization_inactive',
    ]);
    const paused = await send(`${instance.baseUrl}/v1/autopay/${made.json.id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${api.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'paused' }),
    });
    expect([paused.status, paused.json.status]).toEqual([200, 'paused']);
  });
});

describe('keys', () => {
  it('without an active organization keys are refused once the change returns, and so are their tokens; afterwards they work again', async () => {
    const lender = await instance.lender();
    const key = await lender.key();
    const { token } = await Api.exchange(instance.baseUrl, key);
    const statuses = async () => ({
      exchange: await exchanged(key),
      unversioned: await codeOf('/accounts', key.plaintext),
      v1: await codeOf('/v1/accounts', token),
      areaC: await codeOf('/email-templates/', key.plaintext),
      graphql: codes(await graphClient(instance.graphqlUrl, token)('{ accounts { items { id } } }')),
    });
    const open = { exchange: 200, unversioned: 200, v1: 200, areaC: 200, graphql: [] };
    expect(await statuses()).toEqual(open);
    await setActive(lender, false);
    expect(await statuses()).toEqual({
      exchange: 'invalid_client',
      unversioned: 'invalid_token',
      v1: 'invalid_token',
      areaC: 'invalid_token',
      graphql: ['invalid_token'],
    });
    await setActive(lender, true);
    expect(await statuses()).toEqual(open);
  });

  it('with another active organization keep working', async () => {
    const { lender, key, api } = await scene();
    await setActive(lender, false);
    expect(await exchanged(key)).toBe(200);
    expect((await api.get('/v1/organizations')).json.items).toHaveLength(2);
  });

  const answered = ({ status, json }: ApiAnswer) => (status === 200 ? 200 : json.detail.error_code);
  const exchanged = async ({ prefix, plaintext }: Scene['key']) =>
    answered(
      await send(`${instance.baseUrl}/v1/oauth/token`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ grant_type: 'client_credentials', client_id: prefix, client_secret: plaintext }),
      }),
    );
  const codeOf = async (path: string, bearer: string) => answered(await new Api(instance.baseUrl, bearer).get(path));
});

describe('a race', () => {
  /** Whether any backend waits for a lock on the table of organizations or for its holder's end. */
  const someoneWaits = async (): Promise<void> => {
    for (;;) {
      const { rowCount } = await instance.resources.pool.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      if (rowCount !== 0) return;
    }
  };
  const connected = async (): Promise<pg.Client> => {
    const client = new pg.Client(instance.databaseUrl);
    await client.connect();
    return client;
  };

  it('a payment at a loan system outside that arrives while the organization is being deactivated waits, and is refused', async () => {
    const { lender, api } = await scene();
    const account = await lender.sandboxAccount('SBX-POSTS');
    const sql = await connected();
    await sql.query('begin');
    await sql.query('update organization set is_active = false where id = $1', [lender.organizationId]);
    const recording = api.record(account);
    await someoneWaits();
    await sql.query('commit');
    await sql.end();
    expect((await recording).json).toEqual(problem('account_not_payable'));
  });

  it('a payment on the ledger waits for no deactivation; the deactivation waits for it', async () => {
    const { lender, api } = await scene();
    const account = await lender.ledgerAccount();
    const sql = await connected();
    await sql.query('begin');
    await sql.query('select from ledger_loan where id = $1 for update', [account]);
    const order: string[] = [];
    const recording = api.record(account).then(({ status }) => order.push(String(status)));
    await someoneWaits();
    const changing = setActive(lender, false).then(() => order.push('inactive'));
    await expect
      .poll(async () => (await api.get(`/v1/organizations/${lender.organizationId}`)).json.is_active)
      .toBe(false);
    await sql.query('commit');
    await sql.end();
    await Promise.all([recording, changing]);
    expect(order).toEqual(['201', 'inactive']);
    expect((await api.record(account)).json).toEqual(problem('account_not_payable'));
  });

  it('deactivating it waits for a reservation in progress', async () => {
    const { lender } = await scene();
    const sql = await connected();
    await sql.query('begin');
    await sql.query('select from organization where id = $1 for share', [lender.organizationId]);
    const order: string[] = [];
    const changing = setActive(lender, false).then(() => order.push('inactive'));
    await someoneWaits();
    order.push('reserved');
    await sql.query('commit');
    await changing;
    await sql.end();
    expect(order).toEqual(['reserved', 'inactive']);
  });
});

describe('updateOrganization', () => {
  it('changes the given fields, and audits what changed', async () => {
    const { organizationId: id } = await instance.lender('Alder Lending');
    const input = { displayName: 'Alder', dbaName: 'Alder Home', legalName: null };
    const answer = await admin(UPDATE, { id, input });
    const changed = { id, displayName: 'Alder', legalName: 'Alder Lending LLC', dbaName: 'Alder Home', isActive: true };
    expect(answer.json.data.updateOrganization).toEqual(changed);
    await admin(UPDATE, { id, input: { isActive: false } });
    const log = await admin(
      'query ($subject: String) { auditLog(subject: $subject) { items { actor action before after } } }',
      {
        subject: id,
      },
    );
    expect(log.json.data.auditLog.items).toEqual([
      {
        actor: 'ola the admin',
        action: 'organization.update',
        before: { is_active: true },
        after: { is_active: false },
      },
      {
        actor: 'ola the admin',
        action: 'organization.update',
        before: { display_name: 'Alder Lending', dba_name: 'Alder Lending' },
        after: { display_name: 'Alder', dba_name: 'Alder Home' },
      },
    ]);
  });

  it('insufficient_scope for all but an admin of all organizations; unknown and ill-formed ids are not found', async () => {
    const { organizationId: id } = await instance.lender();
    const key = graphClient(instance.graphqlUrl, (await (await instance.lender()).key()).plaintext);
    for (const ask of [key, await operator('operator'), await operator('admin', [id])]) {
      expect(codes(await ask(UPDATE, { id, input: { isActive: false } }))).toEqual(['insufficient_scope']);
    }
    for (const unknown of [newId(), 'x']) {
      expect(codes(await admin(UPDATE, { id: unknown, input: {} }))).toEqual(['organization_not_found']);
    }
    expect(codes(await admin(UPDATE, { id, input: { displayName: '' } }))).toEqual(['validation_failed']);
  });

  it('the command line may', async () => {
    const { organizationId: id } = await instance.lender();
    const made = await updateOrganization(instance.resources, commandPrincipal('ola'), id, { isActive: false });
    expect(made.isActive).toBe(false);
  });
});
