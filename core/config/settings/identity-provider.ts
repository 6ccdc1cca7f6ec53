import { z } from 'zod';
import { oneOf, url } from '../setting-schemas.js';

/** The operators' identity provider. */
export const IDENTITY_PROVIDER = {
  OIDC_ISSUER: url()
    .optional()
    .describe(
      'The OpenID Connect issuer, as its tokens name it; operators may use its tokens with the GraphQL server.',
    ),
  OIDC_AUDIENCE: z.string().min(1).optional().describe('The audience (`aud`) of that issuer’s tokens for Tributary.'),
  OIDC_CLIENT_ID: z
    .string()
    .min(1)
    .optional()
    .describe(
      'The dashboard’s client at that issuer; with it operators sign in there. Its redirect address: `DASHBOARD_URL` and `/session/oidc/callback`; its post-logout address: `DASHBOARD_URL` and `/sign-in`.',
    ),
  OIDC_CLIENT_SECRET: z
    .string()
    .min(1)
    .optional()
    .describe('Secret. That client’s secret; without it the client is public and uses PKCE only.'),
  OIDC_SCOPE: z
    .string()
    .min(1)
    .default('openid profile email')
    .describe('The scopes that the dashboard requests from the issuer.'),
  OIDC_ROLES_CLAIM: z
    .string()
    .min(1)
    .default('roles')
    .describe('The claim that lists an operator’s roles; dots lead into objects, as in `realm_access.roles`.'),
  OIDC_ROLE_PREFIX: z
    .string()
    .default('')
    .describe(
      'The prefix of `viewer`, `agent`, `supervisor` and `admin` in that claim, for example `tributary-`. `operator`, the former name of `supervisor`, is accepted too.',
    ),
  OIDC_DEFAULT_ORGANIZATIONS: oneOf(['none', 'all'])
    .default('none')
    .describe('The access of an issuer’s token without the claim `organization_ids`: `none`, or `all` organizations.'),
  OIDC_ADMIT: oneOf(['claims', 'people'])
    .default('claims')
    .describe(
      'Who may sign in: `claims`: people whom an admin has admitted (`operators add`), and anyone else to whom the claims give a role; `people`: only those admitted.',
    ),
};
