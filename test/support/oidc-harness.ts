import { definedFields } from '../../core/db/prisma-rows-by-columns.js';
import { type FalseOpenIdProvider, openFalseOpenIdProvider } from './false-openid-provider.js';
import { freePorts } from './free-ports.js';
import { openTestInstance, type TestInstance, type TestInstanceOptions } from './test-instance.js';

/* Dashboard sign-in at an OpenID provider whose responses the test chooses. */

export const SECRET = 'dashboard secret + /%';
export const CLIENT = 'dashboard';

export interface OidcHarness {
  readonly instance: TestInstance;
  readonly provider: FalseOpenIdProvider;
  readonly origin: string;
  close(): Promise<void>;
}

export async function openOidcHarness(
  document: Readonly<Record<string, unknown>> = {},
  more: Pick<TestInstanceOptions, 'clock' | 'database' | 'environment'> = {},
): Promise<OidcHarness> {
  const provider = await openFalseOpenIdProvider(document);
  const [port = 0] = await freePorts(1);
  const origin = `http://127.0.0.1:${port}`;
  const instance = await openTestInstance({
    ...definedFields({ clock: more.clock, database: more.database }),
    worker: false,
    graphqlPort: port,
    environment: {
      DASHBOARD_URL: origin,
      OIDC_ISSUER: provider.url,
      OIDC_AUDIENCE: 'tributary',
      OIDC_CLIENT_ID: CLIENT,
      OIDC_CLIENT_SECRET: SECRET,
      OIDC_DEFAULT_ORGANIZATIONS: 'all',
      ...more.environment,
    },
  });
  provider.tells({ sub: 'mallory' });
  const close = async () => {
    await instance.close();
    await provider.close();
  };
  return { instance, provider, origin, close };
}

export interface Attempt {
  readonly state: string;
  readonly nonce: string;
  readonly cookie: string;
}

/** @param query - what the page adds to the address: `?again=1` to sign in again */
export async function startSignIn({ origin }: OidcHarness, cookies = '', query = ''): Promise<Attempt> {
  const response = await fetch(`${origin}/session/oidc${query}`, { redirect: 'manual', headers: { cookie: cookies } });
  const { searchParams } = new URL(response.headers.get('location') ?? '');
  const [cookie = ''] = (response.headers.getSetCookie().at(-1) ?? '').split(';');
  return { state: searchParams.get('state') ?? '', nonce: searchParams.get('nonce') ?? '', cookie };
}

/** Returns from the issuer. Returns where the browser is redirected, and whether it has a session then. */
export async function finishSignIn({ origin }: OidcHarness, { state, cookie }: Pick<Attempt, 'state' | 'cookie'>) {
  const response = await fetch(`${origin}/session/oidc/callback?code=x&state=${state}`, {
    redirect: 'manual',
    headers: { cookie },
  });
  const hasSession = response.headers.getSetCookie().some((set) => /^tributary-session=[^;]/.test(set));
  return [response.headers.get('location'), hasSession];
}

export const seconds = () => Math.floor(Date.now() / 1000);
export const claimsFor = ({ provider }: OidcHarness, { nonce }: Attempt, changed: object = {}) => ({
  ...{ iss: provider.url, aud: CLIENT, sub: 'mallory', nonce, iat: seconds(), exp: seconds() + 300, roles: ['admin'] },
  // Every sign-in sends `max_age`, so that a provider reports this.
  auth_time: seconds(),
  ...changed,
});

export const SIGN_IN_CLAIMS = { sub: 'mallory', roles: ['admin'] };

export interface OidcSession {
  /** The cookie as the browser sends it. */
  readonly cookie: string;
  readonly idToken: string;
  /** All responses of our host during the sign-in, with their headers. */
  readonly answers: readonly string[];
}

/** Signs in by an ID token with these claims; `cookies` are the browser's cookies before. */
export async function signIn(
  harness: OidcHarness,
  claims: object = SIGN_IN_CLAIMS,
  cookies = '',
  query = '',
): Promise<OidcSession> {
  const attempt = await startSignIn(harness, cookies, query);
  const idToken = await harness.provider.sign(claimsFor(harness, attempt, claims));
  harness.provider.answers({ access_token: 'opaque', id_token: idToken });
  const response = await fetch(`${harness.origin}/session/oidc/callback?code=x&state=${attempt.state}`, {
    redirect: 'manual',
    headers: { cookie: `${cookies}; ${attempt.cookie}` },
  });
  const set = response.headers.getSetCookie();
  const [cookie = ''] = (set.find((each) => each.startsWith('tributary-session=')) ?? '').split(';');
  const session = await fetch(`${harness.origin}/session`, { headers: { cookie } });
  const answers = [...response.headers, ...session.headers].map(([name, value]) => `${name}: ${value}`);
  return { cookie, idToken, answers: [...answers, await response.text(), await session.text()] };
}
