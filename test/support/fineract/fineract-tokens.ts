import type { WireAnswer } from '../loan-faults.js';

export const TOKEN_PATH = '/oauth/token';
export const FINERACT_CLIENT = { clientId: 'tributary client', clientSecret: 'sEcReTofTheClient:%' };

/** An OAuth 2 token endpoint for client credentials (RFC 6749, 4.4), beside the stand-in. */
export class TokenEndpoint {
  /** Access tokens that it issued, in order. */
  readonly issued: string[] = [];
  /** The bodies of its requests. */
  readonly heard: string[] = [];
  isDown = false;
  validSeconds = 300;
  readonly #valid = new Set<string>();

  answer(authorization: string | undefined, body: string): WireAnswer {
    this.heard.push(body);
    if (this.isDown) return { status: 503, body: '{"error":"temporarily_unavailable"}' };
    const pair = Object.values(FINERACT_CLIENT).map(encodeURIComponent).join(':');
    const isClient = authorization === `Basic ${Buffer.from(pair).toString('base64')}`;
    if (!isClient || new URLSearchParams(body).get('grant_type') !== 'client_credentials') {
      return { status: 401, body: '{"error":"invalid_client"}' };
    }
    const token = `token-${this.issued.length + 1}`;
    this.issued.push(token);
    this.#valid.add(token);
    const answer = { access_token: token, token_type: 'Bearer', expires_in: this.validSeconds };
    return { status: 200, body: JSON.stringify(answer) };
  }

  isValid(authorization: string | undefined): boolean {
    return authorization !== undefined && this.#valid.has(authorization.replace(/^Bearer /, ''));
  }

  revokeAll(): void {
    this.#valid.clear();
  }
}
