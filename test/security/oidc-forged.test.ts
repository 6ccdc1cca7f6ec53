import { createHmac } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Attempt,
  CLIENT,
  claimsFor,
  finishSignIn,
  type OidcHarness,
  openOidcHarness,
  SECRET,
  seconds,
  startSignIn,
} from '../support/oidc-harness.js';

/* Signing in to the dashboard with an OpenID provider whose answers are wrong. */

const SIGNED_IN = ['/', true];
const NOT_GENUINE = ['/sign-in?problem=not_genuine', false];

describe('an ID token', () => {
  let harness: OidcHarness;
  beforeAll(async () => {
    harness = await openOidcHarness({ id_token_signing_alg_values_supported: ['RS256', 'HS256', 'none'] });
  });
  afterAll(() => harness?.close());

  async function signInWith(
    token: (attempt: Attempt) => Promise<string>,
    accessToken?: (attempt: Attempt) => Promise<string>,
  ) {
    const attempt = await startSignIn(harness);
    const access_token = accessToken === undefined ? 'opaque' : await accessToken(attempt);
    harness.provider.answers({ access_token, id_token: await token(attempt) });
    return finishSignIn(harness, attempt);
  }
  const claims = (attempt: Attempt, changed: object = {}) => claimsFor(harness, attempt, changed);

  it('signed by the issuer signs in', async () => {
    expect(await signInWith((attempt) => harness.provider.sign(claims(attempt)))).toEqual(SIGNED_IN);
  });

  it.each<[string, (attempt: Attempt) => Promise<string>]>([
    ['by a foreign key', (attempt) => harness.provider.sign(claims(attempt), 'foreign')],
    [
      'by the client’s secret',
      (attempt) => harness.provider.sign(claims(attempt), new TextEncoder().encode(SECRET.padEnd(32, '0'))),
    ],
    [
      'without a signature',
      async (attempt) => {
        const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
        return `${part({ alg: 'none' })}.${part(claims(attempt))}.`;
      },
    ],
    ['for another client', (attempt) => harness.provider.sign(claims(attempt, { aud: 'another' }))],
    ['by another issuer', (attempt) => harness.provider.sign(claims(attempt, { iss: 'https://issuer.invalid' }))],
    ['for another sign-in', (attempt) => harness.provider.sign(claims(attempt, { nonce: 'another' }))],
    [
      'an hour ahead',
      (attempt) => harness.provider.sign(claims(attempt, { iat: seconds() + 3_600, exp: seconds() + 7_200 })),
    ],
    ['two days ago', (attempt) => harness.provider.sign(claims(attempt, { iat: seconds() - 172_800 }))],
    [
      'that has expired',
      (attempt) => harness.provider.sign(claims(attempt, { iat: seconds() - 400, exp: seconds() - 300 })),
    ],
  ])('made %s does not sign in, and is reported as not genuine', async (_, token) => {
    expect(await signInWith(token)).toEqual(NOT_GENUINE);
  });

  it('with another person’s access token does not sign in', async () => {
    const ofAccess = (attempt: Attempt, sub: string) =>
      harness.provider.sign(claims(attempt, { aud: 'tributary', sub }));
    const token = (attempt: Attempt) => harness.provider.sign(claims(attempt));
    expect(await signInWith(token, (attempt) => ofAccess(attempt, 'victim'))).toEqual(NOT_GENUINE);
    expect(await signInWith(token, (attempt) => ofAccess(attempt, 'mallory'))).toEqual(SIGNED_IN);
  });

  it.each([
    ['a name that is null', { name: null }],
    ['a list for a name', { name: ['A', 'B'], email: 7 }],
  ])('with %s signs in', async (_, changed) => {
    expect(await signInWith((attempt) => harness.provider.sign(claims(attempt, changed)))).toEqual(SIGNED_IN);
  });

  it('with an invisible character in the subject, which looks like another subject, does not sign in', async () => {
    expect(await signInWith((attempt) => harness.provider.sign(claims(attempt, { sub: 'a\u200bda' })))).not.toEqual(
      SIGNED_IN,
    );
  });

  it('may give a single organization as a string', async () => {
    const { organizationId } = await harness.instance.lender();
    const changed = { organization_ids: organizationId };
    expect(await signInWith((attempt) => harness.provider.sign(claims(attempt, changed)))).toEqual(SIGNED_IN);
    for (const organization_ids of ['all', null, []])
      expect(await signInWith((attempt) => harness.provider.sign(claims(attempt, { organization_ids })))).toEqual([
        '/sign-in?problem=no_role',
        false,
      ]);
  });

  it('without organizations: the allowlist is the one in userinfo', async () => {
    const { organizationId } = await harness.instance.lender();
    harness.provider.tells({ sub: 'mallory', organization_ids: [organizationId] });
    const attempt = await startSignIn(harness);
    harness.provider.answers({ access_token: 'opaque', id_token: await harness.provider.sign(claims(attempt)) });
    const response = await fetch(`${harness.origin}/session/oidc/callback?code=x&state=${attempt.state}`, {
      redirect: 'manual',
      headers: { cookie: attempt.cookie },
    });
    const session = response.headers.getSetCookie().find((set) => set.startsWith('tributary-session=')) ?? '';
    const shown = await fetch(`${harness.origin}/session`, { headers: { cookie: session.split(';')[0] ?? '' } });
    expect(await shown.json()).toMatchObject({ signed_in: true, operator: { organization_ids: [organizationId] } });
    harness.provider.tells({ sub: 'mallory' });
  });

  it('without a role: the role in userinfo counts, if it is the same person', async () => {
    const bare = (attempt: Attempt) => harness.provider.sign(claims(attempt, { roles: undefined }));
    harness.provider.tells({ sub: 'mallory', roles: ['viewer'] });
    expect(await signInWith(bare)).toEqual(SIGNED_IN);
    harness.provider.tells({ sub: 'victim', roles: ['admin'] });
    expect(await signInWith(bare)).toEqual(NOT_GENUINE);
    harness.provider.tells({ sub: 'mallory' });
    expect(await signInWith(bare)).toEqual(['/sign-in?problem=no_role', false]);
  });
});

describe('a sign-in in progress', () => {
  let harness: OidcHarness;
  beforeAll(async () => {
    harness = await openOidcHarness({ token_endpoint_auth_methods_supported: ['client_secret_basic'] });
  });
  afterAll(() => harness?.close());

  async function finish(attempt: Attempt, cookie = attempt.cookie) {
    harness.provider.answers({
      access_token: 'opaque',
      id_token: await harness.provider.sign(claimsFor(harness, attempt)),
    });
    return finishSignIn(harness, { state: attempt.state, cookie });
  }

  it('can be one of several: two tabs both sign in, in either order, and a stray answer ends none', async () => {
    const first = await startSignIn(harness);
    const second = await startSignIn(harness, first.cookie);
    const cookies = `${first.cookie}; ${second.cookie}`;
    expect(await finishSignIn(harness, { state: 'x'.repeat(43), cookie: cookies })).toEqual([
      '/sign-in?problem=expired',
      false,
    ]);
    expect(await finish(second, cookies)).toEqual(SIGNED_IN);
    expect(await finish(first, cookies)).toEqual(SIGNED_IN);
  });

  it('keeps at most five cookies', async () => {
    const cookies: string[] = [];
    for (let count = 0; count < 5; count += 1) cookies.push((await startSignIn(harness, cookies.join('; '))).cookie);
    const response = await fetch(`${harness.origin}/session/oidc`, {
      redirect: 'manual',
      headers: { cookie: cookies.join('; ') },
    });
    const cleared = response.headers.getSetCookie().filter((set) => /=;/.test(set));
    expect(cleared.map((set) => set.split('=')[0])).toEqual(cookies.map((cookie) => cookie.split('=')[0]));
  });

  it('is proved by a cookie that only this host can create', async () => {
    const attempt = await startSignIn(harness);
    const [name = '', value = ''] = attempt.cookie.split('=');
    const [text = ''] = value.split('.');
    const begun = JSON.parse(Buffer.from(text, 'base64url').toString());
    const made = Buffer.from(JSON.stringify({ ...begun, returnTo: '//evil.example' })).toString('base64url');
    const byAnother = createHmac('sha256', 'guessed').update('dashboard sign-in:').update(made).digest('base64url');
    for (const forged of [text, made, `${made}.${value.split('.')[1]}`, `${made}.${byAnother}`, `${text}.`, '.', 'x'])
      expect([forged, await finish(attempt, `${name}=${forged}`)]).toEqual([
        forged,
        ['/sign-in?problem=expired', false],
      ]);
    expect(await finish(attempt)).toEqual(SIGNED_IN);
  });

  it('sends the client’s secret as the issuer accepts it: with Basic if that is the only way', async () => {
    await finish(await startSignIn(harness));
    const { headers, body } = harness.provider.exchanged ?? {};
    const encoded = (text: string) => new URLSearchParams({ '': text }).toString().slice(1);
    expect(headers?.authorization).toBe(
      `Basic ${Buffer.from(`${encoded(CLIENT)}:${encoded(SECRET)}`).toString('base64')}`,
    );
    expect(body?.get('client_secret')).toBeNull();
  });

  it('reports the issuer as unavailable only if it does not answer', async () => {
    const attempt = await startSignIn(harness);
    await harness.provider.close();
    expect(await finishSignIn(harness, attempt)).toEqual(['/sign-in?problem=issuer_unavailable', false]);
  });
});

describe('the issuer changes its signing key', () => {
  let harness: OidcHarness;
  beforeAll(async () => {
    harness = await openOidcHarness();
  });
  afterAll(() => harness?.close());

  async function signInBy(by?: 'dropped' | 'foreign') {
    const attempt = await startSignIn(harness);
    const id_token = await harness.provider.sign(claimsFor(harness, attempt), by);
    harness.provider.answers({ access_token: 'opaque', id_token });
    return finishSignIn(harness, attempt);
  }
  const keysRead = () => harness.provider.asked.filter((path) => path === '/keys').length;

  it('the next sign-in succeeds at once, without a restart; the removed key signs in no one', async () => {
    expect(await signInBy()).toEqual(SIGNED_IN);
    await harness.provider.rotate();
    expect(await signInBy()).toEqual(SIGNED_IN);
    expect(await signInBy('dropped')).toEqual(NOT_GENUINE);
    expect(await signInBy()).toEqual(SIGNED_IN);
  });

  it('tokens with unknown keys do not cause a read of the keys each time', async () => {
    const before = keysRead();
    for (let count = 0; count < 10; count += 1) {
      await harness.provider.rotate();
      await signInBy('dropped');
    }
    expect(keysRead() - before).toBeLessThanOrEqual(1);
  });
});
