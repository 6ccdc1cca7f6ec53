import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api, type ApiAnswer } from '../support/api.js';
import { type Ask, graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { operatorToken } from '../support/operators.js';
import { refusalOf } from '../support/refusal-of.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/*
 * Creates whose replay rebuilds the response instead of storing it: once per key, and never with a secret that cannot
 * be read back.
 */

let instance: TestInstance;
let lender: Lender;
let api: Api;
let workspaceId: string;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  lender = await instance.lender();
  api = new Api(instance.baseUrl, (await lender.key()).plaintext);
  workspaceId = await lender.workspace();
});
afterAll(() => instance.close());

const query = async (text: string, values: unknown[] = []) => (await instance.resources.pool.query(text, values)).rows;
const count = async (table: string): Promise<number> => (await query(`select count(*)::int as n from ${table}`))[0].n;
const post = (path: string, body: object, key: string, by: Api = api): Promise<ApiAnswer> =>
  by.post(path, body, { 'idempotency-key': key });

describe.each<[path: string, table: string, body: () => object, other: object]>([
  [
    '/email-templates/',
    'email_template',
    () => ({ workspace_id: workspaceId, name: 'Reminder', subject_template: 'Hello {{ first_name }}' }),
    { name: 'Another' },
  ],
  [
    '/workspace-merge-fields/',
    'workspace_merge_field',
    () => ({ workspace_id: workspaceId, placeholder: 'support_phone', name: 'Phone', value: '555 0100' }),
    { value: '555 0101' },
  ],
  [
    '/workspace-assets/',
    'workspace_asset',
    () => ({ workspace_id: workspaceId, placeholder: 'logo', name: 'Logo', url: 'https://assets.example.com/l.png' }),
    { name: 'Another' },
  ],
])('POST %s with an Idempotency-Key', (path, table, body, other) => {
  it('creates one per key, and returns the same one to a retry', async () => {
    const before = await count(table);
    const key = randomUUID();
    const answers = await Promise.all([post(path, body(), key), post(path, body(), key)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[1]?.json).toEqual(answers[0]?.json);
    expect(await count(table)).toBe(before + 1);
    expect((await post(path, { ...body(), ...other }, key)).json).toEqual(refusalOf('idempotency_conflict'));
    const another = new Api(instance.baseUrl, (await lender.key()).plaintext);
    expect((await post(path, body(), key, another)).json).toEqual(refusalOf('idempotency_conflict'));
    expect(await count(table)).toBe(before + 1);
  });

  it('422 for a key of white space', async () => {
    const blank = await post(path, body(), '\u00a0');
    expect([blank.status, blank.json.detail[0].loc]).toEqual([422, ['header', 'Idempotency-Key']]);
  });
});

describe('POST /campaign-events/webhook-addresses/ with an Idempotency-Key', () => {
  const ADDRESSES = '/campaign-events/webhook-addresses/';
  const body = (fields: object = {}) => ({
    organization_id: lender.organizationId,
    provider: 'generic',
    name: 'mail',
    ...fields,
  });

  it('reads a generic sender’s secret back from its sealed column', async () => {
    const before = await count('webhook_address');
    const key = randomUUID();
    const first = await post(ADDRESSES, body(), key);
    const again = await post(ADDRESSES, body(), key);
    expect([first.status, again.status, again.headers.get('idempotent-replayed')]).toEqual([201, 201, 'true']);
    expect(first.json).toMatchObject({ secret: expect.stringMatching(/^whsec_/), hint: null });
    expect(again.json).toEqual(first.json);
    expect(await count('webhook_address')).toBe(before + 1);
    const kept = JSON.stringify(await query('select * from idempotency_record'));
    expect(kept).not.toContain(first.json.secret.slice('whsec_'.length));
  });

  it('shows Postmark’s password once: a replay has the address and a hint', async () => {
    const key = randomUUID();
    const first = await post(ADDRESSES, body({ provider: 'postmark' }), key);
    const again = await post(ADDRESSES, body({ provider: 'postmark' }), key);
    expect(first.json).toMatchObject({ username: 'tributary', secret: expect.any(String), hint: null });
    expect(again.json).toEqual({ ...first.json, secret: null, hint: expect.stringContaining('create another one') });
  });

  it('a supplied signing key distinguishes bodies, and is stored only in a keyed digest', async () => {
    const key = randomUUID();
    const mailgun = (signing_key: string) => post(ADDRESSES, body({ provider: 'mailgun', signing_key }), key);
    const first = await mailgun('the lender’s own key');
    expect((await mailgun('the lender’s own key')).json).toEqual(first.json);
    expect((await mailgun('another key of theirs')).json).toEqual(refusalOf('idempotency_conflict'));
  });

  it('404 once it is revoked', async () => {
    const key = randomUUID();
    const { address } = (await post(ADDRESSES, body(), key)).json;
    await fetch(`${instance.baseUrl}${ADDRESSES}${address.id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${api.token}` },
    });
    expect((await post(ADDRESSES, body(), key)).json).toEqual(refusalOf('webhook_address_not_found'));
  });
});

describe('createApiKey and rotateApiKey with an idempotencyKey', () => {
  let admin: Ask;
  beforeAll(async () => {
    admin = graphClient(
      instance.graphqlUrl,
      await operatorToken(instance.resources, { subject: 'ada', role: 'admin' }),
    );
  });
  const CREATE = `mutation ($input: CreateApiKeyInput!, $key: String) {
    createApiKey(input: $input, idempotencyKey: $key) { plaintext hint replayed key { prefix scopes } } }`;
  const ROTATE = `mutation ($prefix: ID!, $key: String) {
    rotateApiKey(prefix: $prefix, idempotencyKey: $key) { plaintext hint replayed key { prefix } } }`;
  const input = () => ({ name: 'till', organizationIds: [lender.organizationId], scopes: ['accounts:read'] });

  it('shows the key once: a replay has its prefix, null for the key, and a hint', async () => {
    const before = await count('api_key');
    const key = randomUUID();
    const first = (await admin(CREATE, { input: input(), key })).json.data.createApiKey;
    expect(first).toMatchObject({ plaintext: expect.any(String), hint: null, replayed: false });
    const again = await admin(CREATE, { input: input(), key });
    expect(again.json.data.createApiKey).toEqual({
      plaintext: null,
      hint: expect.stringContaining('revoke this key and create another one'),
      replayed: true,
      key: first.key,
    });
    expect(await count('api_key')).toBe(before + 1);
    const kept = JSON.stringify(await query('select * from idempotency_record'));
    expect(kept).not.toContain(first.plaintext.slice(8));
    const other = await admin(CREATE, { input: { ...input(), name: 'another' }, key });
    expect(other.json.errors[0].extensions.code).toBe('idempotency_conflict');
  });

  it('a rotation creates one key, also after the old one is revoked', async () => {
    const { prefix } = (await admin(CREATE, { input: input() })).json.data.createApiKey.key;
    const before = await count('api_key');
    const key = randomUUID();
    const first = (await admin(ROTATE, { prefix, key })).json.data.rotateApiKey;
    expect(first.plaintext).toEqual(expect.any(String));
    await query('update api_key set revoked_at = now() where prefix = $1', [prefix]);
    const again = (await admin(ROTATE, { prefix, key })).json.data.rotateApiKey;
    expect(again).toMatchObject({ plaintext: null, replayed: true, key: first.key });
    expect(await count('api_key')).toBe(before + 1);
    expect((await admin(ROTATE, { prefix, key: randomUUID() })).json.errors[0].extensions.code).toBe('api_key_revoked');
  });

  it('without an idempotency key each call creates one', async () => {
    const made = async () => (await admin(CREATE, { input: input() })).json.data.createApiKey.key.prefix;
    expect(await made()).not.toBe(await made());
  });
});
