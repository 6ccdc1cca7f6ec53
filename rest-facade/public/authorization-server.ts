import { SCOPES } from '../../core/auth/scopes.js';
import { local } from '../route.js';

/** Where and how tokens are to be had (RFC 8414). */
export const authorizationServer = local({
  operationId: 'authorizationServer',
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  answer: ({ services: { issuer } }) => ({
    status: 200,
    body: {
      issuer,
      token_endpoint: `${issuer}/v1/oauth/token`,
      jwks_uri: `${issuer}/.well-known/jwks.json`,
      grant_types_supported: ['client_credentials'],
      response_types_supported: [],
      token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
      scopes_supported: SCOPES,
    },
  }),
});
