import type { LoanSystems } from '../../../connectors/loan-systems/registry.js';
import type { Database } from '../../../core/db/database.js';
import type { Cursors } from '../../../core/db/keyset.js';
import type { ClientKeys } from '../../../core/idempotency/client-keys.js';
import type { Logger } from '../../../core/logging/logger.js';
import type { Projecting } from '../../../loan-model/projection/projecting.js';
import { BatchCreator } from './batch/create-batch.js';
import { PaymentBatchService } from './batch/payment-batch.service.js';
import { BatchResumer } from './batch/resume-batch.js';
import { IdempotencyKeyService } from './idempotency-key/idempotency-key.service.js';
import { CollectedPaymentService } from './payment/collected-payment.service.js';
import { AccountGate, REQUESTS } from './posting/account-gate.js';
import type { PaymentsTiming } from './posting/timing.js';
import { PaymentSettlement } from './recording/payment-settlement.js';
import { PaymentRecorder } from './recording/record-payment.js';
import { ReversalSettlement } from './reversal/reversal-settlement.js';
import { PaymentReverser } from './reversal/reverse-payment.js';

interface Source extends Projecting {
  readonly db: Database;
  readonly systems: LoanSystems;
  readonly cursors: Cursors;
  readonly clientKeys: ClientKeys;
  readonly timing: PaymentsTiming;
  readonly logger: Logger;
}

/** Payments that were collected, their reversals and batches: for resolvers, and for commands. */
export function collectedServices(source: Source) {
  const { db, clock, cursors, clientKeys, timing } = source;
  const gate = new AccountGate(REQUESTS);
  return {
    payments: new CollectedPaymentService(db, cursors),
    recorder: new PaymentRecorder({ ...source, gate, settlement: new PaymentSettlement(db, source, timing) }),
    reverser: new PaymentReverser({ ...source, gate, settlement: new ReversalSettlement(db, source, timing) }),
    idempotencyKeys: new IdempotencyKeyService(source),
    batches: new PaymentBatchService({ db, cursors }),
    batchWrites: {
      creator: new BatchCreator({ db, clock, clientKeys }),
      resumer: new BatchResumer({ db, clock, clientKeys }),
    },
  };
}
