import { ArgsType, Directive, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import {
  AUTOPAY_STATUSES,
  type AutopayStatus,
  FREQUENCY_UNITS,
  type FrequencyUnit,
  type AutopayRunStatus as RunStatus,
} from '../../../../core/contract/autopay.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { CreatedListArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import { ContractAnswer } from '../../../../core/graphql/written-rest-answer.type.js';
import type { IsoDate } from '../../../../core/time/dates.js';
import { OwnedByOrganization } from '../../owned-by-organization.type.js';
import { AutopayRunStatus } from './run-status.enum.js';

const FrequencyUnitEnum = enumOf(FREQUENCY_UNITS, {
  name: 'FrequencyUnit',
  description: 'The unit of a schedule’s interval.',
  values: {
    day: 'Days.',
    week: 'Weeks.',
    month: 'Months; where a month is too short, its last day.',
    year: 'Years.',
  },
});
const AutopayStatusEnum = enumOf(AUTOPAY_STATUSES, {
  name: 'AutopayStatus',
  description: 'Status of a schedule.',
  values: {
    active: 'It charges on each of its dates.',
    paused: 'It does not charge; it can be resumed.',
    cancelled: 'Cancelled by a user, permanently.',
    expired: 'Ended automatically: its end date came, or the loan was paid in full.',
  },
});

@ObjectType({ description: 'The run of a schedule’s latest date.' })
export class AutopayLastRun {
  @Field(() => ID, { description: 'Id of the run; `autopayRun` returns the whole run.' })
  id!: string;

  @Field(() => IsoDateScalar, { description: 'The due date.' })
  dueOn!: IsoDate;

  @Field(() => AutopayRunStatus, { description: 'Status of the run.' })
  status!: RunStatus;

  @Field(() => SafeInt, { nullable: true, description: 'Cents charged or attempted; null when no attempt was made.' })
  amountCents!: number | null;

  @Field(() => String, { nullable: true, description: 'Why the last attempt, or the posting, failed.' })
  failureCode!: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The date of the next attempt.' })
  nextTryOn!: IsoDate | null;
}

@Directive('@key(fields: "id")')
@ObjectType({ description: 'A recurring payment schedule; its cadence and start date never change.' })
export class AutopaySchedule extends OwnedByOrganization {
  @Field(() => ID, { description: 'Its account.' })
  accountId!: string;

  @Field(() => ID, { description: 'The payment method that is charged.' })
  paymentMethodId!: string;

  @Field(() => SafeInt, { description: 'Cents; a charge is capped at the payoff amount.' })
  amountCents!: number;

  @Field(() => FrequencyUnitEnum, { description: 'The unit of the interval.' })
  frequencyUnit!: FrequencyUnit;

  @Field(() => Int, { description: 'The interval, in units.' })
  frequencyInterval!: number;

  @Field(() => IsoDateScalar, { description: 'The first date that may be charged.' })
  startDate!: IsoDate;

  @Field(() => Int, {
    nullable: true,
    description: 'The day of the month for month and year cadences; in a shorter month, its last day.',
  })
  anchorDay!: number | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The last date that may be charged.' })
  endDate!: IsoDate | null;

  @Field(() => IsoDateScalar, {
    description:
      'Date of the next charge: the earlier of the cadence’s next date and the next try of a declined run. For a schedule that has ended: the date it would have had.',
  })
  nextRunDate!: IsoDate;

  @Field(() => AutopayStatusEnum, { description: 'Whether it charges.' })
  status!: AutopayStatus;

  @Field(() => AutopayLastRun, {
    nullable: true,
    description:
      'The run of its latest date; null before the first date, and in a stored idempotent answer from before this field existed.',
  })
  lastRun!: AutopayLastRun | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The schedule that this one equalled in everything but the end date when it was created, and that could still charge. If both are due on one day, one of the two runs is held.',
  })
  possibleDuplicateOf!: string | null;
}

export const AutopaySchedulePage = pageOf(AutopaySchedule, 'A page of autopay schedules.');
export type AutopaySchedulePage = Page<AutopaySchedule>;

@ObjectType({ description: 'Result of creating a schedule.' })
export class CreatedAutopaySchedule {
  @Field(() => AutopaySchedule, { description: 'The schedule.' })
  schedule!: AutopaySchedule;

  @Field(() => Boolean, { description: 'Whether this answers an earlier request with the same key.' })
  replayed!: boolean;

  @Field(() => ContractAnswer, { description: 'The same schedule as the REST response body.' })
  answer!: ContractAnswer;
}

@ArgsType()
export class AutopayScheduleArguments extends CreatedListArguments {
  @Field(() => ID, { nullable: true, description: 'Only schedules of this account.' })
  accountId?: string | null;

  @Field(() => [AutopayStatusEnum], { nullable: true, description: 'Only schedules with any of these statuses.' })
  statuses?: AutopayStatus[] | null;
}

/** The fields of a schedule except its payment method. */
@InputType({ description: 'A schedule that does not exist yet.' })
export class PreviewScheduleInput {
  @Field(() => ID, { description: 'The account that would be paid.' })
  accountId!: string;

  @Field(() => SafeInt, { description: 'Cents per run.' })
  amountCents!: number;

  @Field(() => FrequencyUnitEnum, { description: 'The unit of the interval.' })
  frequencyUnit!: FrequencyUnit;

  @Field(() => Int, { description: 'The interval, in units: 1 to 365.' })
  frequencyInterval!: number;

  @Field(() => IsoDateScalar, { description: 'The first date that may be charged.' })
  startDate!: string;

  @Field(() => Int, { nullable: true, description: 'The day of the month, 1 to 31; for month and year cadences.' })
  anchorDay?: number | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The last date that may be charged; null: no end.' })
  endDate?: string | null;
}

@InputType({ description: 'A new schedule.' })
export class CreateAutopayScheduleInput extends PreviewScheduleInput {
  @Field(() => ID, { description: 'The payment method to charge.' })
  paymentMethodId!: string;
}

@InputType({ description: 'Changes of a schedule; omitted fields keep their values.' })
export class UpdateAutopayScheduleInput {
  @Field(() => ID, { nullable: true, description: 'The payment method to charge.' })
  paymentMethodId?: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Cents per run.' })
  amountCents?: number | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The last date that may be charged; null: no end.' })
  endDate?: string | null;

  @Field(() => AutopayStatusEnum, { nullable: true, description: '`paused` or `active`.' })
  status?: AutopayStatus | null;
}

@ObjectType({ description: 'A date with a charge.' })
class PreviewedAutopayRun {
  @Field(() => IsoDateScalar, { description: 'The due date.' })
  dueOn!: IsoDate;

  @Field(() => SafeInt, { description: 'Cents that would be charged.' })
  amountCents!: number;
}

@ObjectType({ description: 'The charges that a schedule would make.' })
export class AutopayRunsPreview {
  @Field(() => Boolean, {
    description: 'Whether the loan system reported the payoff amount; if not, amounts are not capped at it.',
  })
  payoffKnown!: boolean;

  @Field(() => [PreviewedAutopayRun], { description: 'The dates and amounts, earliest first.' })
  runs!: readonly PreviewedAutopayRun[];
}
