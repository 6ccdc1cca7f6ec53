import { local } from '../route.js';

/** The public keys that access tokens are signed with (RFC 7517). */
export const jwks = local({
  operationId: 'jwks',
  method: 'GET',
  path: '/.well-known/jwks.json',
  answer: ({ services }) => ({ status: 200, body: services.accessTokens.jwks }),
});
