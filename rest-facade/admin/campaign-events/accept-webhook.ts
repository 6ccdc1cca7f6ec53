import { z } from 'zod';
import { INTERNAL_TOKEN_HEADER } from '../../../core/auth/internal-token.js';
import { EMAIL_PROVIDERS, type EmailProviderCode } from '../../../core/contract/campaign-event.js';
import { isWebhookPathId } from '../../../core/contract/webhook-address.js';
import { isSignedByHeader, type WebhookHeaders } from '../../../core/contract/webhook-signature-headers.js';
import { Problem } from '../../../core/errors/problem.js';
import { ClientDisconnected, NoBodyMemory, readBytes, TooSlow } from '../../../core/http/front/body.js';
import { addressBlock } from '../../../core/http/front/client-address-block.js';
import { ANONYMOUS, type Principal, requireScope } from '../../../core/principal/principal.js';
import type { Scope } from '../../../core/principal/scopes.js';
import { webhookCalls } from '../../../core/telemetry/metrics.js';
import type { OperationRunner } from '../../../gateway/operation-runner-interface.js';
import { graphAnswer } from '../../answer/graph-answer.js';
import type { AcceptWebhookMutationVariables } from '../../generated/operations.js';
import type { CallerServices } from '../../request/authenticate-caller.js';
import type { Exchange } from '../../request/http-exchange.js';
import { type LocalContract, type LocalRoute, local } from '../../route.js';
import type { WebhookIntake, WebhookShare } from './webhook-limits-before-authentication.js';

/** Services and limits for calls of email providers. */
export interface WebhookServices extends CallerServices {
  /** Limits calls that are not authenticated yet. */
  readonly webhooks: WebhookIntake;
  readonly operations: OperationRunner;
}

/** A campaign event in Tributary's own generic format. */
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
    .describe('A provider’s code, or the path of an organization’s own address.'),
});

const PROVIDERS_BODY = z.unknown().describe('An object or a list of objects, as the provider sends them.');

/** Mailgun retries unless the answer is 200 or 406. Other providers accept any 2xx. */
const AT_OWN_ADDRESS = 200;

/**
 * Answers 202 once the call is stored; at an organization's own address 200, because Mailgun retries after 202.
 * Signatures cover the raw bytes, so this route passes them on without parsing.
 * Genuine calls are never rate limited. Other calls count against their address, both before the body is read in this
 * process and afterwards as a failed authentication, so that guessing is limited here too.
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

/** Where a call arrives: a provider's path of the shared address, an organization's own address, or neither. */
interface Where {
  readonly provider?: string;
  /** The path of an organization's own address. */
  readonly address?: string;
}

function whereOf(named: string): Where {
  return isWebhookPathId(named) ? { address: named } : { provider: named };
}

/**
 * Bodies have the providers' formats, so the document only says that they are JSON. A choice between an object and a
 * list of objects would make generated clients that do not compile.
 */
function webhookContract(isNamed: boolean): LocalContract {
  return {
    summary: isNamed ? 'Receive a provider’s events' : 'Receive events',
    description: isNamed
      ? 'The provider’s own call, authenticated by the provider’s signature or else by a bearer token. An organization’s own address (created with `POST /campaign-events/webhook-addresses/`) accepts only that address’s secret: its events match the organization’s own campaigns, and an unknown address is refused like a wrong signature.'
      : 'The headers and body identify the provider. SendGrid, Standard Webhooks and Postmark sign as described below, Mailgun signs inside the body (`signature`); an unsigned call needs a bearer token with `campaign_events:write`. A call without any of these is read only if it is small. Genuine calls are never rate limited. When too many unauthenticated calls are in progress, more of them get 503 with `Retry-After`.',
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
      about: 'Stored; its events are processed later.',
      ...(isNamed && { also: { [AT_OWN_ADDRESS]: 'The same, at an organization’s own address.' } }),
    },
  };
}

/** Seconds after which calls that take too long have timed out. */
const RETRY_AFTER_SECONDS = 10;

/**
 * The sender is identified before the body is read, and unauthenticated data is limited. When the limit is reached the
 * answer is 503, because providers discard a call after any other refusal.
 */
async function accept(exchange: Exchange, services: WebhookServices, where: Where) {
  const { provider } = where;
  const door = { isPassed: false };
  try {
    if (provider !== undefined && !EMAIL_PROVIDERS.some((code) => code === provider))
      throw new Problem('route_not_found');
    // Calls to an own address are authenticated by its secret only, never by a token.
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

/** For calls that are refused here; calls that get past this point are counted by the service. */
function countRefused(error: unknown, code: string | undefined): void {
  const provider = EMAIL_PROVIDERS.find((known) => known === code) ?? 'unknown';
  webhookCalls.inc({ provider, outcome: outcomeAtTheDoor(error) });
}

function outcomeAtTheDoor(error: unknown): string {
  if (error instanceof NoBodyMemory) return 'no_room';
  if (error instanceof TooSlow || error instanceof ClientDisconnected) return 'unfinished';
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
    // A caller without credentials whose call is larger than the limit must authenticate.
    if (share === 'unsigned' && provider === undefined && address === undefined && isTooLarge(error))
      throw new Problem('missing_token');
    throw error;
  } finally {
    call.end(outcome);
  }
}

/**
 * Whether a call failed because of its content or its missing credentials, and not for lack of capacity or an internal
 * error.
 */
function isOfTheSender(error: unknown): boolean {
  if (error instanceof TooSlow || error instanceof ClientDisconnected) return true;
  return error instanceof Problem && error.status < 500;
}

/**
 * Finds the sender's credentials. A small call is read even if neither headers nor path identify a sender: Mailgun
 * signs inside the body, and may have been configured with the address without its name.
 *
 * @throws {Problem} `missing_token` when the path names a provider that signs by headers and no signature is present;
 * `insufficient_scope` for a caller whose token is its only credential and lacks the scope.
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

/**
 * A bearer token identifies the caller. Without one, the call may still have a valid signature, which the graph checks.
 */
async function callerOf(exchange: Exchange, { authenticate }: CallerServices): Promise<Principal> {
  const { authorization } = exchange.request.headers;
  if (!isBearer(authorization)) return ANONYMOUS;
  const principal = await authenticate('admin', authorization, exchange.isAddressLimited);
  exchange.principal = principal;
  return principal;
}

/**
 * Headers as received, by name, with one value for each time a header was sent. The bearer token is removed: it has
 * been checked here.
 */
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

/** Headers that no signature needs and that must not be passed on. */
const OURS_ALONE: ReadonlySet<string> = new Set(['cookie', INTERNAL_TOKEN_HEADER]);

function isBearer(authorization: string | undefined): boolean {
  return /^bearer( |$)/i.test(authorization ?? '');
}
