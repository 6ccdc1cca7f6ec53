import type { Logger } from '../../../core/logging/logger.js';
import type { ChargeListing } from '../charge-listing-interface.js';
import type { ChargeQueries } from '../charge-queries-interface.js';
import type { CardProcessor } from '../port.js';
import { charge, failedCharge, findCharge } from './charge.js';
import { failedAsking, failedReading, readChargeState, storedCard } from './charge-state.js';
import { type StripeOptions, stripeClient } from './client.js';
import { type Failure, failureOf } from './failure.js';
import { changes } from './list-change-hints.js';
import { listCharges, listRefunds } from './list-charges-and-refunds.js';
import { failedRefund, refund } from './refund.js';
import { failedTokenizing, tokenize } from './tokenize.js';

/** The client's errors never leave this module: they contain the response and may quote the request. */
export function createAdapter(
  options: StripeOptions,
  logger: Logger,
): Pick<
  CardProcessor,
  'tokenize' | 'charge' | 'findCharge' | 'refund' | Exclude<keyof ChargeQueries, 'pullEveryMs'>
> & { readonly listing: ChargeListing } {
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
    standingOf: (id) => readChargeState(stripe, id).catch((error: unknown) => failedReading(meaning(error))),
    storedCard: (token) => storedCard(stripe, token).catch((error: unknown) => failedReading(meaning(error))),
    changes: (request) => changes(stripe, request).catch((error: unknown) => failedAsking(meaning(error))),
    listing: {
      charges: (request) => listCharges(stripe, request).catch(unlisted),
      refunds: (request) => listRefunds(stripe, request).catch(unlisted),
    },
  };

  function unlisted(error: unknown): { readonly kind: 'unavailable' } {
    meaning(error);
    return { kind: 'unavailable' };
  }

  function meaning(error: unknown): Failure {
    const failure = failureOf(error);
    if (failure.kind === 'fault') logger.error({ stripe: failure.fault }, 'Stripe rejected a request as invalid');
    return failure;
  }
}
