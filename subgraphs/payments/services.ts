import type { CardProcessors } from '../../connectors/card-processors/registry.js';
import type { LoanSystems } from '../../connectors/loan-systems/registry.js';
import type { Clock } from '../../core/clock.js';
import type { Database } from '../../core/db/database.js';
import type { Cursors } from '../../core/db/keyset.js';
import type { ClientKeys } from '../../core/idempotency/client-keys.js';
import type { Logger } from '../../core/logger.js';
import type { KeyedDigests } from '../../core/secrets/keyed-digests.js';
import { AutopayRunService } from './autopay-run/autopay-run.service.js';
import { UNDECIDED } from './autopay-run/held-exception.js';
import { HeldRuns } from './autopay-run/held-runs.js';
import { AutopayScheduleService } from './autopay-schedule/autopay-schedule.service.js';
import { ScheduleChanger } from './autopay-schedule/change-schedule.js';
import { ScheduleCreator } from './autopay-schedule/create-schedule.js';
import { RunsPreviewer } from './autopay-schedule/preview-runs.js';
import { CaptureBeginner } from './card-capture/begin-capture.js';
import { CaptureConcluder } from './card-capture/conclude-capture.js';
import { CollectedPaymentService } from './collected-payment/collected-payment.service.js';
import { PaymentSettlement } from './collected-payment/payment-settlement.js';
import { PaymentRecorder } from './collected-payment/record-payment.js';
import { CountService } from './counts/counts.service.js';
import { DisputeService } from './dispute/dispute.service.js';
import { IdempotencyKeyService } from './idempotency-key/idempotency-key.service.js';
import { OperatorExceptionService } from './operator-exception/operator-exception.service.js';
import { BatchCreator } from './payment-batch/create-batch.js';
import { PaymentBatchService } from './payment-batch/payment-batch.service.js';
import { BatchResumer } from './payment-batch/resume-batch.js';
import { PaymentMethodService } from './payment-method/payment-method.service.js';
import { AccountGate, REQUESTS } from './posting/account-gate.js';
import type { AutopayTiming } from './posting/timing.js';
import { ProcessorEventService } from './processor-event/processor-event.service.js';
import { ReversalSettlement } from './reversal/reversal-settlement.js';
import { PaymentReverser } from './reversal/reverse-payment.js';
import { DifferenceActs } from './tie-out-act/difference-acts.js';
import { TieOutDayService } from './tie-out-day/tie-out-day.service.js';
import { TieOutDifferenceService } from './tie-out-difference/tie-out-difference.service.js';

export interface PaymentsSource {
  readonly db: Database;
  readonly clock: Clock;
  readonly systems: LoanSystems;
  readonly processors: CardProcessors;
  readonly cursors: Cursors;
  readonly clientKeys: ClientKeys;
  readonly contactDigests: KeyedDigests;
  readonly timing: AutopayTiming;
  /** Payments of batches that a worker records at a time. */
  readonly batchParallel: number;
  readonly logger: Logger;
}

/** What is done here at somebody's request: for the resolvers of this subgraph, and for commands. */
export function paymentsServices(source: PaymentsSource) {
  const { db, clock, cursors, clientKeys, contactDigests, timing } = source;
  const processors = source.processors.codes;
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
    methods: new PaymentMethodService({ db, clock, cursors, processors, contactDigests }),
    captures: {
      beginner: new CaptureBeginner({ db, timing }),
      concluder: new CaptureConcluder({ db, clock, contactDigests }),
    },
    schedules: new AutopayScheduleService({ db, cursors }),
    scheduleChanger: new ScheduleChanger({ db, clock, processors }),
    scheduleCreator: new ScheduleCreator({ db, clock, clientKeys, processors }),
    runsPreviewer: new RunsPreviewer(source),
    runs: new AutopayRunService({ db, cursors }),
    heldRuns: new HeldRuns({ db, clock }),
    disputes: new DisputeService({ db, cursors }),
    processorEvents: new ProcessorEventService({ db, clock, cursors }),
    counts: new CountService(db, clock),
    exceptions: new OperatorExceptionService({ db, clock, cursors, undecided: UNDECIDED }),
    tieOutDays: new TieOutDayService({ db, clock, cursors }),
    differences: new TieOutDifferenceService({ db, clock, cursors }),
    acts: new DifferenceActs({ db, clock }),
  };
}
