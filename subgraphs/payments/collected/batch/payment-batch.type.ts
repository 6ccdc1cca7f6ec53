import { ArgsType, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { CollectedPaymentStatus } from '../../../../core/contract/collected-payment.js';
import {
  PAYMENT_BATCH_MODES,
  PAYMENT_BATCH_OUTCOMES,
  PAYMENT_BATCH_STATUSES,
  type PaymentBatchMode,
  type PaymentBatchOutcome,
  type PaymentBatchStatus,
} from '../../../../core/contract/payment-batch.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { ZonedListArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { PageArguments, PagedArgs } from '../../../../core/graphql/page-arguments.js';
import { IsoDateScalar, IsoInstantScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import { ContractAnswer } from '../../../../core/graphql/written-rest-answer.type.js';
import { OwnedByOrganization } from '../../owned-by-organization.type.js';
import { PaymentStatus } from '../payment/collected-payment.type.js';
import { RecordPaymentInput } from '../recording/record-payment.type.js';

const Mode = enumOf(PAYMENT_BATCH_MODES, {
  name: 'PaymentBatchMode',
  description: 'What a batch does when a row is refused.',
  values: { stop: 'It stops; rows after it are not tried.', continue: 'It continues with the next row.' },
});
const Status = enumOf(PAYMENT_BATCH_STATUSES, {
  name: 'PaymentBatchStatus',
  description: 'Status of a batch of payments.',
  values: {
    accepted: 'It waits to be processed.',
    processing: 'It is being processed, or waits for a loan system.',
    stopped: 'It stopped before every row had an outcome; it can be resumed.',
    completed: 'Every row has its outcome.',
  },
});
const Outcome = enumOf(PAYMENT_BATCH_OUTCOMES, {
  name: 'PaymentBatchOutcome',
  description: 'Outcome of a row of a batch so far.',
  values: {
    posted: 'Its payment was posted; `paymentStatus` shows whether it was reversed since.',
    pending_confirmation: 'Its payment was sent, and the outcome is not known yet.',
    failed: 'Its payment was sent and turned out not to be posted.',
    refused: 'It was refused; `errorCode` and `reason` say why.',
    unavailable: 'Its loan system was unavailable; nothing was posted.',
    not_tried: 'It was not tried yet.',
    would_post: 'Dry run: it would be accepted now.',
  },
});

@ObjectType({ description: 'Many payments submitted together.' })
export class PaymentBatch extends OwnedByOrganization {
  @Field(() => Mode, { description: 'What it does when a row is refused.' })
  mode!: PaymentBatchMode;

  @Field(() => Boolean, {
    description: 'Whether it is a dry run: it reports the outcome of each row and posts nothing.',
  })
  isDryRun!: boolean;

  @Field(() => Status, { description: 'Its status.' })
  status!: PaymentBatchStatus;

  @Field(() => String, {
    nullable: true,
    description:
      'Why it stopped: `row_refused`, `posting_unavailable`, `organization_inactive`, or `key_invalid` (the API key responsible for it was revoked or has expired).',
  })
  stopReason!: string | null;

  @Field(() => Int, { description: 'Number of rows submitted.' })
  rowCount!: number;

  @Field(() => SafeInt, { description: 'Total of all rows in cents.' })
  sumCents!: number;

  @Field(() => String, { description: 'SHA-256, in hex, of the CSV, or of the rows as JSON.' })
  sha256!: string;

  @Field(() => String, { description: 'Who created it or resumed it last: the prefix of a key, or an operator.' })
  actor!: string;

  @Field(() => IsoInstantScalar, { description: 'When it was submitted.' })
  createdAt!: string;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it stopped or was completed.' })
  finishedAt!: string | null;
}

export const PaymentBatchPage = pageOf(PaymentBatch, 'A page of batches of payments.');
export type PaymentBatchPage = Page<PaymentBatch>;

@ObjectType({ description: 'Rows with one outcome.' })
export class PaymentBatchTally {
  @Field(() => Int, { description: 'Number of rows.' })
  rows!: number;

  @Field(() => SafeInt, { description: 'Their total in cents.' })
  amountCents!: number;
}

@ObjectType({ description: 'Rows and cents of a batch by outcome so far.' })
export class PaymentBatchOutcomes {
  @Field(() => PaymentBatchTally, { description: 'Their payments are posted.' })
  posted!: PaymentBatchTally;

  @Field(() => PaymentBatchTally, { description: 'Their payments were sent, and the outcome is not known yet.' })
  pendingConfirmation!: PaymentBatchTally;

  @Field(() => PaymentBatchTally, { description: 'Their payments turned out not to be posted.' })
  failed!: PaymentBatchTally;

  @Field(() => PaymentBatchTally, { description: 'They were refused.' })
  refused!: PaymentBatchTally;

  @Field(() => PaymentBatchTally, { description: 'Their loan systems were unavailable.' })
  unavailable!: PaymentBatchTally;

  @Field(() => PaymentBatchTally, { description: 'They were not tried yet.' })
  notTried!: PaymentBatchTally;

  @Field(() => PaymentBatchTally, { description: 'Dry run: they would be accepted now.' })
  wouldPost!: PaymentBatchTally;

  @Field(() => Int, { description: 'Rows whose payments existed before the batch was created.' })
  alreadyRecorded!: number;

  @Field(() => Int, { description: 'Rows whose payments equalled other payments when they were recorded.' })
  possibleDuplicates!: number;
}

@ObjectType({ description: 'A row of a batch, and its outcome so far.' })
export class PaymentBatchResult {
  @Field(() => Int, { description: 'Its position in the batch, starting at 1.' })
  position!: number;

  @Field(() => Outcome, { description: 'Its outcome.' })
  outcome!: PaymentBatchOutcome;

  @Field(() => ID, { nullable: true, description: 'The account; null if the row names none in scope.' })
  accountId!: string | null;

  @Field(() => String, { nullable: true, description: 'As given in the row.' })
  loanNumber!: string | null;

  @Field(() => String, { nullable: true, description: 'As given in the row.' })
  externalContractNumber!: string | null;

  @Field(() => SafeInt, { description: 'Cents.' })
  amountCents!: number;

  @Field(() => String, { nullable: true, description: 'The collector’s own reference.' })
  externalReference!: string | null;

  @Field(() => ID, { nullable: true, description: 'The payment, if there is one.' })
  paymentId!: string | null;

  @Field(() => PaymentStatus, { nullable: true, description: 'Current status of the payment.' })
  paymentStatus!: CollectedPaymentStatus | null;

  @Field(() => SafeInt, { nullable: true, description: 'Reference number of the posted payment.' })
  referenceNumber!: number | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The business day on which it was applied.' })
  effectiveDate!: string | null;

  @Field(() => Boolean, { description: 'Whether the payment existed before the batch was created.' })
  alreadyRecorded!: boolean;

  @Field(() => String, { nullable: true, description: 'Why there is no payment: an error code of this API.' })
  errorCode!: string | null;

  @Field(() => String, { nullable: true, description: 'The loan system’s reason.' })
  reason!: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The payment that the row’s payment equalled when it was recorded: from another row or from elsewhere.',
  })
  possibleDuplicateOf!: string | null;
}

export const PaymentBatchResultPage = pageOf(PaymentBatchResult, 'A page of a batch’s rows.');
export type PaymentBatchResultPage = Page<PaymentBatchResult>;

@ObjectType({ description: 'Result of a write on a batch.' })
export class KeyedPaymentBatch {
  /** Used by the resolver of `batch`. */
  batchId!: string;

  @Field(() => Boolean, { description: 'Whether this answers an earlier request with the same key.' })
  replayed!: boolean;

  @Field(() => ContractAnswer, { description: 'The same batch as the REST response body.' })
  answer!: ContractAnswer;
}

@ArgsType()
export class PaymentBatchArguments extends ZonedListArguments {
  @Field(() => Status, { nullable: true, description: 'Only batches with any of these statuses.' })
  status?: PaymentBatchStatus | null;
}

@PagedArgs()
export class PaymentBatchResultArguments extends PageArguments {
  @Field(() => ID, { description: 'The batch.' })
  batchId!: string;

  @Field(() => Outcome, { nullable: true, description: 'Only rows with this outcome so far.' })
  outcome?: PaymentBatchOutcome | null;
}

@InputType({ description: 'A payment of a batch; exactly one of three fields names its account.' })
export class PaymentBatchRowInput extends RecordPaymentInput {
  @Field(() => String, { description: 'The payment’s own idempotency key, as for a single request.' })
  idempotencyKey!: string;

  @Field(() => ID, { nullable: true, description: 'The account.' })
  accountId?: string | null;

  @Field(() => String, { nullable: true, description: 'The lender’s loan number in Tributary’s own ledger.' })
  loanNumber?: string | null;

  @Field(() => String, { nullable: true, description: 'The account’s contract number.' })
  externalContractNumber?: string | null;
}

@InputType({ description: 'A new batch, with rows or CSV.' })
export class CreatePaymentBatchInput {
  @Field(() => Mode, { nullable: true, description: 'What it does when a row is refused; the default is `stop`.' })
  mode?: PaymentBatchMode | null;

  @Field(() => Boolean, { nullable: true, description: 'Dry run: reports the outcome of each row and posts nothing.' })
  dryRun?: boolean | null;

  @Field(() => [PaymentBatchRowInput], { nullable: true, description: 'The payments, 10,000 at most.' })
  rows?: readonly PaymentBatchRowInput[] | null;

  @Field(() => String, { nullable: true, description: 'The rows as CSV; the first line has the column names.' })
  csv?: string | null;
}
