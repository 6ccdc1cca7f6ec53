import type { Logger } from '../../core/logging/logger.js';
import { type CallGuardOptions, callGuard, unfinished } from '../call-timeout-and-circuit-breaker.js';
import type { ChargeListing } from './charge-listing-interface.js';
import type { ChargeQueries } from './charge-queries-interface.js';
import type { CardProcessor, ChargeOutcome, TokenizeOutcome } from './port.js';

export interface GuardOptions extends CallGuardOptions {
  /** Overrides the processor's own `settleAfterMs`. */
  readonly settleAfterMs: number | undefined;
}

/**
 * Puts a timeout, a circuit breaker and a bulkhead around a card processor. A charge that was given up is `unknown`:
 * only a lookup can resolve it. A lookup, a refund or a tokenization that was given up is `unavailable` and may be
 * requested again.
 */
export function guarded(processor: CardProcessor, options: GuardOptions): CardProcessor {
  const execute = callGuard({ card_processor: processor.code }, options);
  return {
    code: processor.code,
    settleAfterMs: options.settleAfterMs ?? processor.settleAfterMs,
    pullEveryMs: processor.pullEveryMs,
    tokenize: (order) =>
      execute(() => processor.tokenize(order)).catch((error: unknown) => unfinishedTokenizing(error, options.logger)),
    charge: (order) =>
      execute(() => processor.charge(order)).catch((error: unknown) => unfinishedCharge(error, options.logger)),
    findCharge: (reference) => execute(() => processor.findCharge(reference)).catch(unfinishedAsking),
    refund: (order) => execute(() => processor.refund(order)).catch(unfinishedAsking),
    ...guardedReturns(processor, options),
    ...(processor.listing !== undefined && { listing: guardedListing(processor.code, processor.listing, options) }),
  };
}

/** Status queries have a separate breaker and bulkhead, so that their failures do not block charges. */
function guardedReturns(processor: CardProcessor, { observer: _, ...options }: GuardOptions) {
  const execute = callGuard({ card_processor: processor.code, side: 'returns' }, options);
  return {
    standingOf: (charge) => execute(() => processor.standingOf(charge)).catch(unfinishedAsking),
    storedCard: (token) => execute(() => processor.storedCard(token)).catch(unfinishedAsking),
    changes: (request) => execute(() => processor.changes(request)).catch(unfinishedAsking),
  } satisfies Omit<ChargeQueries, 'pullEveryMs'>;
}

/** Lists have a separate breaker and bulkhead, so that their failures do not block charges. */
function guardedListing(
  code: string,
  listing: ChargeListing,
  { observer: _, ...options }: GuardOptions,
): ChargeListing {
  const execute = callGuard({ card_processor: code, side: 'listing' }, options);
  return {
    charges: (request) => execute(() => listing.charges(request)).catch(unfinishedAsking),
    refunds: (request) => execute(() => listing.refunds(request)).catch(unfinishedAsking),
  };
}

/**
 * The breaker and the bulkhead reject before anything is sent; a timeout comes after. After any other error the outcome
 * is unknown.
 */
function unfinishedCharge(error: unknown, logger: Logger): ChargeOutcome {
  const how = unfinished(error);
  if (how === 'not_sent') return { kind: 'unreachable' };
  if (how === 'thrown') logger.error({ err: error }, 'a card processor adapter threw while charging');
  return { kind: 'unknown' };
}

/** An adapter's error may quote the card data it was given, so only the kind of error is logged. */
function unfinishedTokenizing(error: unknown, logger: Logger): TokenizeOutcome {
  if (unfinished(error) !== 'thrown') return { kind: 'unavailable' };
  const thrown = error instanceof Error ? error.name : typeof error;
  logger.error({ thrown }, 'a card processor adapter threw while tokenizing');
  return { kind: 'failed' };
}

function unfinishedAsking(error: unknown): { readonly kind: 'unavailable' } {
  if (unfinished(error) === 'thrown') throw error;
  return { kind: 'unavailable' };
}
