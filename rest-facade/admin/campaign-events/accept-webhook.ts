import { z } from 'zod';
import { INTERNAL_TOKEN_HEADER } from '../../../core/auth/internal-token.js';
import { EMAIL_PROVIDERS, type EmailProviderCode } from '../../../core/contract/campaign-event.js';
import { isWebhookPathId } from '../../../core/contract/webhook-address.js';
import { isSignedByHeader, type WebhookHeaders } from '../../../core/contract/webhook-sender.js';
import { Problem } from '../../../core/errors/problem.js';
import { addressBlock } from '../../../core/http/front/address-block.js';
import { ClientGone, NoRoom, readBytes, TooSlow } from '../../../core/http/front/body.js';
import { ANONYMOUS, type Principal, requireScope } from '../../../core/principal/principal.js';
import type { Scope } from '../../../core/principal/scopes.js';
import { webhookCalls } from '../../../core/telemetry/metrics.js';
import type { OperationRunner } from '../../../gateway/operation.js';
import { graphAnswer } from '../../answer/from-graph.js';
import type { AcceptWebhookMutationVariables } from '../../generated/operations.js';
import type { CallerServices } from '../../request/caller.js';
import type { Exchange } from '../../request/exchange.js';
import { type LocalContract, type LocalRoute, local } from '../../route.js';
import type { WebhookIntake, WebhookShare } from './webhook-intake.js';

/** What email providers' calls are taken with. */
export interface WebhookServices extends CallerServices {
  /** What is held of them. */
  readonly webhooks: WebhookIntake;
  readonly operations: OperationRunner;
}

/** As a sender tells it that speaks our own format. */
const EVENT = {
  id: 'e-1',
  event_type: 'open',
  occurred_at: '2026-11-20T15:04:05Z',
  recipient: 'borrower@example.org',
  message_id: 'm-1',
  campaign_id: 'autumn',
};

const NAMED = z.object({
  provider_or_address: z
    .string()
    .regex(new RegExp(`^(?:${EMAIL_PROVIDERS.join('|')}|[A-Za-z0-9_-]{43})$`))
    .describe('A provider’s code, or what stands in the path of an organization’s own address.'),
});

const PROVIDERS_BODY = z.unknown().describe('An object or a list of objects, as the provider sends them.');

/** Mailgun retries unless the answer is 200 or 406. Other providers accept any 2xx. */
const AT_OWN_ADDRESS = 200;

/**
 * Answers 202 once the call is stored; at an organization's own address 200, because Mailgun retries after 202. Signatures cover the bytes as they came, so that this route hands them on unread.
 * No genuine call is rate limited. What is not found genuine is counted against its address: before it is read in this process, and
 * as a failed authentication afterwards, so that guessing is bounded here too.
 */
export const acceptWebhook: readonly LocalRoute<WebhookServices>[] = [
  local({
    operationId: 'acceptWebhook',
    runs: 'acceptWebhook',
    method: 'POST',
    path: '/campaign-events/webhook',
    slashEither: true,
    contract: webhookContract(false),
    answer: ({ exchange, services }) => accept(exchange, services, {}),
  }),
  local({
    operationId: 'acceptProviderWebhook',
    runs: 'acceptWebhook',
    method: 'POST',
    path: '/campaign-events/webhook/{provider_or_address}',
    slashEither: true,
    contract: webhookContract(true),
    answer: ({ exchange, services, path: { provider_or_address: named = '' } }) =>
      accept(exchange, services, whereOf(named)),
  }),
];

/** Where a call comes to: a provider's path of everybody's address, an organization's own address, or neither. */
interface Where {
  readonly provider?: string;
  /** What stands in the path of an own address. */
  readonly address?: string;
}

function whereOf(named: string): Where {
  return isWebhookPathId(named) ? { address: named } : { provider: named };
}

/**
 * Bodies are the providers' own, so that the document says of them only that they are JSON. A choice of an object or a list of
 * them makes generated clients that do not compile.
 */
function webhookContract(isNamed: boolean): LocalContract {
  return {
    summary: isNamed ? 'Receive a provider’s events' : 'Receive events',
    description: isNamed
      ? 'The provider’s own call, verified by its own signature; without one, by a bearer token. At an organization’s own address, which `POST /campaign-events/webhook-addresses/` makes, by that address’s secret alone: its events match the organization’s own campaigns, and an address that is not known is refused as a wrong signature is.'
      : 'Which provider calls is told by its headers and body. SendGrid, Standard Webhooks and Postmark sign as below, Mailgun inside the body (`signature`); an unsigned call needs a bearer token with `campaign_events:write`. Without any of these only a small call is read. Genuine calls are never rate limited; where there is no room for calls that are not known to be genuine they are answered 503 with `Retry-After`.',
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
      'webhook_rejected',
      'rate_limited',
      'service_unavailable',
      'outcome_unknown',
    ],
    security: 'webhook',
    ...(isNamed && { path: NAMED }),
    body: {
      content: { 'application/json': PROVIDERS_BODY },
      example: [EVENT],
    },
    success: {
      status: 202,
      about: 'Kept; its events are processed afterwards.',
      ...(isNamed && { also: { [AT_OWN_ADDRESS]: 'The same, at an organization’s own address.' } }),
    },
  };
}

/** Seconds: by then those that take too long are gone. */
const RETRY_AFTER_SECONDS = 10;

/**
 * Who calls is named before the body is read; what is held until they are proven has its bounds. A refusal for want of room is a
 * 503, for providers drop what is refused otherwise.
 */
async function accept(exchange: Exchange, services: WebhookServices, where: Where) {
  const { provider } = where;
  const door = { isPassed: false };
  try {
    if (provider !== undefined && !EMAIL_PROVIDERS.some((code) => code === provider))
      throw new Problem('route_not_found');
    // Nobody vouches for a call to an own address: its secret alone counts there.
    const caller = where.address === undefined ? await callerOf(exchange, services) : ANONYMOUS;
    await taken(exchange, services, caller, where, door);
    return { status: where.address === undefined ? 202 : AT_OWN_ADDRESS };
  } catch (error) {
    if (!door.isPassed) countRefused(error, provider);
    if (isNotGenuine(error)) await exchange.countFailedAuthentication();
    if (error instanceof Problem && error.code === 'service_unavailable') exchange.showRetryAfter(RETRY_AFTER_SECONDS);
    throw error;
  }
}

/** Rejected calls count too: they may be replays of a genuine call. */
function isNotGenuine(error: unknown): boolean {
  return error instanceof Problem && (error.status === 401 || error.code === 'webhook_rejected');
}

/** Those that come so far are counted where they are looked at. */
function countRefused(error: unknown, code: string | undefined): void {
  const provider = EMAIL_PROVIDERS.find((known) => known === code) ?? 'unknown';
  webhookCalls.inc({ provider, outcome: outcomeAtTheDoor(error) });
}

function outcomeAtTheDoor(error: unknown): string {
  if (error instanceof NoRoom) return 'no_room';
  if (error instanceof TooSlow || error instanceof ClientGone) return 'unfinished';
  if (!(error instanceof Problem) || error.status >= 500) return 'failed';
  return error.code === 'missing_token' ? 'unnamed' : 'refused';
}

async function taken(
  exchange: Exchange,
  { webhooks, operations }: WebhookServices,
  principal: Principal,
  { provider, address }: Where,
  door: { isPassed: boolean },
): Promise<void> {
  const { requestId, request } = exchange;
  const headers = handedOn(exchange);
  const share = shareOf(headers, principal, provider);
  const source = share === 'known' ? `key:${principal.actor}` : `address:${addressBlock(exchange.address)}`;
  const declared = request.headers['content-length'];
  const call = webhooks.begin(share, source, declared === undefined ? undefined : Number(declared));
  let outcome: Parameters<typeof call.end>[0] = 'unknown';
  try {
    const bytes = await readBytes(request, call.limitBytes, ['application/json'], call.guard);
    if (bytes === undefined) throw new Problem('malformed_request');
    const variables: AcceptWebhookMutationVariables = {
      ...(provider !== undefined && { provider }),
      ...(address !== undefined && { address }),
      headers: Object.entries(headers).flatMap(([name, values]) => values.map((value) => ({ name, value }))),
      body: bytes.toString('base64'),
    };
    door.isPassed = true;
    graphAnswer(await operations.run('acceptWebhook', variables, { principal, requestId }));
    outcome = 'proven';
  } catch (error) {
    if (isOfTheSender(error)) outcome = 'failed';
    // Whoever named nobody, and sends more than is read of such, has to say who they are.
    if (share === 'unsigned' && provider === undefined && address === undefined && isTooLarge(error))
      throw new Problem('missing_token');
    throw error;
  } finally {
    call.end(outcome);
  }
}

/** Whether a call failed by what was sent, or by what was not sent; not for want of room, or by a fault of ours. */
function isOfTheSender(error: unknown): boolean {
  if (error instanceof TooSlow || error instanceof ClientGone) return true;
  return error instanceof Problem && error.status < 500;
}

/**
 * What a call shows of its sender. Where neither headers nor path can name one it is read nevertheless, if it is small: Mailgun
 * signs inside the body, and may have been given the address without its name.
 *
 * @throws {Problem} `missing_token` where the path names a provider that signs by headers, and none does;
 *   `insufficient_scope` of a caller whose token alone could vouch for it.
 */
function shareOf(headers: WebhookHeaders, principal: Principal, provider: string | undefined): WebhookShare {
  if (isSignedByHeader(headers, provider) && !mayVouch(principal)) return 'signed';
  if (principal.kind !== 'anonymous') {
    requireScope(principal, SCOPE);
    return 'known';
  }
  if (provider !== undefined && provider !== SIGNED_INSIDE) throw new Problem('missing_token');
  return 'unsigned';
}

const SCOPE = 'campaign_events:write' satisfies Scope;

function mayVouch({ kind, scopes }: Principal): boolean {
  return kind !== 'anonymous' && scopes.includes(SCOPE);
}

const SIGNED_INSIDE = 'mailgun' satisfies EmailProviderCode;

function isTooLarge(error: unknown): boolean {
  return error instanceof Problem && error.code === 'payload_too_large';
}

/** Who shows a bearer token is known by it; who shows none may still be known by a signature, which the graph checks. */
async function callerOf(exchange: Exchange, { authenticate }: CallerServices): Promise<Principal> {
  const { authorization } = exchange.request.headers;
  if (!isBearer(authorization)) return ANONYMOUS;
  const principal = await authenticate('admin', authorization, exchange.isAddressLimited);
  exchange.principal = principal;
  return principal;
}

/** Headers as they came, by name, one value for each time that one was sent. A bearer token has done its work here, and goes no further. */
function handedOn({ request }: Exchange): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(request.headersDistinct)
      .filter(([name]) => !OURS_ALONE.has(name))
      .map(([name, values = []]) => [
        name,
        name === 'authorization' ? values.filter((value) => !isBearer(value)) : values,
      ]),
  );
}

/** Of no use to a signature, and not to be handed on. */
const OURS_ALONE: ReadonlySet<string> = new Set(['cookie', INTERNAL_TOKEN_HEADER]);

function isBearer(authorization: string | undefined): boolean {
  return /^bearer( |$)/i.test(authorization ?? '');
}
