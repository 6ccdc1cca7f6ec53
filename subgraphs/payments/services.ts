import type { CardProcessors } from '../../connectors/card-processors/registry.js';
import type { LoanSystems } from '../../connectors/loan-systems/registry.js';
import type { ServiceParts } from '../../core/service-parts.js';
import type { ChargesInFlight } from './autopay/run/charges-in-flight.js';
import { UNDECIDED } from './autopay/run/refuse-closing-held-exception.js';
import { endSchedules } from './autopay/schedule/end-schedules-of-paid-off-loan.js';
import { autopayServices } from './autopay/services.js';
import type { PaymentsTiming } from './collected/posting/lease-and-lookup-timing.js';
import { collectedServices } from './collected/services.js';
import { CountService } from './counts/counts.service.js';
import { disputeServices } from './disputes/services.js';
import { exceptionServices } from './exceptions/services.js';
import { methodServices } from './methods/services.js';
import { processorEventServices } from './processor-events/services.js';
import { PaymentSearchService } from './search/search.service.js';
import { tieOutServices } from './tie-out/services.js';

export interface PaymentsSource
  extends Pick<
    ServiceParts,
    'db' | 'clock' | 'cursors' | 'clientKeys' | 'postingReferences' | 'contactDigests' | 'logger'
  > {
  readonly systems: LoanSystems;
  readonly processors: CardProcessors;
  readonly timing: PaymentsTiming;
  /** Limits autopay's charges at each processor. */
  readonly charges: ChargesInFlight;
  /** Payments of batches that a worker records at the same time. */
  readonly batchParallel: number;
}

/** Every service of this subgraph, for its resolvers. */
export function paymentsServices(source: PaymentsSource) {
  return {
    ...collectedServices({ ...source, endSchedules }),
    ...methodServices(source),
    ...autopayServices(source),
    ...disputeServices(source),
    ...tieOutServices(source),
    ...processorEventServices(source),
    ...exceptionServices({ ...source, undecided: UNDECIDED }),
    counts: new CountService(source.db, source.clock),
    search: new PaymentSearchService(source.db),
  };
}
