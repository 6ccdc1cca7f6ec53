import type { LoanSystems } from '../../../connectors/loan-systems/registry.js';
import type { Database } from '../../../core/db/database.js';
import type { Cursors } from '../../../core/db/keyset.js';
import type { ClientKeys } from '../../../core/idempotency/client-keys.js';
import type { Logger } from '../../../core/logging/logger.js';
import type { Clock } from '../../../core/time/clock.js';
import { CollectedPaymentService } from '../collected-payment/collected-payment.service.js';
import { PaymentSettlement } from '../collected-payment/payment-settlement.js';
import { PaymentRecorder } from '../collected-payment/record-payment.js';
import { IdempotencyKeyService } from '../idempotency-key/idempotency-key.service.js';
import { BatchCreator } from '../payment-batch/create-batch.js';
import { PaymentBatchService } from '../payment-batch/payment-batch.service.js';
import { BatchResumer } from '../payment-batch/resume-batch.js';
import { AccountGate, REQUESTS } from '../posting/account-gate.js';
import type { AutopayTiming } from '../posting/timing.js';
import { ReversalSettlement } from '../reversal/reversal-settlement.js';
import { PaymentReverser } from '../reversal/reverse-payment.js';

interface Source {
  readonly db: Database;
  readonly clock: Clock;
  readonly systems: LoanSystems;
  readonly cursors: Cursors;
  readonly clientKeys: ClientKeys;
  readonly timing: AutopayTiming;
  readonly logger: Logger;
}

/** Payments that were collected, their reversals and batches: for resolvers, and for commands. */
export function collectedServices(source: Source) {
  const { db, clock, cursors, clientKeys, timing } = source;
  const gate = new AccountGate(REQUESTS);
  return {
    payments: new CollectedPaymentService(db, cursors),
    recorder: new PaymentRecorder({ ...source, gate, settlement: new PaymentSettlement(db, clock, timing) }),
    reverser: new PaymentReverser({ ...source, gate, settlement: new ReversalSettlement(db, clock, timing) }),
    idempotencyKeys: new IdempotencyKeyService(source),
    batches: new PaymentBatchService({ db, cursors }),
    batchWrites: {
      creator: new BatchCreator({ db, clock, clientKeys }),
      resumer: new BatchResumer({ db, clock, clientKeys }),
    },
  };
}
