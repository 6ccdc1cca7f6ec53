import type { LoanSystems } from '../../../connectors/loan-systems/registry.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import type { ProjectionContext } from '../../../loan-model/projection/projection-context.js';
import { BatchCreator } from './batch/create-batch.js';
import { PaymentBatchService } from './batch/payment-batch.service.js';
import { BatchResumer } from './batch/resume-batch.js';
import { postings } from './build-posting-services.js';
import { IdempotencyKeyService } from './idempotency-key/idempotency-key.service.js';
import { CollectedPaymentService } from './payment/collected-payment.service.js';
import type { PaymentsTiming } from './posting/lease-and-lookup-timing.js';
import { PaymentPreviewer } from './recording/preview-payment.js';

interface Source
  extends ProjectionContext,
    Pick<ServiceParts, 'db' | 'cursors' | 'clientKeys' | 'postingReferences' | 'logger'> {
  readonly systems: LoanSystems;
  readonly timing: PaymentsTiming;
}

/** Collected payments, their reversals and batches, for resolvers and commands. */
export function collectedServices(source: Source) {
  const { db, clock, cursors, clientKeys } = source;
  return {
    payments: new CollectedPaymentService(db, cursors),
    ...postings(source),
    paymentPreviewer: new PaymentPreviewer(source),
    idempotencyKeys: new IdempotencyKeyService(source),
    batches: new PaymentBatchService({ db, cursors }),
    batchWrites: {
      creator: new BatchCreator({ db, clock, clientKeys }),
      resumer: new BatchResumer({ db, clock, clientKeys }),
    },
  };
}
