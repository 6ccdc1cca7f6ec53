import type { Logger } from '../../../core/logger.js';
import type { CardProcessor } from '../port.js';
import { charge, failedCharge, failedLook, findCharge } from './charging.js';
import { type StripeOptions, stripeClient } from './client.js';
import { type Failure, failureOf } from './failure.js';
import { failedRefund, refund } from './refunding.js';
import { failedTokenizing, tokenize } from './tokenizing.js';

export const STRIPE_PROCESSOR_CODE = 'stripe';

/** As with any system far away: it may still carry out a request that we have given up on. */
const SETTLE_AFTER_MS = 15 * 60_000;

/** Stripe, through its official client. An error of the client never leaves here: it holds what was sent and what came back. */
export function createStripeProcessor({
  logger,
  ...options
}: StripeOptions & { readonly logger: Logger }): CardProcessor {
  const stripe = stripeClient(options);
  return {
    code: STRIPE_PROCESSOR_CODE,
    settleAfterMs: SETTLE_AFTER_MS,
    tokenize: (order) => tokenize(stripe, order).catch((error: unknown) => failedTokenizing(meaning(error))),
    charge: (order) => charge(stripe, order).catch((error: unknown) => failedCharge(meaning(error))),
    findCharge: (order) =>
      findCharge(stripe, order).catch((error: unknown) => {
        meaning(error);
        return failedLook();
      }),
    refund: (order) => refund(stripe, order).catch((error: unknown) => failedRefund(meaning(error))),
  };

  function meaning(error: unknown): Failure {
    const failure = failureOf(error);
    if (failure.kind === 'fault') logger.error({ stripe: failure.fault }, 'Stripe takes a request of ours for wrong');
    return failure;
  }
}
