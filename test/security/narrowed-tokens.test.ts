import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ACCESS_TOKEN_HINT, API_KEY_HINT } from '../../core/auth/wrong-bearer-hints.js';
import { Api, type ApiAnswer, send } from '../support/api.js';
import { CardCounter } from '../support/card-counter.js';
import { graphClient, RECORD } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { refusalOf } from '../support/refusal-of.js';
import type { SplitInstance } from '../support/split-instance.js';
import { splitInstanceOf } from '../support/split-instance-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

interface Addresses {
  readonly baseUrl: string;
  readonly secureUrl: string;
  readonly graphqlUrl: string;
}

let instance: TestInstance;
let apart: SplitInstance;
let lender: Lender;
let accountId: string;
let workspaceId: string;
let key: { readonly prefix: string; readonly plaintext: string };

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  apart = await splitInstanceOf(instance);
  lender = await instance.lender();
  accountId = await lender.ledgerAccount();
  workspaceId = await lender.workspace();
  key = await lender.key();
}, 120_000);

afterAll(async () => {
  await apart?.stop();
  await instance.close();
});

const hosts = { 'in one process': (): Addresses => instance, apart: (): Addresses => atApart(apart) };

function atApart({ baseUrl, secureUrl, graphqlUrl }: SplitInstance): Addresses {
  return { baseUrl, secureUrl, graphqlUrl: `${graphqlUrl}/graphql` };
}

/** Requests a token with a form, as OAuth libraries do, or with JSON. */
async function exchange(
  { baseUrl }: Addresses,
  scope: string | undefined,
  { isForm = true, by = key } = {},
): Promise<ApiAnswer> {
  const body = {
    grant_type: 'client_credentials',
    client_id: by.prefix,
    client_secret: by.plaintext,
    ...(scope !== undefined && { scope }),
  };
  return send(`${baseUrl}/v1/oauth/token`, {
    method: 'POST',
    headers: { 'content-type': isForm ? 'application/x-www-form-urlencoded' : 'application/json' },
    body: isForm ? String(new URLSearchParams(body)) : JSON.stringify(body),
  });
}

/** Tries a token at each API that accepts it; returns the status or the error codes of each answer. */
async function attempts({ baseUrl, secureUrl, graphqlUrl }: Addresses, token: string) {
  const api = new Api(baseUrl, token);
  const ask = graphClient(graphqlUrl, token);
  const codes = ({ json }: ApiAnswer) =>
    json.errors?.map(({ extensions }: { extensions: { code: string } }) => extensions.code) ?? 'done';
  const template = { workspace_id: workspaceId, name: randomUUID(), subject_template: 'Hello' };
  const input = { workspaceId, name: randomUUID(), subjectTemplate: 'Hello' };
  return {
    read: (await api.get(`/v1/accounts/${accountId}`)).status,
    record: (await api.record(accountId)).status,
    template: (await api.post('/email-templates/', template)).status,
    graphRead: codes(await ask('query ($id: ID!) { account(id: $id) { id } }', { id: accountId })),
    graphRecord: codes(
      await ask(RECORD, { accountId, key: randomUUID(), input: { amountCents: 100, paymentMethod: 'cash' } }),
    ),
    graphTemplate: codes(
      await ask('mutation ($input: CreateEmailTemplateInput!) { createEmailTemplate(input: $input) { id } }', {
        input,
      }),
    ),
    capture: (await new CardCounter(secureUrl, token, accountId).capture()).status,
  };
}

const DENIED = ['insufficient_scope'];
const NARROW = {
  ...{ read: 200, record: 403, template: 403, capture: 403 },
  ...{ graphRead: 'done', graphRecord: DENIED, graphTemplate: DENIED },
};
const WHOLE = {
  ...{ read: 200, record: 201, template: 201, capture: 201 },
  ...{ graphRead: 'done', graphRecord: 'done', graphTemplate: 'done' },
};

describe.each(Object.entries(hosts))('a token narrowed to accounts:read, %s', (_, addresses) => {
  it.each([true, false])('can only read accounts (requested with a form: %s)', async (isForm) => {
    const answer = await exchange(addresses(), 'openid accounts:read', { isForm });
    expect([answer.status, answer.json]).toEqual([
      200,
      { access_token: expect.any(String), token_type: 'Bearer', expires_in: 3600, scope: 'accounts:read' },
    ]);
    expect(decodeJwt(answer.json.access_token).scope).toBe('accounts:read');
    expect(await attempts(addresses(), answer.json.access_token)).toEqual(NARROW);
  });

  it('stays narrow next to a full token of its key, whichever the hosts saw first', async () => {
    const tokenOf = async (scope?: string) => (await exchange(addresses(), scope)).json.access_token;
    const [narrow, whole] = [await tokenOf('accounts:read'), await tokenOf()];
    for (let round = 0; round < 2; round += 1) {
      expect(await attempts(addresses(), whole)).toEqual(WHOLE);
      expect(await attempts(addresses(), narrow)).toEqual(NARROW);
    }
  });
});

describe('POST /v1/oauth/token › scope', () => {
  it.each([true, false])(
    'is returned as granted; all of the key’s scopes when none is requested (form: %s)',
    async (isForm) => {
      const by = await lender.key(['accounts:read', 'external_payments:write']);
      const all = 'accounts:read external_payments:write';
      const granted = async (scope?: string) => (await exchange(instance, scope, { isForm, by })).json.scope;
      expect([
        await granted(),
        await granted(''),
        await granted('external_payments:write accounts:read'),
        await granted('persons:read accounts:read accounts:read'),
      ]).toEqual([all, all, all, 'accounts:read']);
    },
  );

  it.each([true, false])('400 invalid_scope when nothing remains or it is malformed (form: %s)', async (isForm) => {
    const by = await lender.key(['accounts:read']);
    for (const scope of ['persons:read', 'accounts:read  persons:read', ' accounts:read', '"accounts:read"']) {
      const { status, json } = await exchange(instance, scope, { isForm, by });
      expect([scope, status, json.detail.error_code]).toEqual([scope, 400, 'invalid_scope']);
    }
  });

  it('400 only after authentication: a wrong secret is 401, whatever the scope', async () => {
    const by = { ...key, plaintext: `${key.plaintext}x` };
    expect((await exchange(instance, 'nothing:here', { by })).json.detail.error_code).toBe('invalid_client');
  });

  it('a key without scopes still gets a token without permissions', async () => {
    const { status, json } = await exchange(instance, undefined, { by: await lender.key([]) });
    expect([status, json.scope]).toEqual([200, '']);
    expect((await new Api(instance.baseUrl, json.access_token).get(`/v1/accounts/${accountId}`)).status).toBe(403);
  });
});

describe('a credential at an API that accepts the other kind', () => {
  it('401 with a hint and an error_description, the same whether it is valid or not', async () => {
    const forged = `${'a'.repeat(8)}_${'b'.repeat(43)}`;
    const token = (await lender.api()).token;
    const wrong: readonly (readonly [string, readonly [string, string], string])[] = [
      [`${instance.baseUrl}/v1/accounts`, [key.plaintext, forged], API_KEY_HINT],
      [`${instance.secureUrl}/v1/payment-methods/cards`, [key.plaintext, forged], API_KEY_HINT],
      [`${instance.baseUrl}/accounts`, [token, `${token.slice(0, -8)}aaaaaaaa`], ACCESS_TOKEN_HINT],
    ];
    for (const [url, bearers, hint] of wrong) {
      for (const bearer of bearers) {
        const method = url.endsWith('cards') ? 'POST' : 'GET';
        const answer = await send(url, { method, headers: { authorization: `Bearer ${bearer}` } });
        expect([answer.status, answer.json]).toEqual([401, refusalOf('invalid_token', { hint })]);
        expect(answer.headers.get('www-authenticate')).toBe(
          `Bearer realm="tributary", error="invalid_token", error_description="${hint}"`,
        );
      }
    }
  });
});
