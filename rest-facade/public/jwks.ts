import { z } from 'zod';
import type { AccessTokens } from '../../core/auth/access-token.js';
import { type LocalRequest, local } from '../route.js';

const keySet = z.object({
  keys: z.array(z.looseObject({ kty: z.string(), kid: z.string(), alg: z.string(), use: z.string() })),
});

/** Provides the keys. */
export interface KeySetServices {
  readonly accessTokens: Pick<AccessTokens, 'jwks'>;
}

/** The public keys that verify access tokens (RFC 7517). */
export const jwks = local({
  operationId: 'jwks',
  method: 'GET',
  path: '/.well-known/jwks.json',
  contract: {
    summary: 'Public keys',
    description: 'The public keys that verify access tokens, as a JSON Web Key Set.',
    tag: 'Authentication',
    security: 'none',
    success: {
      status: 200,
      about: 'The key set.',
      body: {
        name: 'KeySet',
        schema: keySet,
        example: { keys: [{ kty: 'EC', crv: 'P-256', x: '…', y: '…', kid: 'a1', alg: 'ES256', use: 'sig' }] },
      },
    },
  },
  answer: ({ services }: LocalRequest<KeySetServices>) => ({ status: 200, body: services.accessTokens.jwks }),
});
