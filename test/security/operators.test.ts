import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../core/ids/ids.js';
import { type ApiAnswer, send } from '../support/api.js';
import { type Ask, graphClient } from '../support/graph.js';
import type { Lender } from '../support/lender.js';
import { claimsFor, type OidcHarness, openOidcHarness, seconds, signIn, startSignIn } from '../support/oidc-harness.js';
import { operatorToken } from '../support/operators.js';

/* People whom an admin admits: their record decides what they may do, in place of the provider's claims. */

const OPERATOR =
  'id name email issuer subject role roles { organizationId role } disabledAt lastSignedInAt sessions { id lastActiveAt }';
const ADD = `mutation ($input: AddOperatorInput!) { addOperator(input: $input) { ${OPERATOR} } }`;
const CHANGE = `mutation ($id: ID!, $input: ChangeOperatorInput!) { changeOperator(id: $id, input: $input) { ${OPERATOR} } }`;
const DISABLE = `mutation ($id: ID!) { disableOperator(id: $id) { ${OPERATOR} } }`;
const ENABLE = `mutation ($id: ID!) { enableOperator(id: $id) { ${OPERATOR} } }`;
const END = `mutation ($id: ID!) { endOperatorSessions(id: $id) { ${OPERATOR} } }`;

let harness: OidcHarness;
let admin: Ask;
let lender: Lender;
let other: Lender;

beforeAll(async () => {
  harness = await openOidcHarness();
  const { instance } = harness;
  admin = graphClient(instance.graphqlUrl, await operatorToken(instance.resources, { subject: 'root', role: 'admin' }));
  [lender, other] = [await instance.lender(), await instance.lender('Birch Credit')];
});
afterAll(() => harness?.close());

const codeOf = ({ json }: ApiAnswer): string | undefined => json.errors?.[0].extensions.code;
let people = 0;
const person = () => {
  people += 1;
  return { sub: `person-${people}`, email: `person-${people}@example.com`, email_verified: true };
};
const add = async (input: object) => (await admin(ADD, { input: { name: 'Pat', ...input } })).json.data.addOperator;
const bySubject = (subject: string, rights: object) => add({ issuer: harness.provider.url, subject, ...rights });
const audited = async (subject: string) => {
  const entries = '{ items { action actor before after } }';
  const { json } = await admin(`query ($subject: String) { auditLog(subject: $subject) ${entries} }`, { subject });
  return json.data.auditLog.items;
};

/** What the browser with this cookie knows about its operator; undefined: it is not signed in. */
const session = async (cookie: string) => {
  const { json } = await send(`${harness.origin}/session`, { headers: { cookie } });
  return json.signed_in ? json.operator : undefined;
};
const asSession = async (cookie: string, query: string): Promise<ApiAnswer> => {
  const { json } = await send(`${harness.origin}/session`, { headers: { cookie } });
  return send(harness.instance.graphqlUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json', cookie, 'x-csrf-token': json.csrf_token ?? '' },
    body: JSON.stringify({ query }),
  });
};
interface Claims {
  readonly sub: string;
  readonly [claim: string]: unknown;
}

/** Signs in by an ID token with these claims. @param added - what userinfo adds */
function signInAs(of: OidcHarness, claims: Claims, added: object = {}) {
  of.provider.tells({ sub: claims.sub, ...added });
  return signIn(of, claims);
}

/** Where a refused sign-in ends. */
async function refusal(of: OidcHarness, claims: Claims): Promise<string | null> {
  of.provider.tells({ sub: claims.sub });
  const attempt = await startSignIn(of);
  of.provider.answers({ access_token: 'x', id_token: await of.provider.sign(claimsFor(of, attempt, claims)) });
  const address = `${of.origin}/session/oidc/callback?code=x&state=${attempt.state}`;
  const answer = await fetch(address, { redirect: 'manual', headers: { cookie: attempt.cookie } });
  expect(answer.headers.getSetCookie().some((set) => /^tributary-session=[^;]/.test(set))).toBe(false);
  return answer.headers.get('location');
}

describe('a person admitted', () => {
  it('by subject has the roles of the record, lower ones than in the claims too', async () => {
    const { sub } = person();
    const roles = [
      { organizationId: lender.organizationId, role: 'agent' },
      { organizationId: other.organizationId, role: 'viewer' },
    ];
    const added = await bySubject(sub, { roles });
    expect(added).toMatchObject({ role: null, roles, disabledAt: null, lastSignedInAt: null, sessions: [] });
    const { cookie } = await signInAs(harness, { sub, roles: ['admin'] });
    expect(await session(cookie)).toMatchObject({
      ...{ subject: sub, role: 'viewer', name: 'Pat' },
      roles: { [lender.organizationId]: 'agent', [other.organizationId]: 'viewer' },
    });
  });

  it('by subject signs in without a role in the claims', async () => {
    const { sub } = person();
    await bySubject(sub, { role: 'supervisor' });
    const { cookie } = await signInAs(harness, { sub, roles: [] });
    expect(await session(cookie)).toMatchObject({ role: 'supervisor', organization_ids: null });
  });

  it('by email is bound at the first sign-in: afterwards the subject counts, and the address no longer', async () => {
    const { sub, email } = person();
    const { id } = await add({ email: email.toUpperCase(), role: 'agent' });
    const claims = { sub, email, email_verified: true, roles: [] };
    expect(await session((await signInAs(harness, claims)).cookie)).toMatchObject({ subject: sub, role: 'agent' });
    // The provider gave the address to another person.
    expect(await refusal(harness, { ...claims, sub: `${sub}-other` })).toBe('/sign-in?problem=no_role');
    const renamed = { sub, email: `new-${email}`, email_verified: true, roles: [] };
    expect(await session((await signInAs(harness, renamed)).cookie)).toMatchObject({ role: 'agent' });
    const found = (await admin(`{ operators { ${OPERATOR} } }`)).json.data.operators.find(
      (one: { id: string }) => one.id === id,
    );
    expect(found).toMatchObject({ email, subject: sub, issuer: harness.provider.url });
    expect(found.sessions).toHaveLength(2);
    expect(await audited(id)).toMatchObject([
      { action: 'operator.bind', actor: sub, before: { subject: null }, after: { subject: sub } },
      { action: 'operator.add', actor: 'root', after: { email, role: 'agent', organization_ids: 'all' } },
    ]);
  });

  it.each([false, undefined, 'yes'])(
    'by email is another one where the provider says verified: %s',
    async (verified) => {
      const { sub, email } = person();
      await add({ email, role: 'admin' });
      const claims = { sub, email, roles: ['viewer'], ...(verified !== undefined && { email_verified: verified }) };
      expect(await session((await signInAs(harness, claims)).cookie)).toMatchObject({ role: 'viewer' });
    },
  );

  it('by email is found where only userinfo has the address', async () => {
    const { sub, email } = person();
    await add({ email, role: 'agent' });
    const { cookie } = await signInAs(harness, { sub, roles: [] }, { email, email_verified: true });
    expect(await session(cookie)).toMatchObject({ subject: sub, role: 'agent' });
  });

  it('after signing in by the claims has the roles of the record in the running session, too', async () => {
    const { sub } = person();
    const { cookie } = await signInAs(harness, { sub, roles: ['admin'] });
    expect(await session(cookie)).toMatchObject({ role: 'admin' });
    await bySubject(sub, { role: 'viewer' });
    expect(await session(cookie)).toMatchObject({ role: 'viewer' });
    expect(codeOf(await asSession(cookie, '{ apiKeys { prefix } }'))).toBe('insufficient_scope');
  });

  it('twice: operator_exists, also when two requests race', async () => {
    const { email } = person();
    const inputs = [email, email.toUpperCase()].map((each) => ({ name: 'Pat', email: each, role: 'viewer' }));
    const answers = await Promise.all(inputs.map((input) => admin(ADD, { input })));
    expect(answers.map(codeOf).sort()).toEqual(['operator_exists', undefined]);
  });

  it('validation_failed with every problem at once', async () => {
    const input = {
      name: ' ',
      email: 'nobody',
      subject: 'x',
      role: 'viewer',
      roles: [{ organizationId: 'x', role: 'agent' }],
    };
    const answer = await admin(ADD, { input });
    expect(codeOf(answer)).toBe('validation_failed');
    expect(answer.json.errors[0].extensions.issues).toHaveLength(4);
    const unknown = { name: 'Pat', email: person().email, roles: [{ organizationId: newId(), role: 'agent' }] };
    expect(codeOf(await admin(ADD, { input: unknown }))).toBe('validation_failed');
    expect(codeOf(await admin(ADD, { input: { name: 'Pat', role: 'viewer' } }))).toBe('validation_failed');
  });
});

describe('a change of a person', () => {
  it('reaches running sessions at once, in every process, and is audited', async () => {
    const { sub } = person();
    const { id } = await bySubject(sub, { role: 'supervisor' });
    const { cookie } = await signInAs(harness, { sub });
    const input = { roles: [{ organizationId: lender.organizationId, role: 'agent' }] };
    const changed = (await admin(CHANGE, { id, input })).json.data.changeOperator;
    expect(changed).toMatchObject({ role: null, roles: input.roles });
    expect(await session(cookie)).toMatchObject({ role: 'agent', organization_ids: [lender.organizationId] });
    const again = (await signInAs(harness, { sub })).cookie;
    expect(await session(again)).toMatchObject({ role: 'agent', organization_ids: [lender.organizationId] });
    const changes = (await audited(id)).filter(({ action }: { action: string }) => action === 'operator.change');
    // One entry for admins of every lender, and one for those of the lender, with nothing about the others.
    expect(changes).toHaveLength(2);
    const [entry] = changes.filter(({ before }: { before: object }) => 'organization_ids' in before);
    expect(entry).toMatchObject({
      ...{ action: 'operator.change', actor: 'root' },
      before: { role: 'supervisor', organization_ids: 'all' },
      after: { role: 'agent', organization_ids: [lender.organizationId] },
    });
  });

  it('to disabled ends the sessions and refuses the next sign-in; enabled again, the person signs in', async () => {
    const { sub } = person();
    const { id } = await bySubject(sub, { role: 'agent' });
    const { cookie } = await signInAs(harness, { sub });
    expect((await admin(DISABLE, { id })).json.data.disableOperator).toMatchObject({
      ...{ disabledAt: expect.any(String), sessions: [] },
    });
    expect(await session(cookie)).toBeUndefined();
    expect(await refusal(harness, { sub, roles: ['admin'] })).toBe('/sign-in?problem=disabled');
    await admin(ENABLE, { id });
    expect(await session(cookie)).toBeUndefined();
    expect(await session((await signInAs(harness, { sub })).cookie)).toMatchObject({ role: 'agent' });
  });

  it('of sessions ends all of one person, who may sign in again', async () => {
    const [{ sub }, another] = [person(), person()];
    const { id } = await bySubject(sub, { role: 'agent' });
    await bySubject(another.sub, { role: 'agent' });
    const cookies = [(await signInAs(harness, { sub })).cookie, (await signInAs(harness, { sub })).cookie];
    const kept = (await signInAs(harness, { sub: another.sub })).cookie;
    expect((await admin(END, { id })).json.data.endOperatorSessions.sessions).toEqual([]);
    expect(await Promise.all([...cookies, kept].map(session))).toEqual([undefined, undefined, expect.anything()]);
    expect(await session((await signInAs(harness, { sub })).cookie)).toBeDefined();
    expect((await audited(id))[0]).toMatchObject({ action: 'operator.end_sessions', after: { sessions: 2 } });
  });

  it('operator_not_found for an unknown id', async () => {
    for (const id of ['x', newId()]) {
      const answers = [
        await admin(CHANGE, { id, input: {} }),
        await admin(DISABLE, { id }),
        await admin(ENABLE, { id }),
      ];
      expect([...answers, await admin(END, { id })].map(codeOf)).toEqual(Array(4).fill('operator_not_found'));
    }
  });

  it('needs an admin of every organization', async () => {
    const { resources, graphqlUrl } = harness.instance;
    const request = { subject: 'lee', role: 'admin', organizationIds: [lender.organizationId] } as const;
    const lee = graphClient(graphqlUrl, await operatorToken(resources, request));
    const answers = [
      await lee('{ operators { id } }'),
      await lee(DISABLE, { id: newId() }),
      await lee(END, { id: newId() }),
    ];
    expect(answers.map(codeOf)).toEqual(Array(3).fill('insufficient_scope'));
  });
});

describe('a change of operators over a session', () => {
  const HOUR = 3_600;

  it.each<[string, number | undefined, string, string | undefined]>([
    ['just now, by the provider', 0, '', undefined],
    ['an hour ago, by the provider', HOUR, '', 'recent_sign_in_required'],
    ['at an unreported time', undefined, '', 'recent_sign_in_required'],
    ['again, at an unreported time', undefined, '?again=1', undefined],
    ['again, an hour ago by the provider', HOUR, '?again=1', 'recent_sign_in_required'],
  ])('of a person who was asked %s', async (_, age, query, code) => {
    const { sub } = person();
    await bySubject(sub, { role: 'admin' });
    const { id } = await bySubject(person().sub, { role: 'viewer' });
    harness.provider.tells({ sub });
    const auth_time = age === undefined ? undefined : seconds() - age;
    const { cookie } = await signIn(harness, { sub, auth_time }, '', query);
    expect(codeOf(await asSession(cookie, `mutation { disableOperator(id: "${id}") { id } }`))).toBe(code);
  });

  it('needs a sign-in that the browser cannot turn into one that was begun again', async () => {
    const { sub } = person();
    await bySubject(sub, { role: 'admin' });
    const { id } = await bySubject(person().sub, { role: 'viewer' });
    harness.provider.tells({ sub });
    const attempt = await startSignIn(harness);
    const id_token = await harness.provider.sign(claimsFor(harness, attempt, { sub, auth_time: undefined }));
    harness.provider.answers({ access_token: 'opaque', id_token });
    const address = `${harness.origin}/session/oidc/callback?code=x&state=${attempt.state}&again=1`;
    const response = await fetch(address, { redirect: 'manual', headers: { cookie: attempt.cookie } });
    const set = response.headers.getSetCookie().find((each) => each.startsWith('tributary-session='));
    const [cookie = ''] = (set ?? '').split(';');
    expect(codeOf(await asSession(cookie, `mutation { disableOperator(id: "${id}") { id } }`))).toBe(
      'recent_sign_in_required',
    );
  });
});

describe('the last admin', () => {
  it('is neither disabled nor lowered; of two who disable each other at once, one remains', async () => {
    await harness.instance.resources.pool.query("update operator set role = 'viewer' where role = 'admin'");
    const [one, two] = [person(), person()];
    const first = await bySubject(one.sub, { role: 'admin' });
    const second = await bySubject(two.sub, { role: 'admin' });
    const cookie = (await signInAs(harness, { sub: one.sub })).cookie;
    // The second one has never signed in, and perhaps cannot.
    const lowered = { id: first.id, input: { role: 'supervisor' } };
    expect(codeOf(await admin(CHANGE, lowered))).toBe('last_admin');
    expect(codeOf(await asSession(cookie, `mutation { disableOperator(id: "${first.id}") { id } }`))).toBe(
      'last_admin',
    );

    const other = (await signInAs(harness, { sub: two.sub })).cookie;
    const answers = await Promise.all([
      asSession(cookie, `mutation { disableOperator(id: "${second.id}") { id } }`),
      asSession(other, `mutation { disableOperator(id: "${first.id}") { id } }`),
    ]);
    expect(answers.map(codeOf).filter((code) => code === undefined)).toHaveLength(1);
    const { json } = await admin('{ operators { role disabledAt } }');
    const admins = json.data.operators.filter((each: { role: string }) => each.role === 'admin');
    expect(admins.filter(({ disabledAt }: { disabledAt: string | null }) => disabledAt === null)).toHaveLength(1);
  });
});

describe('an access token of the provider', () => {
  const bearer = async (claims: object) => {
    const { provider, instance } = harness;
    const now = Math.floor(Date.now() / 1000);
    const token = await provider.sign({ iss: provider.url, aud: 'tributary', iat: now, exp: now + 60, ...claims });
    return graphClient(instance.graphqlUrl, token)('{ organizations { items { id } } }');
  };

  it('has the rights of the record, and none once the person is disabled', async () => {
    const { sub } = person();
    expect((await bearer({ sub, roles: [] })).status).toBe(401);
    const { id } = await bySubject(sub, { roles: [{ organizationId: lender.organizationId, role: 'viewer' }] });
    const seen = (await bearer({ sub, roles: ['admin'] })).json.data.organizations.items;
    expect(seen).toEqual([{ id: lender.organizationId }]);
    await admin(DISABLE, { id });
    expect((await bearer({ sub, roles: ['admin'] })).status).toBe(401);
  });
});

describe('with OIDC_ADMIT=people', () => {
  it('only people who were admitted sign in, whatever their claims say', async () => {
    const strict = await openOidcHarness({}, { environment: { OIDC_ADMIT: 'people' } });
    const { instance, provider } = strict;
    const root = graphClient(
      instance.graphqlUrl,
      await operatorToken(instance.resources, { subject: 'root', role: 'admin' }),
    );
    expect(await refusal(strict, { sub: 'eve', roles: ['admin'] })).toBe('/sign-in?problem=not_admitted');
    const now = Math.floor(Date.now() / 1000);
    const claims = { iss: provider.url, aud: 'tributary', sub: 'eve', roles: ['admin'], iat: now, exp: now + 60 };
    const token = await provider.sign(claims);
    expect((await graphClient(instance.graphqlUrl, token)('{ __typename }')).status).toBe(401);
    await root(ADD, { input: { name: 'Eve', issuer: provider.url, subject: 'eve', role: 'viewer' } });
    const { cookie } = await signInAs(strict, { sub: 'eve', roles: ['admin'] });
    const { json } = await send(`${strict.origin}/session`, { headers: { cookie } });
    expect(json.operator).toMatchObject({ role: 'viewer' });
    expect((await graphClient(instance.graphqlUrl, token)('{ __typename }')).status).toBe(200);
    await strict.close();
  });
});
