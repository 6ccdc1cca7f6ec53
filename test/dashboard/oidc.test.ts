import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addOperator } from '../../core/auth/operators/administration.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { send } from '../support/api.js';
import { BROWSER, NO_BROWSER, openContext, workerBrowser } from '../support/browser.js';
import { freePorts } from '../support/free-ports.js';
import { type OpenIdProvider, openOpenIdProvider } from '../support/openid-provider.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

/* Sign-in with an OpenID provider: a real one, in a real browser. */

const CLAIMS: Readonly<Record<string, object>> = {
  ada: { roles: ['admin'], name: 'Ada Admin', organization_ids: undefined },
  vera: { roles: ['viewer'], name: 'Vera Viewer' },
  nobody: { name: 'No Body' },
};

let instance: TestInstance;
let provider: OpenIdProvider;
let origin: string;
let organizationId: string;

beforeAll(async () => {
  const [port = 0] = await freePorts(1);
  origin = `http://127.0.0.1:${port}`;
  const client = {
    ...{ id: 'dashboard', secret: 'dashboard-secret' },
    ...{ redirectUri: `${origin}/session/oidc/callback`, postLogoutRedirectUri: `${origin}/sign-in` },
  };
  const reach = () => (organizationId === undefined ? {} : { organization_ids: [organizationId] });
  provider = await openOpenIdProvider(client, (name) => ({ ...(name === 'stray' ? {} : reach()), ...CLAIMS[name] }));
  instance = await openTestInstance({
    worker: false,
    graphqlPort: port,
    environment: {
      DASHBOARD_URL: origin,
      OIDC_ISSUER: provider.url,
      OIDC_AUDIENCE: 'tributary',
      OIDC_CLIENT_ID: client.id,
      OIDC_CLIENT_SECRET: client.secret,
    },
  });
  organizationId = (await instance.lender('Alder Lending')).organizationId;
  await instance.lender('Birch Lending');
});
afterAll(async () => {
  await instance?.close();
  await provider?.close();
});

const begin = (returnTo = '/') =>
  fetch(`${origin}/session/oidc?return_to=${encodeURIComponent(returnTo)}`, { redirect: 'manual' });

it('redirects to the issuer with code, PKCE, state and nonce; a cookie stores the pending sign-in', async () => {
  const response = await begin('/payments');
  const address = new URL(response.headers.get('location') ?? '');
  expect([response.status, address.origin]).toEqual([302, provider.url]);
  expect(Object.fromEntries(address.searchParams)).toEqual({
    ...{ response_type: 'code', client_id: 'dashboard', scope: 'openid profile email', max_age: '43200' },
    redirect_uri: `${origin}/session/oidc/callback`,
    ...{ code_challenge_method: 'S256', code_challenge: expect.stringMatching(/^[\w-]{43}$/) },
    ...{ state: expect.stringMatching(/^[\w-]{43}$/), nonce: expect.stringMatching(/^[\w-]{43}$/) },
  });
  const cookie = response.headers.get('set-cookie') ?? '';
  expect(cookie).toMatch(
    /^tributary-sign-in-[\w-]{12}=[\w-]+\.[\w-]{43}; Max-Age=600; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
  );
});

it.each([
  ['no sign-in was started', undefined, 'code=x&state=y', 'expired'],
  [
    'the cookie was not issued by the host',
    `tributary-sign-in-${'y'.repeat(12)}=nonsense`,
    `code=x&state=${'y'.repeat(43)}`,
    'expired',
  ],
])('does not sign in when %s', async (_what, cookie, query, problem) => {
  const answer = await fetch(`${origin}/session/oidc/callback?${query}`, {
    redirect: 'manual',
    headers: { ...(cookie !== undefined && { cookie }) },
  });
  expect([answer.status, answer.headers.get('location')]).toEqual([302, `/sign-in?problem=${problem}`]);
  expect(answer.headers.get('set-cookie') ?? '').not.toContain('tributary-session=');
});

it('does not sign in with the state of another browser, or without one', async () => {
  const cookie = ((await begin()).headers.get('set-cookie') ?? '').split(';')[0] ?? '';
  for (const query of ['code=x&state=of-another', 'error=access_denied&state=of-another', '']) {
    const answer = await fetch(`${origin}/session/oidc/callback?${query}`, { redirect: 'manual', headers: { cookie } });
    expect(answer.headers.get('location')).toBe('/sign-in?problem=expired');
    expect(answer.headers.get('set-cookie') ?? '').not.toContain('tributary-session=');
  }
});

it.each([
  '//evil.example',
  '/.//evil.example',
  '/x/..//evil.example',
  '/%2e//evil.example',
  'https://evil.example/',
  '\\\\evil',
])('does not redirect to %s afterwards', async (wanted) => {
  const cookie = (await begin(wanted)).headers.get('set-cookie') ?? '';
  const [, kept = ''] = /tributary-sign-in-[\w-]{12}=([^;.]+)/.exec(cookie) ?? [];
  expect(JSON.parse(Buffer.from(kept, 'base64url').toString()).returnTo).toBe('/');
});

it('is not available on the demo', async () => {
  expect((await send(`${origin}/session`)).json).toEqual({ signed_in: false, ways: ['oidc'] });
  const demo = await send(`${origin}/session/demo`, { method: 'POST', headers: { origin } });
  expect(demo.status).toBe(404);
});

describe.skipIf(BROWSER === undefined)(`in a browser${NO_BROWSER}`, { timeout: 180_000 }, () => {
  let browser: Browser;
  beforeAll(async () => {
    browser = await workerBrowser();
  });

  async function signIn(name: string, path = '/'): Promise<Page> {
    const page = await (await openContext(browser)).newPage();
    await page.goto(`${origin}${path}`);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.locator('input[name=login]').fill(name);
    await page.locator('input[name=password]').fill('x');
    await page.locator('button[type=submit]').click();
    await page.locator('button[type=submit]').click(); // consent
    return page;
  }

  it('an operator returns to the requested page, and a reload keeps the session', async () => {
    const page = await signIn('vera', '/payments?status=posted');
    await page.getByRole('heading', { name: 'Payments', level: 1 }).waitFor();
    expect(page.url()).toBe(`${origin}/payments?status=posted`);
    await page.getByRole('button', { name: /Vera Viewer/ }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: /Vera Viewer/ }).waitFor();
    // The provider's cookies are sent too: cookies do not depend on the port.
    const cookies = (await page.context().cookies(origin)).filter(({ name }) => name.startsWith('tributary'));
    expect(cookies.map(({ name, httpOnly, sameSite }) => [name, httpOnly, sameSite])).toEqual([
      ['tributary-session', true, 'Lax'],
    ]);
    const stored = await page.evaluate<string>('JSON.stringify([localStorage, sessionStorage, document.cookie])');
    expect(stored).toBe('[{},{},""]');
    await page.context().close();
  });

  it('signing out ends the provider’s session too, so the next sign-in asks for credentials again', async () => {
    const page = await signIn('vera');
    await page.getByRole('button', { name: /Vera Viewer/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    // The provider asks whether to end its own session, and redirects back to the dashboard.
    await page.waitForURL((url) => url.origin === provider.url);
    await page.getByRole('button', { name: /sign me out/ }).click();
    await page.waitForURL(`${origin}/sign-in`);
    await page.getByRole('link', { name: 'Sign in' }).click();
    await page.locator('input[name=login]').waitFor();
    await page.context().close();
  });

  it('an admin whose sign-in is old signs in again in a window of its own, and the key is created as typed', async () => {
    const { db, clock, pool } = instance.resources;
    const ada = { name: 'Ada Admin', issuer: provider.url, subject: 'ada', role: 'admin' } as const;
    await addOperator({ db, clock }, systemPrincipal('test'), ada);
    const page = await signIn('ada', '/developers/keys');
    await page.getByRole('button', { name: 'Create an API key' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Till');
    await dialog.getByText('Alder Lending', { exact: true }).click();
    await dialog.getByText('accounts:read', { exact: true }).click();
    await pool.query(
      "update operator_token set authenticated_at = created_at - interval '11 minutes' where name = 'ada'",
    );
    const isOld = async () => {
      const { authenticated_at } = await (await page.request.get(`${origin}/session`)).json();
      expect(Date.parse(authenticated_at)).toBeLessThan(Date.now() - 600_000);
    };
    await vi.waitFor(isOld, 10_000);
    await dialog.getByRole('button', { name: 'Create', exact: true }).click();
    const popup = page.waitForEvent('popup');
    await dialog.getByRole('button', { name: 'Sign in again' }).click();
    const window = await popup;
    const closed = window.waitForEvent('close');
    // The provider's own session is not enough.
    await window.locator('input[name=login]').fill('ada');
    await window.locator('input[name=password]').fill('x');
    await window.locator('button[type=submit]').click();
    await closed;
    await page.locator('.secret').waitFor();
    const { rows } = await pool.query("select organization_ids, scopes from api_key where name = 'Till'");
    expect(rows).toEqual([{ organization_ids: [organizationId], scopes: ['accounts:read'] }]);
    await page.context().close();
  });

  it.each([
    ['nobody', 'no role in Tributary'],
    ['stray', 'no role in Tributary'],
  ])('%s is shown the reason for the refusal', async (name, words) => {
    const page = await signIn(name);
    await page.getByText(words).waitFor();
    await page.context().close();
  });
});
