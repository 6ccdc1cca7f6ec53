import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import {
  filterArguments,
  IN_TIME_ZONE,
  listArguments,
} from '../../../../core/graphql/organization-and-date-arguments.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { PagedArgs } from '../../../../core/graphql/page-arguments.js';
import { IsoDateScalar, IsoInstantScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import type { IsoDate, IsoInstant } from '../../../../core/time/dates.js';
import { OwnedByOrganization } from '../../owned-by-organization.type.js';
import { AutopayRunStatus } from '../schedule/run-status.enum.js';
import { RUN_COLUMNS, type RunColumn } from './run-columns.js';
import type { RunStatus } from './run-work.reads.store.js';

const ATTEMPT_STATUSES = ['charging', 'charged', 'declined', 'not_charged'] as const;
const AutopayAttemptStatus = enumOf(ATTEMPT_STATUSES, {
  name: 'AutopayAttemptStatus',
  description: 'Outcome of one attempt to charge.',
  values: {
    charging: 'Sent, or about to be; the outcome is not known yet.',
    charged: 'The processor charged it.',
    declined: 'The processor or the bank declined it.',
    not_charged: 'Certainly not charged.',
  },
});

@ObjectType({ description: 'One attempt to charge for a run.' })
export class AutopayAttempt {
  @Field(() => Int, { description: 'Starts at 1.' })
  number!: number;

  @Field(() => AutopayAttemptStatus, { description: 'Outcome of the attempt.' })
  status!: string;

  @Field(() => SafeInt, { description: 'Cents.' })
  amountCents!: number;

  @Field(() => String, { nullable: true, description: 'Why it was declined or given up.' })
  failureCode!: string | null;

  @Field(() => IsoInstantScalar, { description: 'When it began.' })
  createdAt!: IsoInstant;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When its outcome became known.' })
  settledAt!: IsoInstant | null;
}

@ObjectType({ description: 'The run of a schedule for one date.' })
export class AutopayRun extends OwnedByOrganization {
  @Field(() => ID, { description: 'Its schedule.' })
  scheduleId!: string;

  @Field(() => ID, { description: 'Its account.' })
  accountId!: string;

  @Field(() => IsoInstantScalar, { description: 'When it began; lists are sorted by it.' })
  createdAt!: IsoInstant;

  @Field(() => IsoDateScalar, { description: 'The due date.' })
  dueOn!: IsoDate;

  @Field(() => AutopayRunStatus, { description: 'Status of the run.' })
  status!: RunStatus;

  @Field(() => SafeInt, { nullable: true, description: 'Cents charged or attempted; null when no attempt was made.' })
  amountCents!: number | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The date of the next attempt.' })
  nextTryOn!: IsoDate | null;

  @Field(() => String, { nullable: true, description: 'Why the last attempt, or the posting, failed.' })
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

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When the charge was refunded.' })
  refundedAt!: IsoInstant | null;

  @Field(() => Int, { description: 'Number of attempts to charge.' })
  attemptCount!: number;

  @Field(() => ID, {
    nullable: true,
    description:
      'The transaction on the account; null until the run is posted and the transaction has been imported from the loan system.',
  })
  transactionId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The run of another schedule with the same account, method, amount and day, because of which this run was held.',
  })
  possibleDuplicateOf!: string | null;
}

export const AutopayRunPage = pageOf(AutopayRun, 'A page of autopay runs.');
export type AutopayRunPage = Page<AutopayRun>;

const DatedRuns = listArguments('due date of a run');

@ArgsType()
export class ScheduleRunArguments extends DatedRuns {
  @Field(() => ID, { description: 'The schedule.' })
  scheduleId!: string;
}

const RunColumnEnum = enumOf(RUN_COLUMNS, {
  name: 'AutopayRunColumn',
  description: 'Columns that a list of autopay runs can be sorted by.',
  values: {
    began: 'The order in which runs began.',
    borrower: 'Name of the primary borrower; needs the scope `persons:read`.',
    loan: 'Contract number, or account number without one.',
    due: 'Due date.',
    status: 'Status.',
    reason: '`failureCode`.',
    next_attempt: 'Date of the next attempt.',
    attempts: 'Number of attempts.',
    amount: 'Amount.',
  },
});

@ArgsType()
export class AutopayRunFilters extends filterArguments('day of creation (UTC)') {
  @Field(() => String, { nullable: true, description: IN_TIME_ZONE })
  timeZone?: string | null;

  @Field(() => ID, { nullable: true, description: 'Runs of one schedule.' })
  scheduleId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Runs on one account.' })
  accountId?: string | null;

  @Field(() => AutopayRunStatus, { nullable: true, description: 'Runs with this status.' })
  status?: RunStatus | null;

  @Field(() => [AutopayRunStatus], { nullable: true, description: 'Runs with any of these statuses.' })
  statuses?: RunStatus[] | null;
}

@PagedArgs()
export class AutopayRunArguments extends AutopayRunFilters {
  @Field(() => RunColumnEnum, { nullable: true, description: 'The column to sort by; missing values come last.' })
  sortBy?: RunColumn | null;

  @Field(() => Boolean, { nullable: true, description: 'Whether `sortBy` sorts from the highest to the lowest.' })
  isDescending?: boolean | null;

  limit?: number | null;
  cursor?: string | null;
}
