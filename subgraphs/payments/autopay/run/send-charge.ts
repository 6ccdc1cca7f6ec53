import type { ChargeOutcome } from '../../../../connectors/card-processors/port.js';
import type { ChargesInFlight } from './charges-in-flight.js';
import type { SentAttempt } from './sent-attempt.js';

/** Sends a charge. If the processor gets too many requests, no other charge begins before the time that it gives. */
export async function sendCharge(
  charges: ChargesInFlight,
  { processor, order }: Pick<SentAttempt, 'processor' | 'order'>,
): Promise<ChargeOutcome> {
  const outcome = await processor.charge(order);
  if (outcome.kind === 'unreachable' && outcome.rateLimit !== undefined) {
    charges.pause(processor.code, outcome.rateLimit.retryAfterMs);
  }
  return outcome;
}
