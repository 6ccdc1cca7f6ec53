import { snakeCased } from '../../core/contract/case-conversion.js';
import type { BillingAddress, TokenizedCard } from '../../core/contract/tokenize-card-types.js';
import { Problem } from '../../core/errors/problem.js';
import { throughSecureHost } from '../../core/principal/principal.js';
import type { Answer } from '../answer/answer.js';
import type { BeginCardCaptureMutation } from '../generated/operations.js';
import { storedAnswer } from '../idempotency-header-and-answers.js';
import { type CallerServices, callerOf } from '../request/authenticate-caller.js';
import type { Exchange } from '../request/http-exchange.js';
import { type LocalRequest, local } from '../route.js';
import { CAPTURE_CONTRACT, CAPTURE_SCOPE } from './capture-contract.js';
import type { CaptureServices } from './capture-services.js';
import { CaptureGraph, type CaptureGraphServices, isPassing } from './card-capture-graph-calls.js';
import { masked } from './mask-refusal.js';
import { type CaptureRequest, readCapture } from './read-card-capture-request.js';

const ADMISSION = { area: 'v1', scope: CAPTURE_SCOPE } as const;

/** Services of card capture. */
export interface CardServices extends CallerServices, CaptureGraphServices {
  readonly capture: CaptureServices;
}

/**
 * 201 with the payment method. The card goes only to the card processor. The graph receives whom it is for and,
 * afterwards, the processor's token and the display fields.
 */
export const captureCard = local({
  operationId: 'captureCard',
  runs: ['beginCardCapture', 'completeCardCapture', 'declineCardCapture', 'releaseCardCapture'],
  method: 'POST',
  path: '/v1/payment-methods/cards',
  contract: CAPTURE_CONTRACT,
  answer: async ({ exchange, services }: LocalRequest<CardServices>) => {
    try {
      const principal = throughSecureHost(await callerOf(exchange, services, ADMISSION));
      const graph = new CaptureGraph(services, { principal, requestId: exchange.requestId });
      return await captured(exchange, services, graph);
    } catch (error) {
      throw masked(error);
    }
  },
});

type Begun = NonNullable<BeginCardCaptureMutation['beginCardCapture']['capture']>;

async function captured(exchange: Exchange, { capture, logger }: CardServices, graph: CaptureGraph): Promise<Answer> {
  const request = await readCapture(exchange, capture);
  const { idempotencyKey, accountId, partyId, billingAddressId, fingerprint } = request;
  const { stored, capture: begun } = await graph.begin(
    snakeCased({
      idempotencyKey,
      accountId,
      partyId,
      billingAddressId,
      hasOneTimeAddress: request.oneTimeAddress !== null,
      processor: capture.processor,
      fingerprint,
      onlyStored: request.refusal !== undefined,
    }),
  );
  if (stored !== null) return storedAnswer({ answer: stored, replayed: true });
  if (request.refusal !== undefined) throw request.refusal;
  if (begun === null) throw new Error('the capture has neither started nor a stored response');
  const outcome = await tokenized(capture, request, begun);
  switch (outcome.kind) {
    case 'tokenized':
      return completed(request, graph, begun, outcome);
    case 'declined':
      return storedAnswer(await graph.decline({ id: begun.id, reason: outcome.reason }));
    case 'failed':
      logger.error(
        { request_id: exchange.requestId, capture_id: begun.id, card_processor: begun.processor },
        'the card processor rejects our requests',
      );
      return failed(graph, begun.id, false);
    case 'unavailable':
      return failed(graph, begun.id, true);
  }
}

function tokenized({ tokenize }: CaptureServices, request: CaptureRequest, begun: Begun) {
  const { id: reference, organizationId, partyId, customer } = begun;
  const order = {
    organizationId,
    reference,
    partyId,
    customer,
    card: request.takeCard(),
    cardholderName: request.cardholderName,
    billingAddress: addressOf(request, begun),
  };
  return tokenize(order, begun.processor);
}

function addressOf({ oneTimeAddress }: CaptureRequest, { billingAddress }: Begun): BillingAddress {
  const address = oneTimeAddress ?? billingAddress;
  if (address === null) throw new Error('a capture started without a billing address');
  return address;
}

async function completed(
  { cardholderName: holderName, nickname, setDefault }: CaptureRequest,
  graph: CaptureGraph,
  { id, processor }: Begun,
  { token, customer, cardBrand, lastFour, expirationMonth, expirationYear }: TokenizedCard,
): Promise<Answer> {
  const made = { processor, token, customer, cardBrand, lastFour, expirationMonth, expirationYear };
  try {
    return storedAnswer(await graph.complete({ id, input: { ...made, holderName, nickname, setDefault } }));
  } catch (error) {
    if (!isPassing(error)) throw error;
    return failed(graph, id, true);
  }
}

/** Nothing is stored here and no card is lost: the same reference yields the same instrument. */
async function failed(graph: CaptureGraph, id: string, retryable: boolean): Promise<never> {
  await graph.release({ id });
  throw new Problem('tokenization_failed', { retryable });
}
