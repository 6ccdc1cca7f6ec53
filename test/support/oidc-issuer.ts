import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type CryptoKey, exportJWK, generateKeyPair, SignJWT } from 'jose';

/** A stand-in for a company's OpenID Connect issuer, over HTTP. */
export interface OidcIssuer {
  readonly url: string;
  /** Requested paths. */
  readonly asked: readonly string[];
  /** A token that is valid except for the changed claims. */
  token(
    claims?: Readonly<Record<string, unknown>>,
    header?: { readonly kid?: string; readonly typ?: string },
  ): Promise<string>;
  /** Publishes a new key with this id instead of the previous one. */
  rotate(kid: string): Promise<void>;
  /** Whether it answers 500 from now on. */
  fails(isFailing: boolean): void;
  close(): Promise<void>;
}

export const AUDIENCE = 'tributary';

export async function openOidcIssuer(document: Readonly<Record<string, unknown>> = {}): Promise<OidcIssuer> {
  let current = { ...(await generateKeyPair('RS256')), kid: 'one' };
  let keys = [await publishedOf(current)];
  const asked: string[] = [];
  let isFailing = false;
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    const answers: Readonly<Record<string, object>> = {
      '/.well-known/openid-configuration': { issuer: url, jwks_uri: `${url}/keys`, ...document },
      '/keys': { keys },
    };
    const answer = answers[request.url ?? ''];
    const status = isFailing ? 500 : answer === undefined ? 404 : 200;
    response.writeHead(status, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    asked,
    fails: (now) => {
      isFailing = now;
    },
    rotate: async (kid) => {
      current = { ...(await generateKeyPair('RS256')), kid };
      keys = [await publishedOf(current)];
    },
    token: (claims = {}, { kid = current.kid, typ } = {}) => {
      const now = Math.floor(Date.now() / 1000);
      const whole = { iss: url, aud: AUDIENCE, sub: 'ola', iat: now, exp: now + 300, roles: ['viewer'], ...claims };
      return new SignJWT(whole)
        .setProtectedHeader({ alg: 'RS256', kid, ...(typ !== undefined && { typ }) })
        .sign(current.privateKey);
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

async function publishedOf({ publicKey, kid }: { readonly publicKey: CryptoKey; readonly kid: string }) {
  return { ...(await exportJWK(publicKey)), kid, alg: 'RS256', use: 'sig' };
}
