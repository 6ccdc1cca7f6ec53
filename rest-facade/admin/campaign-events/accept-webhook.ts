import { z } from 'zod';
import { ANONYMOUS, type Principal } from '../../../core/auth/principal.js';
import { EMAIL_PROVIDERS } from '../../../core/contract/campaign-event.js';
import { Problem } from '../../../core/errors/problem.js';
import { readBytes } from '../../../core/http/front/body.js';
import { graphAnswer } from '../../answer/from-graph.js';
import type { AcceptWebhookMutationVariables } from '../../generated/operations.js';
import type { Exchange } from '../../request/exchange.js';
import { type LocalContract, type LocalRoute, local } from '../../route.js';

/** As a sender tells it that speaks our own format. */
const EVENT = {
  id: 'e-1',
  event_type: 'open',
  occurred_at: '2026-11-20T15:04:05Z',
  recipient: 'borrower@example.org',
  message_id: 'm-1',
  campaign_id: 'autumn',
};

/**
 * Spec 4.5, 6.1: 202 once the call is kept. Signatures cover the bytes as they came, so that this route hands them on unread.
 * It is exempt from rate limits (DESIGN 7), but for calls that are refused as unauthenticated: guessing is bounded here too.
 */
export const acceptWebhook: readonly LocalRoute[] = [
  local({
    operationId: 'acceptWebhook',
    runs: 'acceptWebhook',
    method: 'POST',
    path: '/campaign-events/webhook',
    slashEither: true,
    contract: webhookContract(false),
    answer: (exchange) => accept(exchange, undefined),
  }),
  local({
    operationId: 'acceptProviderWebhook',
    runs: 'acceptWebhook',
    method: 'POST',
    path: '/campaign-events/webhook/{provider}',
    slashEither: true,
    contract: webhookContract(true),
    answer: (exchange, { provider }) => accept(exchange, provider),
  }),
];

/** Bodies are the providers' own, so that the document says of them only that they are JSON. */
function webhookContract(isNamed: boolean): LocalContract {
  return {
    summary: isNamed ? 'Receive a provider’s events' : 'Receive events',
    description: isNamed
      ? 'The provider’s own call, verified by its own signature; without one, by a bearer token.'
      : 'Which provider calls is told by its headers and body. SendGrid, Standard Webhooks and Postmark sign as below, Mailgun inside the body (`signature`); an unsigned call needs a bearer token with `campaign_events:write`. Never rate limited, but for calls refused as unauthenticated.',
    tag: 'Campaign events',
    refusals: [
      'missing_token',
      'invalid_token',
      'invalid_signature',
      'insufficient_scope',
      ...(isNamed ? (['route_not_found'] as const) : []),
      'payload_too_large',
      'unsupported_media_type',
      'card_data_refused',
      'validation_failed',
      'rate_limited',
      'service_unavailable',
      'outcome_unknown',
    ],
    security: 'webhook',
    ...(isNamed && { path: z.object({ provider: z.enum(EMAIL_PROVIDERS) }) }),
    body: {
      content: { 'application/json': z.union([z.looseObject({}), z.array(z.looseObject({}))]) },
      example: [EVENT],
    },
    success: { status: 202, about: 'Kept; its events are processed afterwards.' },
  };
}

async function accept(exchange: Exchange, provider: string | undefined) {
  const { services, requestId, request } = exchange;
  try {
    const principal = await callerOf(exchange);
    const bytes = await readBytes(request, services.webhookBodyLimitBytes, ['application/json']);
    if (bytes === undefined) throw new Problem('malformed_request');
    const variables: AcceptWebhookMutationVariables = {
      ...(provider !== undefined && { provider }),
      headers: headersOf(exchange),
      body: bytes.toString('base64'),
    };
    graphAnswer(await services.operations.run('acceptWebhook', variables, { principal, requestId }));
    return { status: 202 };
  } catch (error) {
    if (error instanceof Problem && error.status === 401) await exchange.countFailedAuthentication();
    throw error;
  }
}

/** Who shows a bearer token is known by it; who shows none may still be known by a signature, which the graph checks. */
async function callerOf(exchange: Exchange): Promise<Principal> {
  const { authorization } = exchange.request.headers;
  if (!isBearer(authorization)) return ANONYMOUS;
  const principal = await exchange.services.authenticate('admin', authorization);
  exchange.principal = principal;
  return principal;
}

/** As they came, one entry for each time that a header was sent. A bearer token has done its work here, and goes no further. */
function headersOf({ request }: Exchange): { name: string; value: string }[] {
  return Object.entries(request.headersDistinct)
    .flatMap(([name, values = []]) => values.map((value) => ({ name, value })))
    .filter(({ name, value }) => name !== 'cookie' && !(name === 'authorization' && isBearer(value)));
}

function isBearer(authorization: string | undefined): boolean {
  return /^bearer( |$)/i.test(authorization ?? '');
}
