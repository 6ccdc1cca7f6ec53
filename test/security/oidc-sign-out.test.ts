import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SessionRequest } from '../../core/auth/operator-sessions/sessions.js';
import { send } from '../support/api.js';
import { type OidcHarness, openOidcHarness, SIGN_IN_CLAIMS, signIn } from '../support/oidc-harness.js';

/* Signing out of the dashboard also ends the session at the OpenID provider, if the provider has an address for that. */

const ENDED = /^tributary-ended-session=(?<value>[^;]+); Max-Age=120; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/;

interface SignedOut {
  readonly status: number;
  readonly leadsTo: string | undefined;
  /** The cookie that the browser sends from now on. */
  readonly cookie: string;
  readonly text: string;
}

async function signOut({ origin }: OidcHarness, cookie: string): Promise<SignedOut> {
  const { csrf_token } = (await send(`${origin}/session`, { headers: { cookie } })).json;
  const answer = await fetch(`${origin}/session/end`, {
    method: 'POST',
    headers: { cookie, 'x-csrf-token': csrf_token },
  });
  const text = await answer.text();
  const set = answer.headers.getSetCookie();
  expect(set.some((each) => each.startsWith('tributary-session=; ') && each.includes('1970'))).toBe(true);
  const ended = set.map((each) => ENDED.exec(each)?.groups?.['value']).find((value) => value !== undefined);
  return {
    ...{ status: answer.status, text, leadsTo: text === '' ? undefined : JSON.parse(text).leads_to },
    cookie: ended === undefined ? '' : `tributary-ended-session=${ended}`,
  };
}

async function follow({ origin }: OidcHarness, cookie: string) {
  const answer = await fetch(`${origin}/session/oidc/end`, { redirect: 'manual', headers: { cookie } });
  return { status: answer.status, location: answer.headers.get('location') ?? '', set: answer.headers.getSetCookie() };
}

const isSignedIn = async ({ origin }: OidcHarness, cookie: string) =>
  (await send(`${origin}/session`, { headers: { cookie } })).json.signed_in;

/** The value of a viewer's session. */
async function opened({ instance }: OidcHarness, who: Omit<SessionRequest, 'claimed'>): Promise<string> {
  const signIn = await instance.resources.operatorSessions.open({ ...who, claimed: { role: 'viewer' } });
  if (signIn.outcome === 'refused') throw new Error(signIn.refusal);
  return signIn.value;
}

const stored = async ({ instance }: OidcHarness) => {
  const { rows } = await instance.resources.pool.query('select t::text as text, sealed_id_token from operator_token t');
  return { text: rows.map(({ text }) => text).join('\n'), sealed: rows.map((row) => row.sealed_id_token) };
};

describe('with a provider that ends sessions', () => {
  let harness: OidcHarness;
  beforeAll(async () => {
    harness = await openOidcHarness({ end_session_endpoint: 'http://127.0.0.1:9/end?tenant=acme' });
  });
  afterAll(() => harness?.close());

  it('our session ends first; then the browser goes to the provider with the ID token, and back to the sign-in page', async () => {
    const { cookie, idToken } = await signIn(harness);
    const out = await signOut(harness, cookie);
    expect([out.status, out.leadsTo]).toEqual([200, '/session/oidc/end']);
    expect(await isSignedIn(harness, cookie)).toBe(false);

    const { status, location, set } = await follow(harness, out.cookie);
    const address = new URL(location);
    expect([status, `${address.origin}${address.pathname}`]).toEqual([302, 'http://127.0.0.1:9/end']);
    expect(Object.fromEntries(address.searchParams)).toEqual({
      tenant: 'acme',
      client_id: 'dashboard',
      id_token_hint: idToken,
      post_logout_redirect_uri: `${harness.origin}/sign-in`,
    });
    expect(set).toEqual([expect.stringMatching(/^tributary-ended-session=; .*1970/)]);
  });

  it('no script can read the ID token: it is in no answer and no cookie; the database stores it sealed until it is used', async () => {
    const { cookie, idToken, answers } = await signIn(harness);
    const [, , signature = ''] = idToken.split('.');
    const before = await stored(harness);
    expect(before.text).not.toContain(signature);
    expect(before.sealed.filter((sealed) => sealed !== null)).toHaveLength(1);
    const out = await signOut(harness, cookie);
    for (const text of [...answers, out.text, out.cookie]) expect(text).not.toContain(signature);
    expect((await follow(harness, out.cookie)).location).toContain(signature);
    expect((await stored(harness)).sealed.filter((sealed) => sealed !== null)).toEqual([]);
    expect((await follow(harness, out.cookie)).location).not.toContain(signature);
  });

  it('another site can neither end the provider’s session nor redirect the browser', async () => {
    const { cookie } = await signIn(harness);
    const [, value = ''] = cookie.split('=');
    const [id = ''] = value.split('.');
    for (const sent of [
      '',
      cookie,
      // The session is still valid.
      `tributary-ended-session=${value}`,
      `tributary-ended-session=${id}.${'A'.repeat(43)}`,
      'tributary-ended-session=x',
    ]) {
      const { location } = await follow(harness, sent);
      expect([sent, location]).toEqual([sent, '/sign-in']);
    }
    const tricked = await fetch(`${harness.origin}/session/oidc/end?post_logout_redirect_uri=https://evil.example`, {
      redirect: 'manual',
    });
    expect(tricked.headers.get('location')).toBe('/sign-in');
    expect(await isSignedIn(harness, cookie)).toBe(true);
    const forged = await fetch(`${harness.origin}/session/end`, { method: 'POST', headers: { cookie } });
    expect([forged.status, await isSignedIn(harness, cookie)]).toEqual([403, true]);
  });

  it('an ID token too long for a URL is not stored; the provider then asks for confirmation', async () => {
    const { cookie } = await signIn(harness, { ...SIGN_IN_CLAIMS, groups: 'x'.repeat(6_000) });
    const { location } = await follow(harness, (await signOut(harness, cookie)).cookie);
    expect([...new URL(location).searchParams.keys()].sort()).toEqual([
      ...['client_id', 'post_logout_redirect_uri', 'tenant'],
    ]);
  });

  it('a session that was replaced in this browser ends with the new one', async () => {
    const first = await signIn(harness);
    const second = await signIn(harness, SIGN_IN_CLAIMS, first.cookie);
    expect([await isSignedIn(harness, first.cookie), await isSignedIn(harness, second.cookie)]).toEqual([false, true]);
    const { location } = await follow(harness, (await signOut(harness, second.cookie)).cookie);
    expect(new URL(location).searchParams.get('id_token_hint')).toBe(second.idToken);
  });
});

describe('signing out of Tributary works with a provider', () => {
  it('that has no address to end sessions', async () => {
    const harness = await openOidcHarness();
    const { cookie } = await signIn(harness);
    expect((await stored(harness)).sealed).toEqual([null]);
    const out = await signOut(harness, cookie);
    expect(await isSignedIn(harness, cookie)).toBe(false);
    expect((await follow(harness, out.cookie)).location).toBe('/sign-in');
    await harness.close();
  });

  it('whose address is not an HTTP URL', async () => {
    const harness = await openOidcHarness({ end_session_endpoint: 'javascript:alert(1)' });
    const { cookie } = await signIn(harness);
    const out = await signOut(harness, cookie);
    expect((await follow(harness, out.cookie)).location).toBe('/sign-in?problem=signed_out_here_only');
    await harness.close();
  });

  it('that is unavailable, and that this process has never called', async () => {
    const harness = await openOidcHarness({ end_session_endpoint: 'http://127.0.0.1:9/end' });
    await harness.provider.close();
    const value = await opened(harness, { subject: 'ola', issuer: harness.provider.url, idToken: 'a.b.c' });
    const cookie = `tributary-session=${value}`;
    const out = await signOut(harness, cookie);
    expect([out.status, await isSignedIn(harness, cookie)]).toEqual([200, false]);
    expect((await follow(harness, out.cookie)).location).toBe('/sign-in?problem=signed_out_here_only');
    await harness.instance.close();
  });

  it('and without one: a session from no provider ends only here', async () => {
    const harness = await openOidcHarness({ end_session_endpoint: 'http://127.0.0.1:9/end' });
    const value = await opened(harness, { subject: 'demo', issuer: 'http://another.test' });
    expect(await signOut(harness, `tributary-session=${value}`)).toMatchObject({ status: 204, text: '', cookie: '' });
    await harness.close();
  });
});
