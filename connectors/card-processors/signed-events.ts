import type { ProcessorEventReader } from '../../core/contract/processor-hint.js';

/**
 * Events signed as Stripe signs its own; the sandbox does the same.
 *
 * @param secrets - `whsec_…`, several while one is replaced: any of them will do.
 */
export function signedEvents(processor: string, secrets: readonly string[]): ProcessorEventReader {
  // Stripe's client is large: whoever has no secret for its events does not load it.
  const loading = import('./stripe/reading-events.js');
  return { processor, read: async (call) => (await loading).readSigned(secrets, call) };
}
