import { SecondPersonCheck } from '../../core/approvals/require-second-person.js';
import type { OperatorExceptionRow } from '../../core/exceptions/resolve-and-postpone-operator-exceptions.store.js';
import { batched } from '../../core/graphql/batched-reads.js';
import { nestedList } from '../../core/graphql/nested-list.js';
import { buildSubgraph, type Subgraph } from '../../core/graphql/subgraph.js';
import type { JobHandlers } from '../../core/jobs/job-types-and-enqueue.js';
import { Account } from './account/account.type.js';
import { paymentsActsWithLimits } from './acts-with-limits.js';
import { ChangeScheduleResolver } from './autopay/change/change-schedule.resolver.js';
import { chargingJobs } from './autopay/charging-jobs.js';
import { CorrectionWorker } from './autopay/correction/correction-worker.js';
import { ChargeAuthorizationResolver, OneTimeChargeResolver } from './autopay/one-time/one-time-charge.resolver.js';
import type { AutopayAttemptRow, AutopayRunRow } from './autopay/run/autopay-run.reads.store.js';
import { AccountRunsResolver, AutopayRunResolver, ScheduleRunsResolver } from './autopay/run/autopay-run.resolver.js';
import { AutopayRunner } from './autopay/run/autopay-runner.js';
import { RunExceptionsResolver } from './autopay/run/run-exceptions.resolver.js';
import { AccountSchedulesResolver, AutopayScheduleResolver } from './autopay/schedule/autopay-schedule.resolver.js';
import type { AutopayScheduleRow, ScheduleOrigin } from './autopay/schedule/autopay-schedule.store.js';
import { endSchedules } from './autopay/schedule/end-schedules-of-paid-off-loan.js';
import { BatchWorker } from './collected/batch/batch-worker.js';
import {
  BatchRowResolver,
  KeyedBatchResolver,
  PaymentBatchResolver,
} from './collected/batch/payment-batch.resolver.js';
import type { Tallies } from './collected/batch/row-counts.js';
import { postings, settlementsOf } from './collected/build-posting-services.js';
import { IdempotencyKeyResolver } from './collected/idempotency-key/idempotency-key.resolver.js';
import type { PaymentOrigin } from './collected/payment/collected-payment.reads.store.js';
import { AccountPaymentsResolver, CollectedPaymentResolver } from './collected/payment/collected-payment.resolver.js';
import type { CollectedPaymentRow } from './collected/payment/collected-payment.row.js';
import type { PaymentPageArguments } from './collected/payment/collected-payment.type.js';
import { Reconciler } from './collected/reconciliation/look-up-unknown-outcomes.js';
import { PreviewPaymentResolver } from './collected/recording/preview-payment.resolver.js';
import { RecordPaymentResolver } from './collected/recording/record-payment.resolver.js';
import { ReversePaymentResolver } from './collected/reversal/reverse-payment.resolver.js';
import { CountResolver } from './counts/counts.resolver.js';
import { ChargeReturns } from './disputes/charge-returns/bring-run-in-line-with-charge.js';
import type { DisputeRow, ShownCorrectionRow } from './disputes/dispute/dispute.reads.store.js';
import { AccountDisputesResolver, DisputeResolver, RunReturnsResolver } from './disputes/dispute/dispute.resolver.js';
import { OperatorExceptionResolver } from './exceptions/operator-exception.resolver.js';
import type { ExceptionSubject } from './exceptions/operator-exception.service.js';
import { CardCaptureResolver } from './methods/card-capture/card-capture.resolver.js';
import { CardRenewer } from './methods/card-renewal/update-method-of-renewed-card.js';
import {
  AccountMethodsResolver,
  PaymentMethodResolver,
  PersonMethodsResolver,
} from './methods/payment-method/payment-method.resolver.js';
import type { MethodDetails, PaymentMethodRow } from './methods/payment-method/payment-method.store.js';
import { Person } from './methods/payment-method/person.type.js';
import { MUTATION_ROLES } from './mutation-roles.js';
import { ProcessorEventWorker } from './processor-events/event-worker.js';
import { ProcessorEventResolver } from './processor-events/processor-event.resolver.js';
import { ProcessorPull } from './processor-events/pull-processor-events.js';
import { PaymentSearchResolver } from './search/search.resolver.js';
import { type PaymentsSource, paymentsServices } from './services.js';
import { ActWorker } from './tie-out/act/act-worker.js';
import { DifferenceActsResolver } from './tie-out/act/difference-acts.resolver.js';
import type { TieOutActRow } from './tie-out/act/tie-out-act.store.js';
import { TieOutDayResolver } from './tie-out/day/tie-out-day.resolver.js';
import type { TieOutDifferenceRow } from './tie-out/difference/tie-out-difference.reads.store.js';
import {
  ExceptionDifferenceResolver,
  TieOutDifferenceResolver,
} from './tie-out/difference/tie-out-difference.resolver.js';

/** The payments subgraph: collected payments, reversals, stored methods, autopay. */
export function buildPayments(source: PaymentsSource): Subgraph {
  const services = paymentsServices(source);
  const { payments, recorder, reverser, methods, captures, schedules, runs, disputes, batches } = services;
  const { exceptions, differences, acts } = services;
  const paymentById = batched<CollectedPaymentRow>((ids, { principal }) => payments.many(principal, ids));
  const paymentOrigin = batched<PaymentOrigin>((ids, { principal }) => payments.origins(principal, ids));
  const methodById = batched<PaymentMethodRow>((ids, { principal }) => methods.many(principal, ids));
  const methodStanding = batched<MethodDetails>((ids, { principal }) => methods.standings(principal, ids));
  const methodsOfParty = batched<readonly PaymentMethodRow[]>((ids, { principal }) =>
    methods.ofParties(principal, ids),
  );
  const scheduleById = batched<AutopayScheduleRow>((ids, { principal }) => schedules.many(principal, ids));
  const ofAccount = {
    payments: nestedList<CollectedPaymentRow, PaymentPageArguments>(
      (principal, accountIds, asked) => payments.ofAccounts(principal, accountIds, asked),
      (principal, accountId, asked) => payments.ofAccount(principal, accountId, asked),
    ),
    methods: batched<readonly PaymentMethodRow[]>((ids, { principal }) => methods.eligibleOf(principal, ids)),
    schedules: batched<readonly AutopayScheduleRow[]>((ids, { principal }) => schedules.ofAccounts(principal, ids)),
  };
  const autopay = {
    schedules,
    creator: services.scheduleCreator,
    previewer: services.runsPreviewer,
    origin: batched<ScheduleOrigin>((ids, { principal }) => schedules.origins(principal, ids)),
    paymentMethod: methodById,
  };
  const attempts = batched<readonly AutopayAttemptRow[]>((ids, { principal }) => runs.attempts(principal, ids));
  const runsOf = batched<readonly AutopayRunRow[]>((ids, { principal }) => runs.ofSchedules(principal, ids));
  const runsOfAccount = batched<readonly AutopayRunRow[]>((ids, { principal }) => runs.ofAccounts(principal, ids));
  const disputesOfRun = batched<readonly DisputeRow[]>((ids, { principal }) => disputes.ofRuns(principal, ids));
  const disputesOfAccount = batched<readonly DisputeRow[]>((ids, { principal }) => disputes.ofAccounts(principal, ids));
  const correctionsOfRun = batched<readonly ShownCorrectionRow[]>((ids, { principal }) =>
    disputes.corrections(principal, ids),
  );
  const exceptionsOfRun = batched<readonly OperatorExceptionRow[]>((ids, { principal }) =>
    exceptions.ofRuns(principal, ids),
  );
  const tallies = batched<Tallies>((ids, { principal }) => batches.tallies(principal, ids));
  const subjectOfException = batched<ExceptionSubject>((ids, { principal }) => exceptions.subjects(principal, ids));
  const exceptionById = batched<OperatorExceptionRow>((ids, { principal }) => exceptions.many(principal, ids));
  const differenceOfException = batched<TieOutDifferenceRow | null>((ids, { principal }) =>
    differences.ofExceptions(principal, ids),
  );
  const lastAct = batched<TieOutActRow | null>((ids, { principal }) => acts.last(principal, ids));
  return buildSubgraph({
    name: 'payments',
    contactDigests: source.contactDigests,
    mutationRoles: MUTATION_ROLES,
    limitedActs: {
      acts: paymentsActsWithLimits({ ...services, db: source.db, clock: source.clock }),
      secondPerson: new SecondPersonCheck(source),
    },
    resolvers: [
      new AccountPaymentsResolver(ofAccount.payments),
      new AccountMethodsResolver(ofAccount.methods),
      new AccountSchedulesResolver(ofAccount.schedules),
      new AutopayRunResolver({
        ...{ runs, held: services.heldRuns, retrier: services.runRetrier },
        ...{ schedule: scheduleById, attempts },
      }),
      new OneTimeChargeResolver(services.oneTimeCharger, autopay.origin),
      new ChargeAuthorizationResolver(),
      new RunExceptionsResolver(exceptionsOfRun),
      new ScheduleRunsResolver(runsOf),
      new AccountRunsResolver(runsOfAccount),
      new AutopayScheduleResolver(autopay),
      new ChangeScheduleResolver(services.scheduleChanger),
      new CardCaptureResolver(captures.beginner, captures.concluder),
      new CollectedPaymentResolver(payments, paymentOrigin),
      new RecordPaymentResolver(recorder),
      new PreviewPaymentResolver(services.paymentPreviewer, paymentById),
      new ReversePaymentResolver(reverser),
      new CountResolver(services.counts),
      new DisputeResolver(disputes),
      new RunReturnsResolver(disputesOfRun, correctionsOfRun),
      new AccountDisputesResolver(disputesOfAccount),
      new IdempotencyKeyResolver(services.idempotencyKeys),
      new OperatorExceptionResolver(exceptions, subjectOfException),
      new PaymentBatchResolver(batches, services.batchWrites, tallies),
      new BatchRowResolver(),
      new KeyedBatchResolver(batches),
      new PaymentMethodResolver(methods, methodStanding),
      new PersonMethodsResolver(methodsOfParty),
      new ProcessorEventResolver(services.processorEvents),
      new PaymentSearchResolver(services.search),
      new TieOutDayResolver(services.tieOutDays),
      new DifferenceActsResolver({ acts, lastAct }),
      new TieOutDifferenceResolver({ differences, exception: exceptionById }),
      new ExceptionDifferenceResolver(differenceOfException),
    ],
    entities: [Account, Person],
    references: {
      Account: ({ id }) => ({ id }),
      Person: ({ id }) => ({ id }),
      CollectedPayment: ({ id }, context) => paymentById(id, context),
      PaymentMethod: ({ id }, context) => methodById(id, context),
      AutopaySchedule: ({ id }, context) => scheduleById(id, context),
    },
  });
}

/** The jobs of this subgraph, for the worker. */
export function paymentsJobs(source: PaymentsSource, autopay = new AutopayRunner(source)) {
  const { db, systems, timing } = source;
  const projecting = { ...source, endSchedules };
  const settlements = settlementsOf(projecting);
  const { recorder } = postings(projecting, settlements);
  const reconciler = new Reconciler(db, systems, settlements, timing, source);
  const corrections = new CorrectionWorker(source);
  const acts = new ActWorker(source);
  const returns = new ProcessorEventWorker(source, {
    charge: new ChargeReturns(source),
    method: new CardRenewer(source),
  });
  const pull = new ProcessorPull(source);
  const batches = new BatchWorker({ ...source, recorder });
  return {
    reconcile_posting: async (posting) => void (await reconciler.look(posting)),
    reconcile_overdue: async () => {
      await reconciler.watchOverdue();
      await acts.watchOverdue();
    },
    payment_batch: (batch) => batches.work(batch),
    payment_batches_open: () => batches.watchOpen(),
    ...chargingJobs(source, autopay),
    autopay_overdue: async () => void (await autopay.watchOverdue()),
    autopay_correction: (correction) => corrections.work(correction),
    tie_out_act: (act) => acts.work(act),
    autopay_loan_ended: (account) => autopay.endWithLoan(account),
    processor_event: (event) => returns.work(event),
    processor_charge: (charge) => returns.lookAtCharge(charge),
    processor_overdue: async () => {
      await returns.follow();
      await corrections.watchOverdue();
      await returns.watchOverdue();
    },
    processor_pull: () => pull.run(),
  } satisfies JobHandlers;
}
