import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';

/** An OpenID provider whose responses the test chooses. */
export interface FalseOpenIdProvider {
  readonly url: string;
  /** The next response of the token endpoint. */
  answers(tokens: Readonly<Record<string, unknown>>): void;
  /** The response of userinfo. */
  tells(claims: Readonly<Record<string, unknown>>): void;
  /** Headers and body of the last code exchange. */
  readonly exchanged: { readonly headers: IncomingHttpHeaders; readonly body: URLSearchParams } | undefined;
  /** Requested paths. */
  readonly asked: readonly string[];
  /** A token signed by the published key; `by` another key, or by a secret with another algorithm. */
  sign(
    claims: Readonly<Record<string, unknown>>,
    by?: 'published' | 'dropped' | 'foreign' | Uint8Array,
  ): Promise<string>;
  /** Publishes a new key instead of the previous one. */
  rotate(): Promise<void>;
  close(): Promise<void>;
}

/** @param document - additional members of the discovery document */
export async function openFalseOpenIdProvider(
  document: Readonly<Record<string, unknown>> = {},
): Promise<FalseOpenIdProvider> {
  const foreign = { ...(await generateKeyPair('RS256')), kid: 'one' };
  let published = { ...(await generateKeyPair('RS256')), kid: 'one' };
  let dropped: typeof published | undefined;
  const asked: string[] = [];
  let tokens: Readonly<Record<string, unknown>> = {};
  let told: Readonly<Record<string, unknown>> = {};
  let exchanged: FalseOpenIdProvider['exchanged'];
  const server = createServer(async (request, response) => {
    asked.push(request.url ?? '');
    let body = '';
    for await (const chunk of request.setEncoding('utf8')) body += chunk;
    if (request.url === '/token') exchanged = { headers: request.headers, body: new URLSearchParams(body) };
    const answers: Readonly<Record<string, object>> = {
      '/.well-known/openid-configuration': {
        issuer: url,
        authorization_endpoint: `${url}/authorize`,
        token_endpoint: `${url}/token`,
        userinfo_endpoint: `${url}/userinfo`,
        jwks_uri: `${url}/keys`,
        ...document,
      },
      '/keys': { keys: [{ ...(await exportJWK(published.publicKey)), kid: published.kid, alg: 'RS256', use: 'sig' }] },
      '/token': { token_type: 'bearer', ...tokens },
      '/userinfo': told,
    };
    const answer = answers[request.url ?? ''];
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? {}));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    answers: (next) => {
      tokens = next;
    },
    tells: (claims) => {
      told = claims;
    },
    get exchanged() {
      return exchanged;
    },
    asked,
    sign(claims, by = 'published') {
      const unsigned = new SignJWT({ ...claims });
      if (by instanceof Uint8Array) return unsigned.setProtectedHeader({ alg: 'HS256' }).sign(by);
      const key = { published, dropped, foreign }[by];
      if (key === undefined) throw new Error('no key was dropped yet');
      return unsigned.setProtectedHeader({ alg: 'RS256', kid: key.kid }).sign(key.privateKey);
    },
    async rotate() {
      dropped = published;
      published = { ...(await generateKeyPair('RS256')), kid: `after ${dropped.kid}` };
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
