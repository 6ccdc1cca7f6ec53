import { request as httpRequest } from 'node:http';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { RateLimits } from '../../core/rate-limits/rate-limits.js';
import { dashboardCookies } from '../../gateway/dashboard/cookies.js';
import { dashboard } from '../../runtime/assembly/dashboard-sign-in-ways.js';
import { type ApiAnswer, send } from '../support/api.js';
import { graphClient } from '../support/graph.js';
import { operatorToken } from '../support/operators.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* Browser sessions of operators: here by one click on demo data, in oidc.test.ts by an issuer. */

let instance: TestInstance;
let origin: string;

beforeAll(async () => {
  instance = await openTestInstance({ worker: false, isDemo: true });
  origin = new URL(instance.graphqlUrl).origin;
});
afterAll(() => instance.close());

interface Signed {
  readonly cookie: string;
  readonly csrf: string;
}

const enter = (body: object = {}, headers: Readonly<Record<string, string>> = {}) =>
  send(`${origin}/session/demo`, {
    method: 'POST',
    headers: { origin, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });

async function signedIn(body: object = {}): Promise<Signed> {
  const { headers } = await enter(body);
  const [cookie = ''] = (headers.get('set-cookie') ?? '').split(';');
  const { json } = await send(`${origin}/session`, { headers: { cookie } });
  return { cookie, csrf: json.csrf_token };
}

const ask = (
  { cookie, csrf }: Partial<Signed>,
  query = '{ organizations { items { id } } }',
  more: Readonly<Record<string, string>> = {},
): Promise<ApiAnswer> =>
  send(instance.graphqlUrl, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(cookie !== undefined && { cookie }),
      ...(csrf !== undefined && { 'x-csrf-token': csrf }),
      ...more,
    },
    body: JSON.stringify({ query }),
  });

const codeOf = ({ json }: ApiAnswer) => json?.errors?.[0]?.extensions?.code ?? json?.detail?.error_code;

describe('GET /session', () => {
  it('returns the sign-in options to a caller without a session', async () => {
    for (const cookie of [
      '',
      'tributary-session=',
      'tributary-session=x.y',
      `tributary-session=${'a'.repeat(5_000)}`,
    ]) {
      const answer = await send(`${origin}/session`, { headers: { cookie } });
      expect([answer.status, answer.json]).toEqual([200, { signed_in: false, ways: ['demo'] }]);
    }
  });

  it('returns the signed-in operator, the role and the expiry', async () => {
    const { cookie } = await signedIn({ role: 'operator' });
    const { json, headers } = await send(`${origin}/session`, { headers: { cookie } });
    expect(json).toEqual({
      signed_in: true,
      operator: {
        subject: 'demo-operator',
        issuer: expect.stringMatching(/^http:/),
        way: 'demo',
        name: 'Demo operator',
        role: 'supervisor',
        roles: null,
        organization_ids: null,
      },
      csrf_token: expect.stringMatching(/^[\w-]{43}$/),
      authenticated_at: expect.stringMatching(/Z$/),
      expires_at: expect.stringMatching(/Z$/),
      expires_in_seconds: expect.any(Number),
      ways: ['demo'],
    });
    expect(json.expires_in_seconds).toBeGreaterThan(0);
    // Half an hour without an act.
    expect(json.expires_in_seconds).toBeLessThanOrEqual(1_800);
    expect(headers.get('cache-control')).toBe('no-store');
  });
});

describe('POST /session/demo', () => {
  it('stores the session in a cookie that is HttpOnly and SameSite', async () => {
    const answer = await enter();
    expect(answer.status).toBe(204);
    expect(answer.headers.get('set-cookie')).toMatch(
      /^tributary-session=[0-9A-Z]{26}\.[\w-]{43}; Max-Age=43200; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
  });

  it('ends the browser’s previous session; a planted cookie is not a session', async () => {
    const { cookie } = await signedIn();
    const again = await enter({}, { cookie });
    expect(again.status).toBe(204);
    const [fresh = ''] = (again.headers.get('set-cookie') ?? '').split(';');
    expect(fresh).not.toBe(cookie);
    const isSignedIn = async (one: string) =>
      (await send(`${origin}/session`, { headers: { cookie: one } })).json.signed_in;
    expect([await isSignedIn(cookie), await isSignedIn(fresh)]).toEqual([false, true]);
    const planted = `tributary-session=${'0'.repeat(26)}.${'A'.repeat(43)}`;
    expect((await enter({}, { cookie: planted })).headers.get('set-cookie')).not.toContain('A'.repeat(43));
  });

  it.each([
    ['another page', { origin: 'http://evil.example' }],
    ['a page whose name resolves to this machine', { origin: 'http://evil.example', host: 'evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['a proxy', { 'x-forwarded-for': '203.0.113.7' }],
    ['a proxy, by RFC 7239', { forwarded: 'for=203.0.113.7' }],
    ['a proxy, by nginx’s header', { 'x-real-ip': '203.0.113.7' }],
    ['a proxy, by RFC 9110', { via: '1.1 proxy' }],
  ])('is refused to %s', async (_who, headers) => {
    const answer = await rawPost('/session/demo', { origin, ...headers });
    expect(answer).toEqual([403, 'sign_in_refused', undefined]);
  });

  it.each([{ role: 'owner' }, { role: 'admin', more: 1 }, { organization_id: 'x' }, []])('400 for %j', async (body) => {
    const answer = await enter(body);
    expect([answer.status, codeOf(answer)]).toEqual([400, 'malformed_request']);
  });

  it('does not exist with data other than the demo’s, or in production', async () => {
    const { resources } = instance;
    const production = { ...resources, config: { ...resources.config, isProduction: true } };
    expect(dashboard(resources, false).demo).toBeUndefined();
    expect(dashboard(production, true).demo).toBeUndefined();
    expect(dashboard(resources, true).demo).toBeDefined();
  });
});

describe('a session at POST /graphql', () => {
  it('is accepted like a bearer token, with its CSRF token', async () => {
    const session = await signedIn();
    expect((await ask(session)).json.data.organizations.items).toEqual([]);
  });

  it('is refused without that token, with a wrong one, and with another session’s', async () => {
    const session = await signedIn();
    const other = await signedIn();
    for (const csrf of [undefined, '', 'x', other.csrf]) {
      const answer = await ask(csrf === undefined ? { cookie: session.cookie } : { cookie: session.cookie, csrf });
      expect([answer.status, codeOf(answer)]).toEqual([403, 'csrf_token_invalid']);
    }
  });

  it('is used only when the request has no bearer token', async () => {
    const session = await signedIn();
    const answer = await ask(session, undefined, { authorization: 'Bearer nonsense' });
    expect([answer.status, codeOf(answer)]).toEqual([401, 'invalid_token']);
    const token = await operatorToken(instance.resources, { subject: 'ola', role: 'viewer' });
    expect((await ask({ cookie: 'tributary-session=x' }, undefined, { authorization: `Bearer ${token}` })).status).toBe(
      200,
    );
  });

  it('has the permissions of its role', async () => {
    const mutation = 'mutation { createOrganization(input: { displayName: "B", legalName: "B" }) { id } }';
    const viewer = await ask(await signedIn({ role: 'viewer' }), mutation);
    expect(codeOf(viewer)).toBe('insufficient_scope');
    expect((await ask(await signedIn({ role: 'admin' }), mutation)).json.data.createOrganization.id).toMatch(
      /^\w{26}$/,
    );
  });

  it('sees only its lender when it is limited to one', async () => {
    const { organizationId } = await instance.lender('Cedar Lending');
    const session = await signedIn({ role: 'viewer', organization_id: organizationId });
    expect((await ask(session)).json.data.organizations.items).toEqual([{ id: organizationId }]);
  });

  it('ends when its operator signs out, and is then refused like an unknown one', async () => {
    const session = await signedIn();
    const end = { method: 'POST', headers: { cookie: session.cookie } };
    const forged = await send(`${origin}/session/end`, end);
    expect([forged.status, codeOf(forged)]).toEqual([403, 'csrf_token_invalid']);
    const ended = await send(`${origin}/session/end`, {
      ...end,
      headers: { ...end.headers, 'x-csrf-token': session.csrf },
    });
    expect([ended.status, ended.headers.get('set-cookie')]).toEqual([
      204,
      expect.stringContaining('Expires=Thu, 01 Jan 1970'),
    ]);
    const over = await ask(session);
    const never = await ask({ cookie: 'tributary-session=x.y', csrf: 'x' });
    expect([over.status, over.text]).toEqual([401, never.text]);
    expect((await send(`${origin}/session/end`, end)).status).toBe(204);
  });

  it('ends when an admin ends it; its opening and its end are in the audit log', async () => {
    const admin = graphClient(
      instance.graphqlUrl,
      await operatorToken(instance.resources, { subject: 'ada', role: 'admin' }),
    );
    const session = await signedIn({ role: 'viewer' });
    const [id] = session.cookie.replace('tributary-session=', '').split('.');
    const revoked = await admin('mutation ($id: ID!) { revokeOperatorToken(id: $id) { id name } }', { id });
    expect(revoked.json.data.revokeOperatorToken).toEqual({ id, name: 'demo-viewer' });
    expect((await ask(session)).status).toBe(401);
    const log = await admin('query ($id: String) { auditLog(subject: $id) { items { action actor } } }', { id });
    expect(log.json.data.auditLog.items).toEqual([
      { action: 'operator_token.revoke', actor: 'ada' },
      { action: 'operator_session.open', actor: 'demo-viewer' },
    ]);
  });

  it('stores only a hash of its secret', async () => {
    const { cookie } = await signedIn();
    const [, secret = ''] = cookie.split('.');
    const { rows } = await instance.resources.pool.query('select t::text as text from operator_token t');
    expect(rows.map(({ text }) => text).join()).not.toContain(secret);
  });
});

it('over https, the cookies are bound to the host', () => {
  const set: string[] = [];
  const response: any = { cookie: (name: string, _value: string, { secure }: any) => set.push(`${name} ${secure}`) };
  const { session, signIns } = dashboardCookies(true);
  session.set(response, 'x', 1);
  const request: any = { headers: {} };
  signIns.set(request, response, 'a-random-state', 'x', 1);
  expect(set).toEqual(['__Host-tributary-session true', '__Host-tributary-sign-in-a-random-sta true']);
});

/** `fetch` sets Host and Origin itself. */
function rawPost(path: string, headers: Readonly<Record<string, string>>): Promise<readonly unknown[]> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${origin}${path}`, { method: 'POST', headers }, (response) => {
      let text = '';
      response.on('data', (chunk) => {
        text += chunk;
      });
      response.on('end', () =>
        resolve([response.statusCode, JSON.parse(text).detail.error_code, response.headers['set-cookie']]),
      );
    });
    request.on('error', reject);
    request.end();
  });
}

describe('POST /session/activity', () => {
  it('counts for the operator, as GET /session does, and for the address of a caller without a session', async () => {
    const { cookie, csrf } = await signedIn({ role: 'viewer' });
    const counted = vi.spyOn(RateLimits.prototype, 'consume');
    const report = async (headers: Readonly<Record<string, string>>) => {
      counted.mockClear();
      const { status } = await send(`${origin}/session/activity`, { method: 'POST', headers });
      return [status, counted.mock.calls];
    };
    try {
      expect(await report({ cookie, 'x-csrf-token': csrf })).toEqual([204, [['api', 'operator:demo-viewer']]]);
      expect(await report({})).toEqual([401, [['api', expect.stringMatching(/^address:/)]]]);
    } finally {
      counted.mockRestore();
    }
  });
});
