import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { enumOf } from '../../../core/graphql/enum.js';
import { pageOf } from '../../../core/graphql/page.js';
import { PageArguments, PagedArgs } from '../../../core/graphql/page-arguments.js';
import { IsoDateScalar, SafeInt } from '../../../core/graphql/scalars.js';

const INTERVALS = ['DAY', 'WEEK', 'MONTH'] as const;
export type SeriesInterval = (typeof INTERVALS)[number];
const SeriesIntervals = enumOf(INTERVALS, {
  name: 'SeriesInterval',
  description: 'How far apart the points of a series are.',
  values: {
    DAY: 'Every day.',
    WEEK: 'The evening of every Sunday, and of the last day.',
    MONTH: 'The evening of the last day of every month, and of the last day.',
  },
});

const POSITION_GROUPS = ['NONE', 'STATUS', 'PRODUCT', 'LOAN_SYSTEM'] as const;
export type PositionGroup = (typeof POSITION_GROUPS)[number];
const PositionGroups = enumOf(POSITION_GROUPS, {
  name: 'PositionGroup',
  description: 'By what each day of a series of balances is divided.',
  values: {
    NONE: 'Not at all: one point a day.',
    STATUS: 'By where the loans stood.',
    PRODUCT: 'By the ledger product that they are booked under; without one: an empty text.',
    LOAN_SYSTEM: 'By the loan system that holds them.',
  },
});

/** What every series may be asked. */
@ArgsType()
export class SeriesArguments {
  @Field(() => IsoDateScalar, { nullable: true, description: 'The first day; without it, a year before the last.' })
  from?: string | null;

  @Field(() => IsoDateScalar, {
    nullable: true,
    description: 'The last day; without it, and for later ones, the last that is over.',
  })
  to?: string | null;

  @Field(() => SeriesIntervals, {
    defaultValue: 'DAY',
    description: 'How far apart the points are; at most 1,100 of them.',
  })
  interval!: SeriesInterval;

  @Field(() => ID, { nullable: true, description: 'One organization of the allowlist; without it all of them.' })
  organizationId?: string | null;

  @Field(() => String, { nullable: true, description: 'Only accounts in this loan system.' })
  loanSystemCode?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only loans under this ledger product.' })
  productId?: string | null;
}

@ArgsType()
export class BalanceSeriesArguments extends SeriesArguments {
  @Field(() => PositionGroups, { defaultValue: 'NONE', description: 'By what each day is divided.' })
  groupBy!: PositionGroup;
}

@ObjectType({ description: 'How accounts stood on the evening of a day.' })
export class BalancePoint {
  @Field(() => IsoDateScalar, { description: 'The day.' })
  day!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Which part of the day’s accounts; null where it is not divided.',
  })
  group!: string | null;

  @Field(() => Int, { description: 'How many accounts.' })
  accounts!: number;

  @Field(() => SafeInt, { description: 'Outstanding principal, cents.' })
  balanceCents!: number;

  @Field(() => SafeInt, { description: 'What of it is past due, as in the aged balance.' })
  pastDueCents!: number;
}

@ObjectType({ description: 'Balances over time, as they were told each evening.' })
export class BalanceSeries {
  @Field(() => IsoDateScalar, { nullable: true, description: 'The last day that is written; null: none yet.' })
  through!: string | null;

  @Field(() => [BalancePoint], { description: 'By day, and by group.' })
  points!: readonly BalancePoint[];
}

@ObjectType({ description: 'The open accounts of one aging bucket on the evening of a day.' })
export class DelinquencyPoint {
  @Field(() => IsoDateScalar, { description: 'The day.' })
  day!: string;

  @Field(() => String, { description: 'current, 1-29, 30-59, 60-89, 90-119 or 120+.' })
  bucket!: string;

  @Field(() => Int, { description: 'How many accounts.' })
  accounts!: number;

  @Field(() => SafeInt, { description: 'Outstanding principal, cents.' })
  balanceCents!: number;

  @Field(() => SafeInt, { description: 'What of it is past due, as in the aged balance.' })
  pastDueCents!: number;

  @Field(() => String, { description: 'Of the day’s principal: a decimal between 0 and 1, six places.' })
  shareOfBalance!: string;
}

@ObjectType({ description: 'Aging buckets over time, as they were told each evening.' })
export class DelinquencySeries {
  @Field(() => IsoDateScalar, { nullable: true, description: 'The last day that is written; null: none yet.' })
  through!: string | null;

  @Field(() => [DelinquencyPoint], { description: 'By day and bucket; each day has all six.' })
  points!: readonly DelinquencyPoint[];
}

@ArgsType()
export class RollRateArguments {
  @Field(() => IsoDateScalar, {
    nullable: true,
    description: 'Months that end on this day or later; without it, the last twelve.',
  })
  from?: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'Months that end on this day or earlier.' })
  to?: string | null;

  @Field(() => ID, { nullable: true, description: 'One organization of the allowlist; without it all of them.' })
  organizationId?: string | null;

  @Field(() => String, { nullable: true, description: 'Only accounts in this loan system.' })
  loanSystemCode?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only loans under this ledger product.' })
  productId?: string | null;
}

@ObjectType({ description: 'How many accounts moved from one state to another within a month.' })
export class RollRate {
  @Field(() => IsoDateScalar, { description: 'The last day of the month.' })
  monthEnd!: string;

  @Field(() => String, {
    description:
      'Where they stood at the end of the month before: an aging bucket, the status of what is not open, or `new`.',
  })
  fromState!: string;

  @Field(() => String, { description: 'Where they stand at the end of this month: an aging bucket, or a status.' })
  toState!: string;

  @Field(() => Int, { description: 'How many accounts.' })
  accounts!: number;

  @Field(() => SafeInt, {
    description: 'Their principal at the end of the month before (of `new`: of this one), cents.',
  })
  balanceCents!: number;

  @Field(() => String, { description: 'Of the accounts that stood there: a decimal between 0 and 1, six places.' })
  rateOfAccounts!: string;

  @Field(() => String, { nullable: true, description: 'Of their principal, likewise; null where they had none.' })
  rateOfBalance!: string | null;
}

@PagedArgs()
export class RolledAccountsArguments extends PageArguments {
  @Field(() => IsoDateScalar, { description: 'The last day of the month, one that is over.' })
  monthEnd!: string;

  @Field(() => String, { description: 'Where they stood at the end of the month before, as in `rollRates`.' })
  fromState!: string;

  @Field(() => String, { description: 'Where they stood at the end of this month, as in `rollRates`.' })
  toState!: string;

  @Field(() => ID, { nullable: true, description: 'One organization of the allowlist; without it all of them.' })
  organizationId?: string | null;

  @Field(() => String, { nullable: true, description: 'Only accounts in this loan system.' })
  loanSystemCode?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only loans under this ledger product.' })
  productId?: string | null;
}

@ObjectType({ description: 'An account that moved from one state to another within a month, or stayed in it.' })
export class RolledAccount {
  @Field(() => ID, { description: 'The account.' })
  accountId!: string;

  @Field(() => ID, { description: 'The organization it belongs to.' })
  organizationId!: string;

  @Field(() => SafeInt, {
    description: 'Its principal at the end of the month before (of `new`: of this one), cents: what the roll adds up.',
  })
  balanceCents!: number;

  @Field(() => SafeInt, { description: 'Its principal at the end of this month, cents.' })
  balanceAtEndCents!: number;

  @Field(() => Int, { description: 'How many days it was past due at the end of this month.' })
  daysPastDue!: number;
}

export const RolledAccountPage = pageOf(RolledAccount, 'A page of accounts that moved.', 'RolledAccount');
