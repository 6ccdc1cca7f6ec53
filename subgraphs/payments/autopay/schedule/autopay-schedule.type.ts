import { ArgsType, Directive, Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import {
  AUTOPAY_STATUSES,
  type AutopayStatus,
  FREQUENCY_UNITS,
  type FrequencyUnit,
  type AutopayRunStatus as RunStatus,
} from '../../../../core/contract/autopay.js';
import type { Page } from '../../../../core/db/keyset.js';
import { ContractAnswer } from '../../../../core/graphql/contract-answer.type.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { CreatedListArguments } from '../../../../core/graphql/list-arguments.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import type { IsoDate } from '../../../../core/time/dates.js';
import { AutopayRunStatus } from './run-status.enum.js';

const FrequencyUnitEnum = enumOf(FREQUENCY_UNITS, {
  name: 'FrequencyUnit',
  description: 'The unit of a schedule’s interval.',
  values: {
    day: 'Days.',
    week: 'Weeks.',
    month: 'Months; a day that a month does not have is its last.',
    year: 'Years.',
  },
});
const AutopayStatusEnum = enumOf(AUTOPAY_STATUSES, {
  name: 'AutopayStatus',
  description: 'Where a schedule stands.',
  values: {
    active: 'It charges on each of its dates.',
    paused: 'It does not charge; may be made active again.',
    cancelled: 'Ended by somebody, for good.',
    expired: 'Ended by itself: its end date came, or the loan was paid in full.',
  },
});

@ObjectType({ description: 'What became of the latest date of a schedule.' })
export class AutopayLastRun {
  @Field(() => ID, { description: 'Identifies the run; `autopayRun` shows all of it.' })
  id!: string;

  @Field(() => IsoDateScalar, { description: 'The date that it is for.' })
  dueOn!: IsoDate;

  @Field(() => AutopayRunStatus, { description: 'How far the run has come.' })
  status!: RunStatus;

  @Field(() => SafeInt, { nullable: true, description: 'Cents charged, or tried to; null when nothing was tried.' })
  amountCents!: number | null;

  @Field(() => String, { nullable: true, description: 'Why the last attempt, or the posting, did not succeed.' })
  failureCode!: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'When it is tried again.' })
  nextTryOn!: IsoDate | null;
}

@Directive('@key(fields: "id")')
@ObjectType({ description: 'A recurring payment schedule; its cadence and start date never change.' })
export class AutopaySchedule {
  @Field(() => ID, { description: 'Identifies it, everywhere in this API.' })
  id!: string;

  @Field(() => ID, { description: 'The organization that it belongs to.' })
  organizationId!: string;

  @Field(() => ID, { description: 'The account that it is about.' })
  accountId!: string;

  @Field(() => ID, { description: 'The funding method.' })
  paymentMethodId!: string;

  @Field(() => SafeInt, { description: 'Cents; what is charged is cut to the payoff.' })
  amountCents!: number;

  @Field(() => FrequencyUnitEnum, { description: 'The unit of the interval.' })
  frequencyUnit!: FrequencyUnit;

  @Field(() => Int, { description: 'Every how many units.' })
  frequencyInterval!: number;

  @Field(() => IsoDateScalar, { description: 'The first date that may be charged.' })
  startDate!: IsoDate;

  @Field(() => Int, {
    nullable: true,
    description:
      'The day of the month that runs of months and years are pinned to; the last day where a month is shorter.',
  })
  anchorDay!: number | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'No run comes after it.' })
  endDate!: IsoDate | null;

  @Field(() => IsoDateScalar, {
    description:
      'When the next charge lands: the earlier of the cadence’s next date and the next try of a run that was declined. Of a schedule that has ended, when it would have.',
  })
  nextRunDate!: IsoDate;

  @Field(() => AutopayStatusEnum, { description: 'Whether it charges.' })
  status!: AutopayStatus;

  @Field(() => AutopayLastRun, {
    nullable: true,
    description:
      'What became of its latest date; null before the first, and where a key’s answer was stored without it.',
  })
  lastRun!: AutopayLastRun | null;

  @Field(() => ID, {
    nullable: true,
    description:
      'The schedule that it equalled in all but its end when it was created, and that could still charge. Where both are due on one day, the run of one is held.',
  })
  possibleDuplicateOf!: string | null;
}

export const AutopaySchedulePage = pageOf(AutopaySchedule, 'A page of autopay schedules.');
export type AutopaySchedulePage = Page<AutopaySchedule>;

@ObjectType({ description: 'Answer of a schedule’s creation.' })
export class CreatedAutopaySchedule {
  @Field(() => AutopaySchedule, { description: 'The schedule.' })
  schedule!: AutopaySchedule;

  @Field(() => Boolean, { description: 'Whether this answers an earlier request with the same key.' })
  replayed!: boolean;

  @Field(() => ContractAnswer, { description: 'The same as REST answers it.' })
  answer!: ContractAnswer;
}

@ArgsType()
export class AutopayScheduleArguments extends CreatedListArguments {
  @Field(() => ID, { nullable: true, description: 'Only those of this account.' })
  accountId?: string | null;

  @Field(() => [AutopayStatusEnum], { nullable: true, description: 'Only those that stand at one of these.' })
  statuses?: AutopayStatus[] | null;
}

/** What a schedule is, besides how it is paid for. */
@InputType({ description: 'A schedule that is only thought of.' })
export class PreviewScheduleInput {
  @Field(() => ID, { description: 'The account that would be paid.' })
  accountId!: string;

  @Field(() => SafeInt, { description: 'Cents of one run.' })
  amountCents!: number;

  @Field(() => FrequencyUnitEnum, { description: 'The unit of the interval.' })
  frequencyUnit!: FrequencyUnit;

  @Field(() => Int, { description: 'Every so many units: 1 to 365.' })
  frequencyInterval!: number;

  @Field(() => IsoDateScalar, { description: 'The first date that may be charged.' })
  startDate!: string;

  @Field(() => Int, { nullable: true, description: 'The day of the month to fall on, 1 to 31; for months and years.' })
  anchorDay?: number | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The last date that may be charged; null: it goes on.' })
  endDate?: string | null;
}

@InputType({ description: 'A schedule to be made.' })
export class CreateAutopayScheduleInput extends PreviewScheduleInput {
  @Field(() => ID, { description: 'The instrument that is charged.' })
  paymentMethodId!: string;
}

@InputType({ description: 'What is left out stays.' })
export class UpdateAutopayScheduleInput {
  @Field(() => ID, { nullable: true, description: 'The instrument that is charged.' })
  paymentMethodId?: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Cents of one run.' })
  amountCents?: number | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'Null: without an end.' })
  endDate?: string | null;

  @Field(() => AutopayStatusEnum, { nullable: true, description: '`paused` or `active`.' })
  status?: AutopayStatus | null;
}

@ObjectType({ description: 'A date on which a charge would land.' })
class PreviewedAutopayRun {
  @Field(() => IsoDateScalar, { description: 'The date that it is for.' })
  dueOn!: IsoDate;

  @Field(() => SafeInt, { description: 'What would be charged, cents.' })
  amountCents!: number;
}

@ObjectType({ description: 'What a schedule would charge.' })
export class AutopayRunsPreview {
  @Field(() => Boolean, {
    description: 'Whether the loan system said what is left to pay; if not, amounts are not cut to it.',
  })
  payoffKnown!: boolean;

  @Field(() => [PreviewedAutopayRun], { description: 'The dates and amounts, earliest first.' })
  runs!: readonly PreviewedAutopayRun[];
}
