import type { Logger } from '../../../core/logging/logger.js';
import type { CardProcessor } from '../port.js';
import type { StripeOptions } from './client.js';

export const STRIPE_PROCESSOR_CODE = 'stripe';

/** As with any remote system: it may still execute a request that we have given up on. */
const SETTLE_AFTER_MS = 15 * 60_000;

/** Stripe sends events; polling only finds those that were lost. */
const PULL_EVERY_MS = 24 * 3_600_000;

/** Stripe, through its official client. The client is large: a process without a Stripe key does not load it. */
export function createStripeProcessor({
  logger,
  ...options
}: StripeOptions & { readonly logger: Logger }): CardProcessor {
  const loading = import('./adapter.js').then(({ createAdapter }) => createAdapter(options, logger));
  return {
    code: STRIPE_PROCESSOR_CODE,
    settleAfterMs: SETTLE_AFTER_MS,
    pullEveryMs: PULL_EVERY_MS,
    tokenize: async (order) => (await loading).tokenize(order),
    charge: async (order) => (await loading).charge(order),
    findCharge: async (order) => (await loading).findCharge(order),
    refund: async (order) => (await loading).refund(order),
    standingOf: async (charge) => (await loading).standingOf(charge),
    storedCard: async (token) => (await loading).storedCard(token),
    changes: async (request) => (await loading).changes(request),
    listing: {
      charges: async (request) => (await loading).listing.charges(request),
      refunds: async (request) => (await loading).listing.refunds(request),
    },
  };
}
