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
import type { Page } from '../../../../core/db/keyset.js';
import { ContractAnswer } from '../../../../core/graphql/contract-answer.type.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { CreatedListArguments } from '../../../../core/graphql/list-arguments.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { PageArguments, PagedArgs } from '../../../../core/graphql/page-arguments.js';
import { IsoDateScalar, IsoInstantScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import { PaymentStatus } from '../payment/collected-payment.type.js';
import { RecordPaymentInput } from '../recording/record-payment.type.js';

const Mode = enumOf(PAYMENT_BATCH_MODES, {
  name: 'PaymentBatchMode',
  description: 'What a batch does at a row that is refused.',
  values: { stop: 'It stops; rows after it are not tried.', continue: 'It goes on with the next row.' },
});
const Status = enumOf(PAYMENT_BATCH_STATUSES, {
  name: 'PaymentBatchStatus',
  description: 'How far a batch of payments has come.',
  values: {
    accepted: 'It waits to be worked on.',
    processing: 'It is being worked on, or waits for a loan system.',
    stopped: 'It stopped before every row had its outcome, and may be resumed.',
    completed: 'Every row has its outcome.',
  },
});
const Outcome = enumOf(PAYMENT_BATCH_OUTCOMES, {
  name: 'PaymentBatchOutcome',
  description: 'What became of a row of a batch, by now.',
  values: {
    posted: 'Its payment is posted; `paymentStatus` says whether it was taken back since.',
    pending_confirmation: 'Its payment was sent, and the outcome is not known yet.',
    failed: 'Its payment was sent, and found not to be posted.',
    refused: 'It was refused; `errorCode` and `reason` say why.',
    unavailable: 'Its loan system could not be asked; nothing was posted.',
    not_tried: 'It was not tried yet.',
    would_post: 'Of a dry run: it would be taken now.',
  },
});

@ObjectType({ description: 'Many payments that were handed in together.' })
export class PaymentBatch {
  @Field(() => ID, { description: 'Identifies it, everywhere in this API.' })
  id!: string;

  @Field(() => ID, { description: 'The organization that it belongs to.' })
  organizationId!: string;

  @Field(() => Mode, { description: 'What it does at a row that is refused.' })
  mode!: PaymentBatchMode;

  @Field(() => Boolean, { description: 'Whether it only tells what would become of its rows.' })
  isDryRun!: boolean;

  @Field(() => Status, { description: 'How far it has come.' })
  status!: PaymentBatchStatus;

  @Field(() => String, {
    nullable: true,
    description:
      'Why it stopped: `row_refused`, `posting_unavailable`, `organization_inactive`, or `key_invalid` (the API key that answers for it was revoked or has expired).',
  })
  stopReason!: string | null;

  @Field(() => Int, { description: 'Rows that were handed in.' })
  rowCount!: number;

  @Field(() => SafeInt, { description: 'Cents of all rows together.' })
  sumCents!: number;

  @Field(() => String, { description: 'SHA-256, in hex, of the CSV, or of the rows as JSON.' })
  sha256!: string;

  @Field(() => String, { description: 'Who made it, or resumed it last: the prefix of a key, or an operator.' })
  actor!: string;

  @Field(() => IsoInstantScalar, { description: 'When it was handed in.' })
  createdAt!: string;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it stopped or was completed.' })
  finishedAt!: string | null;
}

export const PaymentBatchPage = pageOf(PaymentBatch, 'A page of batches of payments.');
export type PaymentBatchPage = Page<PaymentBatch>;

@ObjectType({ description: 'Rows with one outcome.' })
export class PaymentBatchTally {
  @Field(() => Int, { description: 'How many.' })
  rows!: number;

  @Field(() => SafeInt, { description: 'What they come to, cents.' })
  amountCents!: number;
}

@ObjectType({ description: 'How many rows of a batch have which outcome by now.' })
export class PaymentBatchOutcomes {
  @Field(() => PaymentBatchTally, { description: 'Their payments are posted.' })
  posted!: PaymentBatchTally;

  @Field(() => PaymentBatchTally, { description: 'Their payments were sent, and the outcome is not known yet.' })
  pendingConfirmation!: PaymentBatchTally;

  @Field(() => PaymentBatchTally, { description: 'Their payments were found not to be posted.' })
  failed!: PaymentBatchTally;

  @Field(() => PaymentBatchTally, { description: 'They were refused.' })
  refused!: PaymentBatchTally;

  @Field(() => PaymentBatchTally, { description: 'Their loan systems could not be asked.' })
  unavailable!: PaymentBatchTally;

  @Field(() => PaymentBatchTally, { description: 'They were not tried yet.' })
  notTried!: PaymentBatchTally;

  @Field(() => PaymentBatchTally, { description: 'Of a dry run: they would be taken now.' })
  wouldPost!: PaymentBatchTally;

  @Field(() => Int, { description: 'Rows whose payments were there before the batch was made.' })
  alreadyRecorded!: number;

  @Field(() => Int, { description: 'Rows whose payments equalled others when they were recorded.' })
  possibleDuplicates!: number;
}

@ObjectType({ description: 'A row of a batch, and what became of it by now.' })
export class PaymentBatchResult {
  @Field(() => Int, { description: 'Its place in the batch, from 1.' })
  position!: number;

  @Field(() => Outcome, { description: 'What became of it.' })
  outcome!: PaymentBatchOutcome;

  @Field(() => ID, { nullable: true, description: 'The account; null where the row names none within reach.' })
  accountId!: string | null;

  @Field(() => String, { nullable: true, description: 'As the row says it.' })
  loanNumber!: string | null;

  @Field(() => String, { nullable: true, description: 'As the row says it.' })
  externalContractNumber!: string | null;

  @Field(() => SafeInt, { description: 'Cents.' })
  amountCents!: number;

  @Field(() => String, { nullable: true, description: 'The collector’s own reference.' })
  externalReference!: string | null;

  @Field(() => ID, { nullable: true, description: 'The payment, where there is one.' })
  paymentId!: string | null;

  @Field(() => PaymentStatus, { nullable: true, description: 'Where the payment stands by now.' })
  paymentStatus!: CollectedPaymentStatus | null;

  @Field(() => SafeInt, { nullable: true, description: 'Of the posted payment.' })
  referenceNumber!: number | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The business day on which it was applied.' })
  effectiveDate!: string | null;

  @Field(() => Boolean, { description: 'Whether the payment was there before the batch was made.' })
  alreadyRecorded!: boolean;

  @Field(() => String, { nullable: true, description: 'Why there is no payment: a code of this API’s errors.' })
  errorCode!: string | null;

  @Field(() => String, { nullable: true, description: 'What the loan system said beside it.' })
  reason!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The payment that the row’s payment equalled when it was recorded: of another row, or from elsewhere.',
  })
  possibleDuplicateOf!: string | null;
}

export const PaymentBatchResultPage = pageOf(PaymentBatchResult, 'A page of a batch’s rows.');
export type PaymentBatchResultPage = Page<PaymentBatchResult>;

@ObjectType({ description: 'Answer of a write on a batch.' })
export class KeyedPaymentBatch {
  /** For the resolver of `batch`. */
  batchId!: string;

  @Field(() => Boolean, { description: 'Whether this answers an earlier request with the same key.' })
  replayed!: boolean;

  @Field(() => ContractAnswer, { description: 'The same as REST answers it.' })
  answer!: ContractAnswer;
}

@ArgsType()
export class PaymentBatchArguments extends CreatedListArguments {
  @Field(() => Status, { nullable: true, description: 'Only those that have come so far.' })
  status?: PaymentBatchStatus | null;
}

@PagedArgs()
export class PaymentBatchResultArguments extends PageArguments {
  @Field(() => ID, { description: 'The batch.' })
  batchId!: string;
}

@InputType({ description: 'A payment of a batch; by exactly one of three it says whose it is.' })
export class PaymentBatchRowInput extends RecordPaymentInput {
  @Field(() => String, { description: 'The payment’s own key, as if it were recorded by itself.' })
  idempotencyKey!: string;

  @Field(() => ID, { nullable: true, description: 'The account.' })
  accountId?: string | null;

  @Field(() => String, { nullable: true, description: 'The lender’s number of a loan on Tributary’s own ledger.' })
  loanNumber?: string | null;

  @Field(() => String, { nullable: true, description: 'The account’s contract number.' })
  externalContractNumber?: string | null;
}

@InputType({ description: 'A batch to be made, of rows or of CSV.' })
export class CreatePaymentBatchInput {
  @Field(() => Mode, { nullable: true, description: 'What it does at a row that is refused; `stop` without it.' })
  mode?: PaymentBatchMode | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether it only tells what would become of its rows.' })
  dryRun?: boolean | null;

  @Field(() => [PaymentBatchRowInput], { nullable: true, description: 'The payments, 10,000 at most.' })
  rows?: readonly PaymentBatchRowInput[] | null;

  @Field(() => String, { nullable: true, description: 'The same as CSV, its first line the names of the columns.' })
  csv?: string | null;
}
