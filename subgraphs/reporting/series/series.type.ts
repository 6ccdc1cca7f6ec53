import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { enumOf } from '../../../core/graphql/enum.js';
import { pageOf } from '../../../core/graphql/page.js';
import { PageArguments, PagedArgs } from '../../../core/graphql/page-arguments.js';
import { IsoDateScalar, SafeInt } from '../../../core/graphql/scalars.js';

const INTERVALS = ['DAY', 'WEEK', 'MONTH'] as const;
export type SeriesInterval = (typeof INTERVALS)[number];
const SeriesIntervals = enumOf(INTERVALS, {
  name: 'SeriesInterval',
  description: 'The interval between the points of a series.',
  values: {
    DAY: 'Every day.',
    WEEK: 'Every Sunday evening, and the last day.',
    MONTH: 'The last evening of every month, and the last day.',
  },
});

const POSITION_GROUPS = ['NONE', 'STATUS', 'PRODUCT', 'LOAN_SYSTEM'] as const;
export type PositionGroup = (typeof POSITION_GROUPS)[number];
const PositionGroups = enumOf(POSITION_GROUPS, {
  name: 'PositionGroup',
  description: 'How each day of a balance series is grouped.',
  values: {
    NONE: 'No groups: one point per day.',
    STATUS: 'By loan status.',
    PRODUCT: 'By ledger product; an empty string for loans without one.',
    LOAN_SYSTEM: 'By loan system.',
  },
});

/** Arguments of every series. */
@ArgsType()
export class SeriesArguments {
  @Field(() => IsoDateScalar, { nullable: true, description: 'The first day; default: a year before the last.' })
  from?: string | null;

  @Field(() => IsoDateScalar, {
    nullable: true,
    description: 'The last day; by default, and for later days, the last finished one.',
  })
  to?: string | null;

  @Field(() => SeriesIntervals, {
    defaultValue: 'DAY',
    description: 'The interval between points; at most 1,100 points.',
  })
  interval!: SeriesInterval;

  @Field(() => ID, { nullable: true, description: 'One organization in scope; default: all.' })
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

@ObjectType({ description: 'Totals of accounts on the evening of a day.' })
export class BalancePoint {
  @Field(() => IsoDateScalar, { description: 'The day.' })
  day!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The group; null without grouping.',
  })
  group!: string | null;

  @Field(() => Int, { description: 'Number of accounts.' })
  accounts!: number;

  @Field(() => SafeInt, { description: 'Outstanding principal, cents.' })
  balanceCents!: number;

  @Field(() => SafeInt, { description: 'The past-due part of it, as in the aged balance.' })
  pastDueCents!: number;
}

@ObjectType({ description: 'Balances over time, as of each evening.' })
export class BalanceSeries {
  @Field(() => IsoDateScalar, { nullable: true, description: 'The last day in the series; null if there is none yet.' })
  through!: string | null;

  @Field(() => [BalancePoint], { description: 'By day and group.' })
  points!: readonly BalancePoint[];
}

@ObjectType({ description: 'The open accounts of one aging bucket on the evening of a day.' })
export class DelinquencyPoint {
  @Field(() => IsoDateScalar, { description: 'The day.' })
  day!: string;

  @Field(() => String, { description: 'current, 1-29, 30-59, 60-89, 90-119 or 120+.' })
  bucket!: string;

  @Field(() => Int, { description: 'Number of accounts.' })
  accounts!: number;

  @Field(() => SafeInt, { description: 'Outstanding principal, cents.' })
  balanceCents!: number;

  @Field(() => SafeInt, { description: 'The past-due part of it, as in the aged balance.' })
  pastDueCents!: number;

  @Field(() => String, { description: 'Share of the day’s principal: a decimal between 0 and 1, six places.' })
  shareOfBalance!: string;
}

@ObjectType({ description: 'Aging buckets over time, as of each evening.' })
export class DelinquencySeries {
  @Field(() => IsoDateScalar, { nullable: true, description: 'The last day in the series; null if there is none yet.' })
  through!: string | null;

  @Field(() => [DelinquencyPoint], { description: 'By day and bucket; each day has all six.' })
  points!: readonly DelinquencyPoint[];
}

@ArgsType()
export class RollRateArguments {
  @Field(() => IsoDateScalar, {
    nullable: true,
    description: 'Months that end on this day or later; default: the last twelve.',
  })
  from?: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'Months that end on this day or earlier.' })
  to?: string | null;

  @Field(() => ID, { nullable: true, description: 'One organization in scope; default: all.' })
  organizationId?: string | null;

  @Field(() => String, { nullable: true, description: 'Only accounts in this loan system.' })
  loanSystemCode?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only loans under this ledger product.' })
  productId?: string | null;
}

@ObjectType({ description: 'The accounts that moved from one state to another within a month.' })
export class RollRate {
  @Field(() => IsoDateScalar, { description: 'The last day of the month.' })
  monthEnd!: string;

  @Field(() => String, {
    description:
      'Their state at the end of the previous month: an aging bucket, the status of accounts that are not open, or `new`.',
  })
  fromState!: string;

  @Field(() => String, { description: 'Their state at the end of this month: an aging bucket or a status.' })
  toState!: string;

  @Field(() => Int, { description: 'Number of accounts.' })
  accounts!: number;

  @Field(() => SafeInt, {
    description: 'Their principal at the end of the previous month (for `new`: of this one), cents.',
  })
  balanceCents!: number;

  @Field(() => String, {
    description: 'Share of the accounts in the previous state: a decimal between 0 and 1, six places.',
  })
  rateOfAccounts!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Share of the principal in the previous state, in the same format; null if there was none.',
  })
  rateOfBalance!: string | null;
}

@PagedArgs()
export class RolledAccountsArguments extends PageArguments {
  @Field(() => IsoDateScalar, { description: 'The last day of a finished month.' })
  monthEnd!: string;

  @Field(() => String, { description: 'Their state at the end of the previous month, as in `rollRates`.' })
  fromState!: string;

  @Field(() => String, { description: 'Their state at the end of this month, as in `rollRates`.' })
  toState!: string;

  @Field(() => ID, { nullable: true, description: 'One organization in scope; default: all.' })
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
    description:
      'Its principal at the end of the previous month (for `new`: of this one), cents; the roll rate sums these.',
  })
  balanceCents!: number;

  @Field(() => SafeInt, { description: 'Its principal at the end of this month, cents.' })
  balanceAtEndCents!: number;

  @Field(() => Int, { description: 'Days past due at the end of this month.' })
  daysPastDue!: number;
}

export const RolledAccountPage = pageOf(RolledAccount, 'A page of accounts that moved.', 'RolledAccount');
