import type { Logger } from '../../core/logger.js';
import { type CallGuardOptions, callGuard, unfinished } from '../call-guard.js';
import type { CardProcessor, ChargeOutcome } from './port.js';

export interface GuardOptions extends CallGuardOptions {
  /** Overrides the processor's own `settleAfterMs`. */
  readonly settleAfterMs: number | undefined;
}

/**
 * Puts a timeout, a circuit breaker and a bulkhead around a card processor. A charge that was given up is `unknown`: only a
 * look may tell; a look or a refund that was given up is `unavailable`, to be asked again.
 */
export function guarded(processor: CardProcessor, options: GuardOptions): CardProcessor {
  const execute = callGuard({ card_processor: processor.code }, options);
  return {
    code: processor.code,
    settleAfterMs: options.settleAfterMs ?? processor.settleAfterMs,
    charge: (order) =>
      execute(() => processor.charge(order)).catch((error: unknown) => unfinishedCharge(error, options.logger)),
    findCharge: (reference) => execute(() => processor.findCharge(reference)).catch(unfinishedAsking),
    refund: (order) => execute(() => processor.refund(order)).catch(unfinishedAsking),
  };
}

/** The breaker and the bulkhead refuse before anything is sent; a timeout comes after. Whatever else is thrown: nobody knows. */
function unfinishedCharge(error: unknown, logger: Logger): ChargeOutcome {
  const how = unfinished(error);
  if (how === 'not_sent') return { kind: 'unreachable' };
  if (how === 'thrown') logger.error({ err: error }, 'a card processor adapter threw while charging');
  return { kind: 'unknown' };
}

function unfinishedAsking(error: unknown): { readonly kind: 'unavailable' } {
  if (unfinished(error) === 'thrown') throw error;
  return { kind: 'unavailable' };
}
