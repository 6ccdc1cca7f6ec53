import * as oidc from 'openid-client';

export interface IssuerClientSource {
  /** OIDC_ISSUER. */
  readonly issuer: string;
  /** OIDC_CLIENT_ID. */
  readonly clientId: string;
  /** OIDC_CLIENT_SECRET; a public client has none, and relies on PKCE alone. */
  readonly clientSecret?: string | undefined;
}

/** The dashboard as a client of the OpenID Connect issuer, configured from the issuer's discovery document. */
export interface IssuerClient {
  /** Exchanges codes. The signatures of ID tokens are verified in verify-id-token.ts. */
  readonly main: oidc.Configuration;
  /** Requests userinfo. If that is a signed token, its signature is verified. */
  readonly userinfo: oidc.Configuration;
}

const ISSUER_TIMEOUT_SECONDS = 10;

/** Reads the discovery document on first use, and again after a failure. */
export function issuerClient(source: IssuerClientSource): () => Promise<IssuerClient> {
  let known: Promise<IssuerClient> | undefined;
  return () => {
    known ??= discovered(source).catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}

async function discovered({ issuer, clientId, clientSecret }: IssuerClientSource): Promise<IssuerClient> {
  const plain = issuer.startsWith('http:') ? [oidc.allowInsecureRequests] : [];
  const options = { timeout: ISSUER_TIMEOUT_SECONDS, execute: plain };
  const server = (await oidc.discovery(new URL(issuer), clientId, undefined, oidc.None(), options)).serverMetadata();
  const configured = (execute: readonly ((client: oidc.Configuration) => void)[]) => {
    const client = new oidc.Configuration(server, clientId, undefined, authenticationAt(server, clientSecret));
    client.timeout = ISSUER_TIMEOUT_SECONDS;
    for (const each of execute) each(client);
    return client;
  };
  return { main: configured(plain), userinfo: configured([...plain, oidc.enableNonRepudiationChecks]) };
}

/**
 * In the body if the issuer accepts that; otherwise by HTTP Basic, which every issuer must support (RFC 6749 section
 * 2.3.1). A public client sends no secret.
 */
function authenticationAt(server: oidc.ServerMetadata, secret: string | undefined): oidc.ClientAuth {
  if (secret === undefined) return oidc.None();
  const methods = server.token_endpoint_auth_methods_supported ?? [];
  return methods.includes('client_secret_post') ? oidc.ClientSecretPost(secret) : oidc.ClientSecretBasic(secret);
}
