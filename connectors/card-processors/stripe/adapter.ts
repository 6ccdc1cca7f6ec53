import type { Logger } from '../../../core/logger.js';
import type { CardProcessor } from '../port.js';
import { charge, failedCharge, findCharge } from './charging.js';
import { type StripeOptions, stripeClient } from './client.js';
import { type Failure, failureOf } from './failure.js';
import { failedRefund, refund } from './refunding.js';
import { failedTokenizing, tokenize } from './tokenizing.js';

/** An error of the client never leaves here: it holds what came back, and may quote what was sent. */
export function createAdapter(
  options: StripeOptions,
  logger: Logger,
): Pick<CardProcessor, 'tokenize' | 'charge' | 'findCharge' | 'refund'> {
  const stripe = stripeClient(options);
  return {
    tokenize: (order) => tokenize(stripe, order).catch((error: unknown) => failedTokenizing(meaning(error))),
    charge: (order) => charge(stripe, order).catch((error: unknown) => failedCharge(meaning(error))),
    findCharge: (order) =>
      findCharge(stripe, order).catch((error: unknown) => {
        meaning(error);
        return { kind: 'unavailable' };
      }),
    refund: (order) => refund(stripe, order).catch((error: unknown) => failedRefund(meaning(error))),
  };

  function meaning(error: unknown): Failure {
    const failure = failureOf(error);
    if (failure.kind === 'fault') logger.error({ stripe: failure.fault }, 'Stripe takes a request of ours for wrong');
    return failure;
  }
}
