import { ANONYMOUS, type Principal } from '../../../core/auth/principal.js';
import { Problem } from '../../../core/errors/problem.js';
import { refuseCardDataIn } from '../../../core/http/card-data.js';
import { graphAnswer } from '../../answer/from-graph.js';
import type { AcceptWebhookMutationVariables } from '../../generated/operations.js';
import { readBytes } from '../../request/body.js';
import type { Exchange } from '../../request/exchange.js';
import { type LocalRoute, local } from '../../route.js';

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
    answer: (exchange) => accept(exchange, undefined),
  }),
  local({
    operationId: 'acceptProviderWebhook',
    runs: 'acceptWebhook',
    method: 'POST',
    path: '/campaign-events/webhook/{provider}',
    slashEither: true,
    answer: (exchange, { provider }) => accept(exchange, provider),
  }),
];

async function accept(exchange: Exchange, provider: string | undefined) {
  const { services, requestId, request } = exchange;
  try {
    const principal = await callerOf(exchange);
    const bytes = await readBytes(request, services.webhookBodyLimitBytes, ['application/json']);
    if (bytes === undefined) throw new Problem('malformed_request');
    refuseCardDataIn(bytes);
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
