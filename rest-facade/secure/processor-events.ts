import type { Temporal } from 'temporal-polyfill';
import { z } from 'zod';
import type { ProcessorEventReader, ProcessorNotice } from '../../core/contract/processor-event-reader-interface.js';
import { Problem } from '../../core/errors/problem.js';
import { readBytes } from '../../core/http/front/body.js';
import { addressBlock } from '../../core/http/front/client-address-block.js';
import { ANONYMOUS, throughSecureHost } from '../../core/principal/principal.js';
import type { OperationRunner } from '../../gateway/operation-runner-interface.js';
import type { WebhookIntake } from '../admin/campaign-events/webhook-limits-before-authentication.js';
import type { Answer } from '../answer/answer.js';
import { graphAnswer } from '../answer/graph-answer.js';
import type { TakeProcessorEventMutationVariables } from '../generated/operations.js';
import type { Exchange } from '../request/http-exchange.js';
import { type LocalContract, type LocalRequest, local } from '../route.js';

/** Services for processors' events. */
export interface ProcessorEventIntake {
  readonly readers: readonly ProcessorEventReader[];
  readonly now: () => Temporal.Instant;
}

/** Services and limits for incoming events. */
export interface ProcessorEventServices {
  readonly processorEvents: ProcessorEventIntake;
  /** Limits calls that are not authenticated yet. */
  readonly webhooks: WebhookIntake;
  readonly operations: OperationRunner;
}

/** An event is a few kilobytes, including its object. */
const BODY_LIMIT_BYTES = 262_144;
const RETRY_AFTER_SECONDS = 10;

const EVENT = {
  id: 'evt_1',
  object: 'event',
  type: 'charge.dispute.created',
  data: { object: { object: 'dispute', id: 'du_1', payment_intent: 'pi_1' } },
};

const CONTRACT: LocalContract = {
  summary: 'Receive a card processor’s events',
  description:
    'The processor’s own call, verified by its signature over the raw bytes; on the secure host only. An event is stored once, under its id, and only with the reference to its object. Tributary then asks the processor for the object’s current state and acts on that.',
  tag: 'Service',
  refusals: [
    'malformed_request',
    'invalid_signature',
    'route_not_found',
    'payload_too_large',
    'unsupported_media_type',
    'validation_failed',
    'rate_limited',
    'service_unavailable',
    'outcome_unknown',
  ],
  security: 'card_processor',
  path: z.object({ processor: z.string().describe('The card processor’s code, for example `stripe`.') }),
  body: { content: { 'application/json': z.looseObject({}) }, example: EVENT },
  success: { status: 202, about: 'Stored; it is processed later.' },
};

/**
 * 202 once an event is stored. Only its identifier, type and object reference are passed on. A genuine event is never
 * rate limited; any other counts as a failed authentication of its address.
 */
export const takeProcessorEvent = local({
  operationId: 'takeProcessorEvent',
  runs: 'takeProcessorEvent',
  method: 'POST',
  path: '/processor-events/{processor}',
  contract: CONTRACT,
  answer: async ({ exchange, services, path: { processor = '' } }: LocalRequest<ProcessorEventServices>) => {
    const reader = services.processorEvents.readers.find((known) => known.processor === processor);
    if (reader === undefined) throw new Problem('route_not_found');
    try {
      return await taken(exchange, services, reader);
    } catch (error) {
      if (error instanceof Problem && error.status === 401) await exchange.countFailedAuthentication();
      if (error instanceof Problem && error.status === 503) exchange.showRetryAfter(RETRY_AFTER_SECONDS);
      throw error;
    }
  },
});

async function taken(
  exchange: Exchange,
  { webhooks, processorEvents, operations }: ProcessorEventServices,
  reader: ProcessorEventReader,
): Promise<Answer> {
  const { request, requestId } = exchange;
  const declared = request.headers['content-length'];
  const source = `address:${addressBlock(exchange.address)}`;
  const call = webhooks.begin('signed', source, declared === undefined ? undefined : Number(declared));
  let outcome: Parameters<typeof call.end>[0] = 'unknown';
  try {
    const signatures = request.headersDistinct['stripe-signature'] ?? [];
    const rawBody = await readBytes(request, BODY_LIMIT_BYTES, ['application/json'], call.guard);
    if (rawBody === undefined) throw new Problem('malformed_request');
    const signature = signatures.length === 1 ? signatures[0] : undefined;
    const event = await reader.read({ rawBody, signature, receivedAt: processorEvents.now() });
    if (event.kind === 'forged') throw new Problem('invalid_signature');
    outcome = 'proven';
    if (event.kind === 'unreadable') throw new Problem('malformed_request', { reason: event.reason });
    await keep(operations, requestId, reader.processor, event.hint);
    return { status: 202 };
  } catch (error) {
    if (error instanceof Problem && error.status < 500 && outcome !== 'proven') outcome = 'failed';
    throw error;
  } finally {
    call.end(outcome);
  }
}

async function keep(
  operations: OperationRunner,
  requestId: string,
  processor: string,
  { externalId, type, about }: ProcessorNotice,
): Promise<void> {
  const variables: TakeProcessorEventMutationVariables = {
    input: { processor, externalId, type, aboutKind: about?.kind ?? null, aboutId: about?.id ?? null },
  };
  const principal = throughSecureHost(ANONYMOUS);
  graphAnswer(await operations.run('takeProcessorEvent', { ...variables }, { principal, requestId }));
}
