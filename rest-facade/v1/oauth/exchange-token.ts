import { z } from 'zod';
import type { AccessTokens, TokenGrant } from '../../../core/auth/access-token.js';
import { Problem } from '../../../core/errors/problem.js';
import { refuseCardData } from '../../../core/http/card-data-by-member-name.js';
import type { Exchange } from '../../request/http-exchange.js';
import { type LocalRequest, local } from '../../route.js';
import { basicCredentials } from './basic-credentials.js';
import { claimedClientId, tokenGrant, tokenRequestBody, tokenRequestForm } from './token-grant.js';
import { readTokenRequest } from './token-request.js';

/** Services of the token exchange. */
export interface TokenServices {
  readonly accessTokens: Pick<AccessTokens, 'exchangeClientCredentials'>;
  /** Largest request body, in bytes. */
  readonly bodyLimitBytes: number;
}

const answered = z.object({
  access_token: z.string().describe('A JWT; send it as `Authorization: Bearer …`.'),
  token_type: z.literal('Bearer'),
  expires_in: z.int().describe('Seconds.'),
  scope: z
    .string()
    .describe('The token’s scopes, separated by spaces. Empty for a key without scopes (RFC 6749 section 5.1).'),
});

/**
 * The token exchange (RFC 6749 sections 2.3.1, 4.4 and 5): client credentials in a JSON body, in a form, or by HTTP
 * Basic. Counted per client and address before its body is checked; failures also count against the address.
 */
export const exchangeToken = local({
  operationId: 'exchangeToken',
  method: 'POST',
  path: '/v1/oauth/token',
  contract: {
    summary: 'Exchange an API key for an access token',
    description:
      'Client credentials in a JSON body, in a form, or by HTTP Basic. Unknown, revoked and expired clients and wrong secrets get the same response. With `scope` the token gets only those of the named scopes that the key has.',
    tag: 'Authentication',
    refusals: [
      'invalid_request',
      'unsupported_grant_type',
      'invalid_scope',
      'invalid_client',
      'payload_too_large',
      'unsupported_media_type',
      'card_data_refused',
      'validation_failed',
      'rate_limited',
      'service_unavailable',
    ],
    security: 'client_credentials',
    body: {
      content: { 'application/json': tokenRequestBody, 'application/x-www-form-urlencoded': tokenRequestForm },
      example: { grant_type: 'client_credentials', client_id: 'k7d2m9qa', client_secret: 'k7d2m9qa_…' },
    },
    success: {
      status: 200,
      about: 'An access token, valid for an hour.',
      headers: ['Pragma'],
      body: {
        name: 'AccessToken',
        schema: answered,
        example: {
          access_token: 'eyJhbGciOiJFUzI1NiJ9.e30.c2ln',
          token_type: 'Bearer',
          expires_in: 3600,
          scope: 'accounts:read external_payments:write',
        },
      },
    },
  },
  answer: async ({ exchange, services }: LocalRequest<TokenServices>) => {
    // First of all: requests of an address that has failed too often are not read.
    if (exchange.isAddressLimited) await exchange.countAddress();
    const grant = await countingFailures(exchange, () => readGrant(exchange, services));
    // A caller with insufficient scopes has shown a valid key.
    const token = await countingFailures(
      exchange,
      () => services.accessTokens.exchangeClientCredentials(grant),
      ({ code }) => code !== 'invalid_scope',
    );
    exchange.keyPrefix = token.prefix;
    return {
      status: 200,
      body: {
        access_token: token.accessToken,
        token_type: 'Bearer',
        expires_in: token.expiresIn,
        scope: token.scope,
      },
      headers: { Pragma: 'no-cache' },
    };
  },
});

/** Failures count against the address, whichever client they name. */
async function countingFailures<Made>(
  exchange: Exchange,
  make: () => Promise<Made>,
  counts: (problem: Problem) => boolean = () => true,
): Promise<Made> {
  try {
    return await make();
  } catch (error) {
    if (error instanceof Problem && error.status < 500 && error.status !== 429 && counts(error))
      await exchange.countFailedAuthentication();
    throw error;
  }
}

/** Counts the request for the client that it names, before it is checked; an unreadable one only for its address. */
async function readGrant(exchange: Exchange, { bodyLimitBytes }: TokenServices): Promise<TokenGrant> {
  const { request } = exchange;
  const { basic, tokenRequest } = await readable(exchange, async () => {
    const basic = basicCredentials(request.headers.authorization);
    return { basic, tokenRequest: await readTokenRequest(request, bodyLimitBytes) };
  });
  await countClient(exchange, claimedClientId(tokenRequest, basic));
  refuseCardData(tokenRequest.parameters);
  return tokenGrant(tokenRequest, basic);
}

async function readable<Read>(exchange: Exchange, read: () => Promise<Read>): Promise<Read> {
  try {
    return await read();
  } catch (error) {
    await countClient(exchange, '');
    throw error;
  }
}

function countClient(exchange: Exchange, client: string): Promise<void> {
  return exchange.count('token', `${client}|${exchange.address}`);
}
