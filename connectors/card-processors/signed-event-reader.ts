import type { ProcessorEventReader } from '../../core/contract/processor-event-reader-interface.js';

/**
 * Verifies events with Stripe's signature scheme, which the sandbox uses too.
 *
 * @param secrets - `whsec_…`, several during a rotation: a match with any of them is enough.
 */
export function signedEvents(processor: string, secrets: readonly string[]): ProcessorEventReader {
  // Stripe's client is large: a process without a secret for its events does not load it.
  const loading = import('./stripe/verify-event.js');
  return { processor, read: async (call) => (await loading).verifyEvent(secrets, call) };
}
