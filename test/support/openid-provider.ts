import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';

/** A company's OpenID provider, from a certified library; any login name is accepted, and determines the claims. */
export interface OpenIdProvider {
  readonly url: string;
  close(): Promise<void>;
}

export interface OpenIdClient {
  readonly id: string;
  readonly secret: string;
  readonly redirectUri: string;
  readonly postLogoutRedirectUri: string;
}

/** @param claimsOf - the claims of an account with this name */
export async function openOpenIdProvider(
  { id, secret, redirectUri, postLogoutRedirectUri }: OpenIdClient,
  claimsOf: (name: string) => Readonly<Record<string, unknown>>,
): Promise<OpenIdProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('RS256', { extractable: true });
  const provider = new Provider(url, {
    clients: [
      {
        ...{ client_id: id, client_secret: secret },
        ...{ redirect_uris: [redirectUri], post_logout_redirect_uris: [postLogoutRedirectUri] },
      },
    ],
    jwks: { keys: [{ ...(await exportJWK(privateKey)), kid: 'one', alg: 'RS256', use: 'sig' }] },
    cookies: { keys: ['only-for-tests'] },
    claims: { openid: ['sub', 'roles', 'organization_ids', 'name'] },
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: true } },
    findAccount: async (_context, name) => ({
      accountId: name,
      claims: async () => ({ sub: name, ...claimsOf(name) }),
    }),
  });
  server.on('request', provider.callback());
  return { url, close: () => new Promise((resolve) => server.close(() => resolve())) };
}
