import { z } from 'zod';
import { SCOPES } from '../../core/principal/scopes.js';
import { type LocalRequest, local } from '../route.js';

const metadata = z.object({
  issuer: z.string(),
  token_endpoint: z.string(),
  jwks_uri: z.string(),
  grant_types_supported: z.array(z.string()),
  response_types_supported: z.array(z.string()),
  token_endpoint_auth_methods_supported: z.array(z.string()),
  scopes_supported: z.array(z.enum(SCOPES)),
});

const example: z.infer<typeof metadata> = {
  issuer: 'https://api.tributary.example',
  token_endpoint: 'https://api.tributary.example/v1/oauth/token',
  jwks_uri: 'https://api.tributary.example/.well-known/jwks.json',
  grant_types_supported: ['client_credentials'],
  response_types_supported: [],
  token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
  scopes_supported: [...SCOPES],
};

/** Settings that the metadata is built from. */
export interface IssuerServices {
  /** The public address of this host, without a trailing slash; also the tokens' `iss`. */
  readonly issuer: string;
}

/** Where and how tokens are issued (RFC 8414). */
export const authorizationServer = local({
  operationId: 'authorizationServer',
  method: 'GET',
  path: '/.well-known/oauth-authorization-server',
  contract: {
    summary: 'Authorization server metadata',
    description: 'Where and how tokens are issued.',
    tag: 'Authentication',
    security: 'none',
    success: {
      status: 200,
      about: 'The metadata.',
      body: { name: 'AuthorizationServerMetadata', schema: metadata, example },
    },
  },
  answer: ({ services: { issuer } }: LocalRequest<IssuerServices>) => ({
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
