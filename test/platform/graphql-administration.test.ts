import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { isAtLeast, type OperatorRole, type RoleName } from '../../core/principal/roles.js';
import { requireTimeZone } from '../../subgraphs/servicing/platform/organization/require-time-zone.js';
import { type ApiAnswer, send } from '../support/api.js';
import { type Ask, graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { operatorToken } from '../support/operators.js';
import { populateException, populateFailedJob } from '../support/populated-administration.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

const MAILGUN_KEY = 'a key that must stay hidden';

let instance: TestInstance;
let lender: Lender;
let other: Lender;
let admin: Ask;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false, environment: { MAILGUN_WEBHOOK_SIGNING_KEY: MAILGUN_KEY } });
  [lender, other] = [await instance.lender(), await instance.lender('Birch Credit')];
  admin = await operator('admin');
});
afterAll(() => instance.close());

async function operator(role: RoleName, organizationIds: readonly string[] = []): Promise<Ask> {
  const request = { subject: `ola the ${role}`, role, organizationIds };
  return graphClient(instance.graphqlUrl, await operatorToken(instance.resources, request));
}
const codes = (answer: ApiAnswer): readonly string[] =>
  (answer.json.errors ?? []).map((error: { extensions: { code: string } }) => error.extensions.code);
const audited = async (subject: string) =>
  (
    await admin(
      'query ($subject: String) { auditLog(subject: $subject) { items { actor actorKind actorName issuer requestId action subject before after } } }',
      { subject },
    )
  ).json.data.auditLog.items;

const KEY = 'prefix name organizationIds scopes createdAt expiresAt revokedAt';
const CREATE = `mutation ($input: CreateApiKeyInput!) { createApiKey(input: $input) { plaintext key { ${KEY} } } }`;
const ROTATE = `mutation ($prefix: ID!, $expiresAt: DateTime) {
  rotateApiKey(prefix: $prefix, expiresAt: $expiresAt) { plaintext key { ${KEY} } } }`;
const REVOKE = `mutation ($prefix: ID!) { revokeApiKey(prefix: $prefix) { ${KEY} } }`;
const accountsStatus = async (plaintext: string) =>
  (await send(`${instance.baseUrl}/accounts`, { headers: { authorization: `Bearer ${plaintext}` } })).status;

describe('API keys', () => {
  const input = () => ({ name: 'till', organizationIds: [lender.organizationId], scopes: ['accounts:read'] });
  const create = async () => (await admin(CREATE, { input: input() })).json.data.createApiKey;

  it('created: shows the plaintext once, and the key works', async () => {
    const { plaintext, key } = await create();
    expect(key).toMatchObject({ ...input(), expiresAt: null, revokedAt: null });
    expect(await accountsStatus(plaintext)).toBe(200);
    const listed = await admin(`{ apiKeys { ${KEY} } }`);
    expect(listed.json.data.apiKeys).toContainEqual(key);
    expect(listed.text).not.toContain(plaintext);
    const [entry] = await audited(key.prefix);
    expect(entry).toMatchObject({
      actor: 'ola the admin',
      actorKind: 'operator',
      action: 'api_key.create',
      before: null,
    });
    expect(entry.requestId).toMatch(/^[0-9A-Z]{26}$/);
    expect(entry.after).toMatchObject({ name: 'till', organization_ids: [lender.organizationId], expires_at: null });
    expect(JSON.stringify(entry)).not.toContain(plaintext);
  });

  it('validation_failed with every problem at once, and nothing is created', async () => {
    const before = (await admin('{ apiKeys { prefix } }')).json.data.apiKeys.length;
    const wrong = { name: ' ', organizationIds: [newId()], scopes: ['all'], expiresAt: '2020-01-01T00:00:00Z' };
    const refused = await admin(CREATE, { input: wrong });
    expect(codes(refused)).toEqual(['validation_failed']);
    expect(refused.json.errors[0].extensions.issues).toHaveLength(4);
    for (const bad of [{ name: 'x'.repeat(101) }, { scopes: [] }]) {
      expect(codes(await admin(CREATE, { input: { ...input(), ...bad } }))).toEqual(['validation_failed']);
    }
    expect((await admin('{ apiKeys { prefix } }')).json.data.apiKeys).toHaveLength(before);
  });

  it('rotated: a new key with the same access, and the old one works until it is revoked', async () => {
    const old = await create();
    const expiresAt = '2099-01-31T00:00:00.000Z';
    const { plaintext, key } = (await admin(ROTATE, { prefix: old.key.prefix, expiresAt })).json.data.rotateApiKey;
    expect(key).toMatchObject({ ...input(), expiresAt, revokedAt: null });
    expect(key.prefix).not.toBe(old.key.prefix);
    expect([await accountsStatus(old.plaintext), await accountsStatus(plaintext)]).toEqual([200, 200]);
    expect((await audited(key.prefix))[0]).toMatchObject({
      action: 'api_key.rotate',
      before: { prefix: old.key.prefix },
    });

    const revoked = (await admin(REVOKE, { prefix: old.key.prefix })).json.data.revokeApiKey;
    expect(revoked.revokedAt).not.toBeNull();
    expect([await accountsStatus(old.plaintext), await accountsStatus(plaintext)]).toEqual([401, 200]);
    expect((await audited(old.key.prefix)).map(({ action }: { action: string }) => action)).toEqual([
      'api_key.revoke',
      'api_key.create',
    ]);
    expect(codes(await admin(ROTATE, { prefix: old.key.prefix }))).toEqual(['api_key_revoked']);
    await instance.resources.pool.query(
      "update api_key set expires_at = now() - interval '1 second' where prefix = $1",
      [key.prefix],
    );
    expect(codes(await admin(ROTATE, { prefix: key.prefix }))).toEqual(['api_key_expired']);
  });

  it('api_key_not_found for an unknown prefix', async () => {
    for (const prefix of ['aaaaaaaa', 'x', '\u0000']) {
      expect(codes(await admin(REVOKE, { prefix }))).toEqual(['api_key_not_found']);
      expect(codes(await admin(ROTATE, { prefix }))).toEqual(['api_key_not_found']);
    }
  });
});

describe('operators’ tokens', () => {
  const TOKEN = 'id name role organizationIds createdAt createdBy expiresAt revokedAt';
  const REVOKE_TOKEN = `mutation ($id: ID!) { revokeOperatorToken(id: $id) { ${TOKEN} } }`;
  type Listed = { readonly id: string; readonly name: string };

  it('are listed without the token, and revoked one by one: that one is 401 at once, the others work', async () => {
    const request = { subject: 'tom', role: 'viewer', organizationIds: [lender.organizationId] } as const;
    const [token, kept] = [await operatorToken(instance.resources, request), await operator('viewer')];
    const tom = graphClient(instance.graphqlUrl, token);
    expect((await tom('{ __typename }')).status).toBe(200);
    const { text, json } = await admin(`{ operatorTokens { ${TOKEN} } }`);
    expect(text).not.toContain(token.split('.')[2]);
    const found = json.data.operatorTokens.find(({ name }: Listed) => name === 'tom');
    expect(found).toMatchObject({
      ...{ name: 'tom', role: 'viewer', organizationIds: [lender.organizationId] },
      ...{ createdBy: 'test', revokedAt: null },
    });

    const revoked = (await admin(REVOKE_TOKEN, { id: found.id })).json.data.revokeOperatorToken;
    expect(revoked).toEqual({ ...found, revokedAt: expect.any(String) });
    const [refused, unknown] = [
      await tom('{ __typename }'),
      await graphClient(instance.graphqlUrl, 'a.b.c')('{ __typename }'),
    ];
    expect([refused.status, refused.json.errors[0].extensions.code]).toEqual([401, 'invalid_token']);
    expect(unknown.json.errors[0].message).toBe(refused.json.errors[0].message);
    expect((await kept('{ __typename }')).status).toBe(200);

    expect((await admin(REVOKE_TOKEN, { id: found.id })).json.data.revokeOperatorToken).toEqual(revoked);
    expect(await audited(found.id)).toMatchObject([
      { action: 'operator_token.revoke', actor: 'ola the admin', before: { revoked_at: null } },
      { action: 'operator_token.create', after: { name: 'tom', role: 'viewer' } },
    ]);
  });

  it('operator_token_not_found for an unknown id', async () => {
    for (const id of [newId(), 'x', '\u0000']) {
      expect(codes(await admin(REVOKE_TOKEN, { id }))).toEqual(['operator_token_not_found']);
    }
  });
});

describe('who may administer', () => {
  const QUESTIONS: readonly (readonly [least: OperatorRole, question: string])[] = [
    ['admin', '{ apiKeys { prefix } }'],
    ['admin', 'mutation { createOrganization(input: { displayName: "", legalName: "" }) { id } }'],
    ['admin', '{ auditLog { page { limit } } }'],
    ['admin', '{ operatorTokens { id } }'],
    ['admin', `mutation { revokeOperatorToken(id: "${newId()}") { id } }`],
    ['admin', '{ failedJobs { page { limit } } }'],
    ['admin', '{ webhookSecrets { variable } }'],
    ['admin', 'mutation { revokeApiKey(prefix: "aaaaaaaa") { prefix } }'],
    ['admin', 'mutation { rotateApiKey(prefix: "aaaaaaaa") { plaintext } }'],
    ['admin', 'mutation { createApiKey(input: { name: "", organizationIds: [], scopes: [] }) { plaintext } }'],
    ['admin', 'mutation { retryJob(id: "0") { id } }'],
    ['supervisor', `mutation { resolveOperatorException(id: "${newId()}", resolution: "x") { id } }`],
    ['viewer', '{ operatorExceptions { page { limit } } }'],
  ];

  it.each(QUESTIONS)('%s: %s', async (least, question) => {
    const roles = ['viewer', 'agent', 'supervisor', 'admin'] as const;
    for (const role of roles) {
      const isDenied = !isAtLeast(role, least);
      expect(codes(await (await operator(role))(question)).includes('insufficient_scope')).toBe(isDenied);
    }
    const key = graphClient(instance.graphqlUrl, (await lender.key()).plaintext);
    expect(codes(await key(question))).toEqual(['insufficient_scope']);
    const narrow = await operator('admin', [lender.organizationId]);
    // A lender's admin reads the audit log of that lender.
    const isOwn = question.includes('auditLog');
    expect(codes(await narrow(question)).includes('insufficient_scope')).toBe(least === 'admin' && !isOwn);
  });
});

describe('the audit log', () => {
  const LOG = `query ($text: String, $accountId: ID, $personId: ID, $organizationId: ID) {
    auditLog(text: $text, accountId: $accountId, personId: $personId, organizationId: $organizationId) {
      items { action subject } } }`;
  const found = async (variables: Readonly<Record<string, unknown>>, by = admin) =>
    (await by(LOG, variables)).json.data.auditLog.items;

  it('is searched by words of actor, action and object in any order, folded', async () => {
    const key = randomUUID();
    await instance.resources.pool.query(
      `insert into audit_log (id, actor, actor_kind, actor_name, action, subject, organization_id)
       values ($1, 'u-7', 'operator', 'Zoë O’Neill', 'autopay_schedule.cancel', $2, $3)`,
      [newId(), key, lender.organizationId],
    );
    const one = [{ action: 'autopay_schedule.cancel', subject: key }];
    for (const text of ['oneill zoe', 'CANCEL ONeill', `${key} schedule`, `zoë u-7 ${key}`])
      expect([text, await found({ text })]).toEqual([text, one]);
    expect(await found({ text: `zoe ${key} create` })).toEqual([]);
    expect(await found({ text: key, organizationId: other.organizationId })).toEqual([]);
  });

  it('of a loan has the acts on all that belongs to it; of a person those on contact data and payment methods', async () => {
    const accountId = await lender.ledgerAccount();
    const elsewhere = await lender.ledgerAccount();
    const note = (id: string) =>
      admin(`mutation { addAccountNote(accountId: "${id}", idempotencyKey: "${randomUUID()}", input: { kind: call, text: "said" }) {
        note { id } } }`);
    const noted = await note(accountId);
    expect(noted.json.errors).toBeUndefined();
    await note(elsewhere);
    const acts = await found({ accountId });
    expect(acts).toEqual([{ action: 'account_note.add', subject: noted.json.data.addAccountNote.note.id }]);
    await admin('query ($id: ID!) { person(id: $id) { email } }', { id: lender.personId });
    const ofPerson = await found({ personId: lender.personId });
    expect(ofPerson).toContainEqual({ action: 'contact_data.read', subject: lender.personId });
    expect(await found({ personId: lender.personId, accountId })).toEqual([]);
    for (const id of ['x', newId()]) expect([id, await found({ accountId: id })]).toEqual([id, []]);
    const narrow = await operator('admin', [other.organizationId]);
    expect(await found({ accountId }, narrow)).toEqual([]);
    expect(await found({ personId: lender.personId }, narrow)).toEqual([]);
  });
});

describe('lenders and their workspaces', () => {
  const ORGANIZATION = `mutation ($input: CreateOrganizationInput!) {
    createOrganization(input: $input) { id displayName legalName dbaName isActive } }`;
  const WORKSPACE = `mutation ($input: CreateWorkspaceInput!) {
    createWorkspace(input: $input) { id organizationId name } }`;
  const make = async () =>
    (await admin(ORGANIZATION, { input: { displayName: 'Cedar', legalName: 'Cedar Finance LLC' } })).json.data
      .createOrganization;

  it('are created, and audited', async () => {
    const organization = await make();
    expect(organization).toMatchObject({ displayName: 'Cedar', dbaName: 'Cedar', isActive: true });
    const made = await admin(WORKSPACE, { input: { organizationId: organization.id, name: 'Collections' } });
    expect(made.json.data.createWorkspace).toMatchObject({ organizationId: organization.id, name: 'Collections' });
    const { items } = (await admin('{ auditLog(limit: 2) { items { action subject } } }')).json.data.auditLog;
    expect(items).toEqual([
      { action: 'workspace.create', subject: made.json.data.createWorkspace.id },
      { action: 'organization.create', subject: organization.id },
    ]);
  });

  it.each(['Asia/Kolkata', 'America/Indiana/Indianapolis', 'Europe/Kyiv', 'US/Pacific'])('in %s', async (timeZone) => {
    const input = { displayName: 'Cedar', legalName: 'Cedar Finance LLC', timeZone };
    const made = await admin(ORGANIZATION.replace('isActive', 'isActive timeZone today'), { input });
    expect(made.json).not.toHaveProperty('errors');
    const organization = made.json.data.createOrganization;
    expect(organization).toMatchObject({ timeZone, today: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
  });

  it('once per key: five requests at once and a later repetition return one; other input under the key is a conflict', async () => {
    const KEYED = ORGANIZATION.replace('($input', '($key: String, $input').replace(
      '(input: $input',
      '(idempotencyKey: $key, input: $input',
    );
    const key = randomUUID();
    const input = { displayName: `Once ${key}`, legalName: 'Once LLC', sandbox: true };
    const answers = await Promise.all(Array.from({ length: 5 }, () => admin(KEYED, { key, input })));
    const later = await admin(KEYED, { key, input });
    const ids = [...answers, later].map(({ json }) => json.data.createOrganization.id);
    expect(new Set(ids).size).toBe(1);
    const { rows } = await instance.resources.pool.query('select id from organization where display_name = $1', [
      input.displayName,
    ]);
    expect(rows).toEqual([{ id: ids[0] }]);
    expect(await audited(ids[0])).toHaveLength(1);
    expect(codes(await admin(KEYED, { key, input: { ...input, legalName: 'Twice LLC' } }))).toEqual([
      'idempotency_conflict',
    ]);
    const another = graphClient(
      instance.graphqlUrl,
      await operatorToken(instance.resources, { subject: 'another admin', role: 'admin' }),
    );
    expect(codes(await another(KEYED, { key, input }))).toEqual(['idempotency_conflict']);
  });

  it('not in a time zone that the database does not know: its reports could not be computed', async () => {
    const { db } = instance.resources;
    const caller = systemPrincipal('test');
    await expect(requireTimeZone(db, caller, 'Mars/Olympus')).rejects.toMatchObject({ code: 'validation_failed' });
    await expect(requireTimeZone(db, caller, 'Asia/Kolkata')).resolves.toBeUndefined();
  });

  it('every problem is reported at once; an organization out of reach is reported as missing', async () => {
    const blank = await admin(ORGANIZATION, { input: { displayName: '', legalName: '' } });
    expect(blank.json.errors[0].extensions.issues).toHaveLength(2);
    const { id } = await make();
    const narrow = await operator('admin', [lender.organizationId]);
    const refused = await Promise.all(
      [id, newId()].map((organizationId) => narrow(WORKSPACE, { input: { organizationId, name: 'n' } })),
    );
    for (const { json } of refused) expect(json.errors[0].extensions.issues).toMatchObject([{ type: 'value_error' }]);
  });
});

describe('exceptions', () => {
  const LIST = `query ($isResolved: Boolean) {
    operatorExceptions(isResolved: $isResolved) { items { id kind detail resolvedAt resolvedBy resolution } } }`;
  const RESOLVE = `mutation ($id: ID!, $resolution: String!) {
    resolveOperatorException(id: $id, resolution: $resolution) { id resolvedBy resolution } }`;

  it('are listed, and resolved once: the first operator’s text stays', async () => {
    const id = await populateException(instance.resources.pool, lender);
    const [first, second] = [await operator('operator'), admin];
    expect((await first(LIST, { isResolved: false })).json.data.operatorExceptions.items[0]).toEqual({
      ...{ id, kind: 'posted_after_failed', detail: { reference: 7 } },
      ...{ resolvedAt: null, resolvedBy: null, resolution: null },
    });
    const done = { id, resolvedBy: 'ola the operator', resolution: 'given back' };
    expect((await first(RESOLVE, { id, resolution: 'given back' })).json.data.resolveOperatorException).toEqual(done);
    expect((await second(RESOLVE, { id, resolution: 'kept' })).json.data.resolveOperatorException).toEqual(done);
    const entries = await audited(id);
    expect(entries).toHaveLength(1);
    expect(entries[0]).toMatchObject({ actor: 'ola the operator', action: 'operator_exception.resolve' });
    const open = (await first(LIST, { isResolved: false })).json.data.operatorExceptions.items;
    expect(open.map((item: { id: string }) => item.id)).not.toContain(id);
  });

  it('of another organization are treated as missing', async () => {
    const id = await populateException(instance.resources.pool, lender);
    const narrow = await operator('operator', [other.organizationId]);
    expect((await narrow(LIST)).json.data.operatorExceptions.items).toEqual([]);
    const foreign = await narrow(RESOLVE, { id, resolution: 'x' });
    expect(codes(foreign)).toEqual(['operator_exception_not_found']);
    for (const missing of [newId(), 'x']) {
      expect((await narrow(RESOLVE, { id: missing, resolution: 'x' })).text).toBe(foreign.text);
    }
    expect(codes(await narrow(RESOLVE, { id, resolution: '' }))).toEqual(['validation_failed']);
  });
});

describe('failed jobs', () => {
  const LIST =
    '{ failedJobs(isGivenUp: true, limit: 2) { items { id name attempts isGivenUp error } page { hasMore nextCursor } } }';
  const RETRY = 'mutation ($id: ID!) { retryJob(id: $id) { id attempts } }';

  it('are listed without values, and retried', async () => {
    const id = await populateFailedJob(instance.resources.pool);
    const [job] = (await admin(LIST)).json.data.failedJobs.items;
    expect(job).toEqual({ id, name: 'test_nothing', attempts: 1, isGivenUp: true, error: 'cannot reach "…" at …' });
    expect((await admin(RETRY, { id })).json.data.retryJob).toEqual({ id, attempts: 0 });
    const { rows } = await instance.resources.pool.query('select attempts from graphile_worker.jobs where id = $1', [
      id,
    ]);
    expect(rows).toEqual([{ attempts: 0 }]);
    expect(codes(await admin(RETRY, { id }))).toEqual(['job_not_found']);
    expect((await admin(LIST)).json.data.failedJobs.items).toEqual([]);
    expect(await audited(id)).toHaveLength(1);
    expect((await audited(id))[0]).toMatchObject({
      action: 'job.retry',
      before: { name: 'test_nothing', attempts: 1 },
    });
  });

  it('one page after the other', async () => {
    for (let made = 0; made < 3; made += 1) await populateFailedJob(instance.resources.pool);
    const first = (await admin(LIST)).json.data.failedJobs;
    const rest = `{ failedJobs(isGivenUp: true, limit: 1000, cursor: "${first.page.nextCursor}") { items { id } } }`;
    expect([first.items.length, first.page.hasMore, codes(await admin(rest))]).toEqual([2, true, []]);
  });

  it('job_not_found for one that does not exist, or is running', async () => {
    const id = await populateFailedJob(instance.resources.pool);
    await instance.resources.pool.query(
      "update graphile_worker._private_jobs set locked_at = now(), locked_by = 'another worker' where id = $1",
      [id],
    );
    for (const missing of [id, '999999', 'x', '9'.repeat(30), randomUUID()]) {
      expect(codes(await admin(RETRY, { id: missing }))).toEqual(['job_not_found']);
    }
    expect(await audited(id)).toEqual([]);
  });
});

it('webhook secrets: shows which are set, by fingerprint, and never a value', async () => {
  const answer = await admin('{ webhookSecrets { provider variable isConfigured fingerprint } }');
  const unset = (provider: string, variable: string) => ({
    provider,
    variable,
    isConfigured: false,
    fingerprint: null,
  });
  expect(answer.json.data.webhookSecrets).toEqual([
    unset('sendgrid', 'SENDGRID_WEBHOOK_PUBLIC_KEY'),
    {
      ...{ provider: 'mailgun', variable: 'MAILGUN_WEBHOOK_SIGNING_KEY', isConfigured: true },
      fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/),
    },
    unset('postmark', 'POSTMARK_WEBHOOK_PASSWORD'),
    unset('generic', 'GENERIC_WEBHOOK_SECRET'),
  ]);
  expect(answer.text).not.toContain(MAILGUN_KEY);
});
