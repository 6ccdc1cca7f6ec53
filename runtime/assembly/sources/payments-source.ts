import type { LoanSystems } from '../../../connectors/loan-systems/registry.js';
import { ChargesInFlight } from '../../../subgraphs/payments/autopay/run/charges-in-flight.js';
import { cardProcessors } from '../card-processors.js';
import type { Resources } from '../resources.js';
import { sharedSource } from './shared-source.js';

/** Dependencies of the payments subgraph. */
export function paymentsSource(resources: Resources, systems: LoanSystems) {
  const { config, postingReferences } = resources;
  return {
    ...sharedSource(resources),
    postingReferences,
    systems,
    processors: cardProcessors(resources),
    timing: {
      callTimeoutMs: config.LOAN_SYSTEM_TIMEOUT_MS,
      firstLookMs: config.RECONCILE_FIRST_DELAY_MS,
      chargeTimeoutMs: config.CARD_PROCESSOR_TIMEOUT_MS,
    },
    charges: new ChargesInFlight({
      inFlight: config.AUTOPAY_CHARGES_IN_FLIGHT,
      perSecond: config.AUTOPAY_CHARGES_PER_SECOND,
    }),
    batchParallel: config.PAYMENT_BATCH_PARALLEL,
  };
}
