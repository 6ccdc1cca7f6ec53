import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import type { Page } from '../../../../core/db/keyset.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { CreatedListArguments, listArguments } from '../../../../core/graphql/list-arguments.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { IsoDateScalar, IsoInstantScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import type { IsoDate, IsoInstant } from '../../../../core/time/dates.js';
import { AutopayRunStatus } from '../schedule/run-status.enum.js';
import type { RunStatus } from './work.store.js';

const ATTEMPT_STATUSES = ['charging', 'charged', 'declined', 'not_charged'] as const;
const AutopayAttemptStatus = enumOf(ATTEMPT_STATUSES, {
  name: 'AutopayAttemptStatus',
  description: 'What became of one attempt to charge.',
  values: {
    charging: 'Sent, or about to be; the outcome is not known yet.',
    charged: 'The processor charged it.',
    declined: 'The processor, or the bank behind it, said no.',
    not_charged: 'Certainly not charged.',
  },
});

@ObjectType({ description: 'One attempt to charge for a run.' })
export class AutopayAttempt {
  @Field(() => Int, { description: 'From 1.' })
  number!: number;

  @Field(() => AutopayAttemptStatus, { description: 'What became of the attempt.' })
  status!: string;

  @Field(() => SafeInt, { description: 'Cents.' })
  amountCents!: number;

  @Field(() => String, { nullable: true, description: 'Why it was declined or given up.' })
  failureCode!: string | null;

  @Field(() => IsoInstantScalar, { description: 'When it was begun.' })
  createdAt!: IsoInstant;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When its outcome was known.' })
  settledAt!: IsoInstant | null;
}

@ObjectType({ description: 'What became of one date of a schedule.' })
export class AutopayRun {
  @Field(() => ID, { description: 'Identifies it, everywhere in this API.' })
  id!: string;

  @Field(() => ID, { description: 'The organization that it belongs to.' })
  organizationId!: string;

  @Field(() => ID, { description: 'The schedule that it belongs to.' })
  scheduleId!: string;

  @Field(() => ID, { description: 'The account that it is about.' })
  accountId!: string;

  @Field(() => IsoInstantScalar, { description: 'When it was begun; lists are sorted by it.' })
  createdAt!: IsoInstant;

  @Field(() => IsoDateScalar, { description: 'The date that it is for.' })
  dueOn!: IsoDate;

  @Field(() => AutopayRunStatus, { description: 'How far the run has come.' })
  status!: RunStatus;

  @Field(() => SafeInt, { nullable: true, description: 'Cents charged, or tried to; null when nothing was tried.' })
  amountCents!: number | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'When it is tried again.' })
  nextTryOn!: IsoDate | null;

  @Field(() => String, { nullable: true, description: 'Why the last attempt, or the posting, did not succeed.' })
  failureCode!: string | null;

  @Field(() => IsoDateScalar, {
    nullable: true,
    description: 'Business day on which it was applied; null until posted.',
  })
  effectiveDate!: IsoDate | null;

  @Field(() => SafeInt, { nullable: true, description: 'Reference number of the posting.' })
  referenceNumber!: number | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it was posted; null until then.' })
  postedAt!: IsoInstant | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When the charge was given back.' })
  refundedAt!: IsoInstant | null;

  @Field(() => Int, { description: 'How often it was tried to charge.' })
  attemptCount!: number;

  @Field(() => ID, {
    nullable: true,
    description: 'The transaction on the account; null until posted, and while the loan system has yet to be read.',
  })
  transactionId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'The run of another schedule that it equals by account, method, amount and day: it was held for it.',
  })
  possibleDuplicateOf!: string | null;
}

export const AutopayRunPage = pageOf(AutopayRun, 'A page of autopay runs.');
export type AutopayRunPage = Page<AutopayRun>;

const DatedRuns = listArguments('date that a run is for');

@ArgsType()
export class ScheduleRunArguments extends DatedRuns {
  @Field(() => ID, { description: 'The schedule.' })
  scheduleId!: string;
}

@ArgsType()
export class AutopayRunArguments extends CreatedListArguments {
  @Field(() => ID, { nullable: true, description: 'Runs of one schedule.' })
  scheduleId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Runs on one account.' })
  accountId?: string | null;

  @Field(() => AutopayRunStatus, { nullable: true, description: 'Runs that have come this far.' })
  status?: RunStatus | null;

  @Field(() => [AutopayRunStatus], { nullable: true, description: 'Runs that have come to one of these.' })
  statuses?: RunStatus[] | null;
}
