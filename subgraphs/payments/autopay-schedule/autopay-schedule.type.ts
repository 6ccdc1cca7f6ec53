import { ArgsType, Directive, Field, ID, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import {
  AUTOPAY_STATUSES,
  type AutopayStatus,
  FREQUENCY_UNITS,
  type FrequencyUnit,
} from '../../../core/contract/autopay.js';
import type { IsoDate } from '../../../core/dates.js';
import { ListArguments } from '../../../core/graphql/list-arguments.js';
import { PageInfo } from '../../../core/graphql/page.js';
import { IsoDateScalar, SafeInt } from '../../../core/graphql/scalars.js';

const FrequencyUnitEnum = Object.fromEntries(FREQUENCY_UNITS.map((unit) => [unit, unit]));
registerEnumType(FrequencyUnitEnum, { name: 'FrequencyUnit' });
const AutopayStatusEnum = Object.fromEntries(AUTOPAY_STATUSES.map((status) => [status, status]));
registerEnumType(AutopayStatusEnum, { name: 'AutopayStatus', description: 'Where a schedule stands (spec 3.2).' });

@Directive('@key(fields: "id")')
@ObjectType({ description: 'A recurring payment schedule; its cadence and start date never change (spec 2.9).' })
export class AutopaySchedule {
  @Field(() => ID)
  id!: string;

  @Field(() => ID)
  organizationId!: string;

  @Field(() => ID)
  accountId!: string;

  @Field(() => ID, { description: 'The funding method.' })
  paymentMethodId!: string;

  @Field(() => SafeInt, { description: 'Cents; what is charged is cut to the payoff.' })
  amountCents!: number;

  @Field(() => FrequencyUnitEnum)
  frequencyUnit!: FrequencyUnit;

  @Field(() => Int, { description: 'Every how many units.' })
  frequencyInterval!: number;

  @Field(() => IsoDateScalar)
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
    description: 'When the next charge lands; of a schedule that has ended, when it would have.',
  })
  nextRunDate!: IsoDate;

  @Field(() => AutopayStatusEnum)
  status!: AutopayStatus;
}

@ObjectType()
export class AutopaySchedulePage {
  @Field(() => [AutopaySchedule])
  items!: readonly AutopaySchedule[];

  @Field(() => PageInfo)
  page!: PageInfo;
}

@ObjectType()
export class CreatedAutopaySchedule {
  @Field(() => AutopaySchedule)
  schedule!: AutopaySchedule;

  @Field(() => Boolean, { description: 'Whether this answers an earlier request with the same key.' })
  replayed!: boolean;
}

@ArgsType()
export class AutopayScheduleArguments extends ListArguments {
  @Field(() => ID, { nullable: true, description: 'Only those of this account.' })
  accountId?: string | null;
}

/** What a schedule is, besides how it is paid for. */
@InputType({ description: 'A schedule that is only thought of.' })
export class PreviewScheduleInput {
  @Field(() => ID)
  accountId!: string;

  @Field(() => SafeInt)
  amountCents!: number;

  @Field(() => FrequencyUnitEnum)
  frequencyUnit!: FrequencyUnit;

  @Field(() => Int)
  frequencyInterval!: number;

  @Field(() => IsoDateScalar)
  startDate!: string;

  @Field(() => Int, { nullable: true })
  anchorDay?: number | null;

  @Field(() => IsoDateScalar, { nullable: true })
  endDate?: string | null;
}

@InputType()
export class CreateAutopayScheduleInput extends PreviewScheduleInput {
  @Field(() => ID)
  paymentMethodId!: string;
}

@InputType({ description: 'What is left out stays.' })
export class UpdateAutopayScheduleInput {
  @Field(() => ID, { nullable: true })
  paymentMethodId?: string | null;

  @Field(() => SafeInt, { nullable: true })
  amountCents?: number | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'Null: without an end.' })
  endDate?: string | null;

  @Field(() => AutopayStatusEnum, { nullable: true, description: '`paused` or `active`.' })
  status?: AutopayStatus | null;
}

@ObjectType({ description: 'A date on which a charge would land.' })
class PreviewedAutopayRun {
  @Field(() => IsoDateScalar)
  dueOn!: IsoDate;

  @Field(() => SafeInt)
  amountCents!: number;
}

@ObjectType()
export class AutopayRunsPreview {
  @Field(() => Boolean, {
    description: 'Whether the loan system said what is left to pay; if not, amounts are not cut to it.',
  })
  payoffKnown!: boolean;

  @Field(() => [PreviewedAutopayRun])
  runs!: readonly PreviewedAutopayRun[];
}
