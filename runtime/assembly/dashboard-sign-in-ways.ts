import { isAnyoneAwaited } from '../../core/auth/operators/store.js';
import { oidcOperators, operatorIn } from '../../core/auth/verify-oidc-operator-tokens.js';
import { systemPrincipal } from '../../core/principal/principal.js';
import { type DashboardCookies, dashboardCookies } from '../../gateway/dashboard/cookies.js';
import type { Dashboard } from '../../gateway/dashboard/dashboard.js';
import { demoSignIn } from '../../gateway/dashboard/demo-sign-in.js';
import { issuerClient } from '../../gateway/dashboard/issuer-client.js';
import { oidcSignIn } from '../../gateway/dashboard/oidc-sign-in.js';
import { oidcSignOut } from '../../gateway/dashboard/oidc-sign-out.js';
import type { OidcRoutes } from '../../gateway/dashboard/session-routes.js';
import { addressOf } from '../public-addresses.js';
import type { Resources } from './resources.js';

const SIGNING_IN = systemPrincipal('operators');

/** Ways to sign in to the dashboard: an issuer if one is configured, and one click if there is only demo data. */
export function dashboard(resources: Resources, isDemo: boolean): Dashboard {
  const { config, operatorSessions: sessions, issuer, clock } = resources;
  const dashboardUrl = config.DASHBOARD_URL?.replace(/\/+$/, '') ?? addressOf(config.HOST, config.GRAPHQL_PORT);
  const cookies = dashboardCookies(dashboardUrl.startsWith('https:'));
  const demo = isDemo && !config.isProduction ? demoSignIn(issuer) : undefined;
  return { sessions, cookies, clock, demo, oidc: issuerWays(resources, cookies, dashboardUrl) };
}

function issuerWays(
  { config, oidcKeys: keys, operatorSessions: sessions, logger, clock, db }: Resources,
  cookies: DashboardCookies,
  dashboardUrl: string,
): OidcRoutes | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret, OIDC_SCOPE: scope } = config;
  const { OIDC_AUDIENCE: audience } = config;
  if (issuer === undefined || clientId === undefined || audience === undefined || keys === undefined) return undefined;
  const reading = {
    rolesClaim: config.OIDC_ROLES_CLAIM,
    rolePrefix: config.OIDC_ROLE_PREFIX,
    defaultOrganizations: config.OIDC_DEFAULT_ORGANIZATIONS,
    logger,
  };
  const shared = { issuer, dashboardUrl, logger, client: issuerClient({ issuer, clientId, clientSecret }) };
  const signIn = oidcSignIn({
    ...shared,
    ...{ scope, keys, clock, cookies: cookies.signIns },
    secrets: config.CURSOR_SIGNING_SECRET,
    // By claims alone: the record of a person decides when the session is opened.
    operatorOf: oidcOperators({ ...reading, issuer, audience, keys, clock, admits: 'claims' }),
    operatorIn: (claims) => operatorIn(claims, reading),
    isAnyoneAwaited: () => isAnyoneAwaited(db.models(SIGNING_IN)),
  });
  return { signIn, signOut: oidcSignOut({ ...shared, sessions, cookie: cookies.endedSession }) };
}
