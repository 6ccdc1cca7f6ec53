import type { LoanSystems } from '../../../connectors/loan-systems/registry.js';
import type { Database } from '../../../core/db/database.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import type { ProjectionContext } from '../../../loan-model/projection/projection-context.js';
import { AccountGate, REQUESTS } from './posting/account-concurrency-gate.js';
import type { WatchedPosting } from './posting/enqueue-outcome-lookup.js';
import type { SettlementTiming } from './posting/lease-and-lookup-timing.js';
import { Reconciler, type Settlements } from './reconciliation/look-up-unknown-outcomes.js';
import { PaymentRecorder } from './recording/record-payment.js';
import { PaymentSettlement } from './recording/write-payment-outcome.js';
import { PaymentReverser } from './reversal/reverse-payment.js';
import { ReversalSettlement } from './reversal/write-reversal-outcome.js';

interface SettlingSource extends ProjectionContext {
  readonly db: Database;
  readonly timing: SettlementTiming;
}

interface PostingSource extends SettlingSource, Pick<ServiceParts, 'clientKeys' | 'postingReferences' | 'logger'> {
  readonly systems: LoanSystems;
}

/**
 * The services that record and reverse payments. Each caller gets its own account gate: requests do not wait behind
 * the batches of a worker, which has its own connections too.
 */
export function postings(source: PostingSource, settlements = settlementsOf(source)) {
  const gate = new AccountGate(REQUESTS);
  const { db, systems, timing } = source;
  const reconciler = new Reconciler(db, systems, settlements, timing, source);
  const parts = { ...source, gate, lookUp: (posting: WatchedPosting) => reconciler.look(posting) };
  return {
    recorder: new PaymentRecorder({ ...parts, settlement: settlements.payment }),
    reverser: new PaymentReverser({ ...parts, settlement: settlements.reversal }),
  };
}

/** The services that write the outcomes of postings. */
export function settlementsOf(source: SettlingSource): Settlements {
  const { db, timing } = source;
  return {
    payment: new PaymentSettlement(db, source, timing),
    reversal: new ReversalSettlement(db, source, timing),
  };
}
