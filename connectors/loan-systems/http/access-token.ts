import { LosslessNumber } from 'lossless-json';
import { z } from 'zod';
import type { Logger } from '../../../core/logging/logger.js';
import type { Clock } from '../../../core/time/clock.js';
import type { HttpClient, HttpOutcome, HttpRequest } from './http-client.js';

/** An OAuth 2 client (RFC 6749, client credentials). */
export interface TokenClient {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly scope: string | undefined;
}

export interface AccessTokens {
  /** A valid access token; undefined when the token endpoint gives none now. */
  token(): Promise<string | undefined>;
  /** The system refused this token: the next one is requested from the endpoint. */
  forget(token: string): void;
}

interface AccessTokensParts {
  /** For logs. */
  readonly code: string;
  /** At the token endpoint. */
  readonly http: HttpClient;
  readonly client: TokenClient;
  readonly clock: Clock;
  readonly logger: Logger;
}

const answer = z.object({
  access_token: z.string().min(1),
  expires_in: z
    .instanceof(LosslessNumber)
    .transform(({ value }) => Number(value) * 1_000)
    .optional(),
});

/** A token whose endpoint does not say how long it is valid. */
const WITHOUT_EXPIRY_MS = 60_000;
/** A token is replaced this long before it expires: a call that begins with it may take some time. */
const BEFORE_EXPIRY_MS = 30_000;

/** One token at a time, requested when it is needed. Neither tokens nor answers of the endpoint are ever logged. */
export function createAccessTokens({ code, http, client, clock, logger }: AccessTokensParts): AccessTokens {
  let held: { readonly token: string; readonly until: number } | undefined;
  let requested: Promise<string | undefined> | undefined;
  const now = () => clock.now().epochMilliseconds;

  async function request(): Promise<string | undefined> {
    const outcome = await http.send(tokenRequest(client));
    const parsed = outcome.kind === 'answered' && outcome.status === 200 ? answer.safeParse(outcome.body) : undefined;
    if (!parsed?.success) {
      logger.error({ loan_system: code, status: statusOf(outcome) }, 'the token endpoint gave no access token');
      return undefined;
    }
    const { access_token: token, expires_in: validMs = WITHOUT_EXPIRY_MS } = parsed.data;
    // A short-lived token is used for half of its time.
    held = { token, until: now() + Math.max(validMs - BEFORE_EXPIRY_MS, validMs / 2) };
    return token;
  }

  return {
    token: async () => {
      if (held !== undefined && now() < held.until) return held.token;
      requested ??= request().finally(() => {
        requested = undefined;
      });
      return requested;
    },
    forget: (token) => {
      if (held?.token === token) held = undefined;
    },
  };
}

/**
 * The same client with an access token on each call. A call that is refused with 401 was not executed: it is sent once
 * more with a new token. Without a token nothing is sent.
 */
export function withAccessToken(http: HttpClient, tokens: AccessTokens): HttpClient {
  const send = (request: HttpRequest, token: string) =>
    http.send({ ...request, headers: { ...request.headers, authorization: `Bearer ${token}` } });
  return {
    send: async (request) => {
      const token = await tokens.token();
      if (token === undefined) return { kind: 'not_sent' };
      const outcome = await send(request, token);
      if (outcome.kind !== 'answered' || outcome.status !== 401) return outcome;
      tokens.forget(token);
      const next = await tokens.token();
      return next === undefined ? outcome : send(request, next);
    },
    close: () => http.close(),
  };
}

function tokenRequest({ clientId, clientSecret, scope }: TokenClient): HttpRequest {
  const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`).toString('base64');
  return {
    method: 'POST',
    path: '',
    headers: { authorization: `Basic ${basic}` },
    form: { grant_type: 'client_credentials', ...(scope !== undefined && { scope }) },
  };
}

function statusOf(outcome: HttpOutcome): number | string {
  return outcome.kind === 'answered' ? outcome.status : outcome.kind;
}
