import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import {
  ACCRUE_TO,
  type AccrueTo,
  APPLICATION_ORDERS,
  type ApplicationOrder,
  DAY_COUNTS,
  type DayCount,
  PAYOFF_RULES,
  type PayoffRule,
} from '../../../../core/contract/ledger-product.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { IsoInstantScalar, SafeInt } from '../../../../core/graphql/scalars.js';
import { ContractAnswer } from '../../../../core/graphql/written-rest-answer.type.js';

const DayCountEnum = enumOf(DAY_COUNTS, {
  name: 'DayCount',
  description: 'Day-count convention for interest.',
  values: {
    actual_365: 'Calendar days, over 365 in every year.',
    actual_360: 'Calendar days, over 360.',
    actual_actual: 'Calendar days, over 366 in leap years and 365 in others.',
    thirty_360: 'Every month has 30 days, over 360 (30E/360).',
  },
});
const ApplicationOrderEnum = enumOf(APPLICATION_ORDERS, {
  name: 'ApplicationOrder',
  description: 'Order in which a payment is allocated.',
  values: {
    fees_interest_principal: 'Fees, interest, principal.',
    interest_fees_principal: 'Interest, fees, principal.',
    interest_principal_fees: 'Interest, principal, fees.',
  },
});
const PayoffRuleEnum = enumOf(PAYOFF_RULES, {
  name: 'PayoffRule',
  description: 'Whether a payoff includes the interest of its own day.',
  values: { to_payoff_day: 'It does not.', through_payoff_day: 'It does.' },
});
const AccrueToEnum = enumOf(ACCRUE_TO, {
  name: 'AccrueTo',
  description: 'The day up to which a payment accrues interest.',
  values: {
    business_day: 'The business day on which it is applied.',
    day_of_receipt: 'The day in New York on which it was recorded.',
  },
});

@ObjectType({ description: 'Terms of a product; a version never changes once written.' })
export class LedgerProductVersion {
  @Field(() => Int, { description: 'Version number, counted from 1.' })
  version!: number;

  @Field(() => DayCountEnum, { description: 'Day-count convention for interest.' })
  dayCount!: DayCount;

  @Field(() => ApplicationOrderEnum, { description: 'Order in which a payment is allocated.' })
  applicationOrder!: ApplicationOrder;

  @Field(() => SafeInt, {
    description: 'Fee for a returned payment, cents, for loans booked without a fee of their own.',
  })
  nsfFeeCents!: number;

  @Field(() => SafeInt, {
    description: 'Late fee, cents, charged once per installment that is unpaid when its grace days are over; 0: none.',
  })
  lateFeeCents!: number;

  @Field(() => Int, { description: 'Calendar days after the due date.' })
  lateFeeGraceDays!: number;

  @Field(() => Int, {
    nullable: true,
    description: 'Days past due at which the end-of-day run charges a loan off; null: never automatically.',
  })
  chargeOffAtDays!: number | null;

  @Field(() => SafeInt, {
    description: 'Tolerance in cents: installments whose total shortfall is at most this are not late.',
  })
  toleranceCents!: number;

  @Field(() => PayoffRuleEnum, { description: 'Whether a payoff includes the interest of its own day.' })
  payoffRule!: PayoffRule;

  @Field(() => AccrueToEnum, { description: 'The day up to which a payment accrues interest.' })
  accrueTo!: AccrueTo;

  @Field(() => IsoInstantScalar, { description: 'When it was written.' })
  createdAt!: string;

  @Field(() => String, { description: 'Who wrote it: the prefix of a key, or an operator.' })
  createdBy!: string;
}

@ObjectType({ description: 'A lender’s loan product; a loan keeps the version under which it was booked.' })
export class LedgerProduct {
  @Field(() => ID, { description: 'Unique identifier, used throughout this API.' })
  id!: string;

  @Field(() => ID, { description: 'The organization that owns the product.' })
  organizationId!: string;

  @Field(() => String, { description: 'Code used by loans and files; unique in the organization.' })
  code!: string;

  @Field(() => String, { description: 'Display name.' })
  name!: string;

  @Field(() => Boolean, { description: 'Whether loans may be booked under it.' })
  isActive!: boolean;

  @Field(() => Int, { description: 'The version for new loans.' })
  currentVersion!: number;

  @Field(() => IsoInstantScalar, { description: 'When it was created; lists are sorted by it.' })
  createdAt!: string;

  @Field(() => [LedgerProductVersion], { description: 'All versions of its terms, the oldest first.' })
  versions!: readonly LedgerProductVersion[];
}

export const LedgerProductPage = pageOf(LedgerProduct, 'A page of products.');
export type LedgerProductPage = Page<LedgerProduct>;

@ObjectType({ description: 'Response to creating or revising a product.' })
export class WrittenLedgerProduct {
  @Field(() => LedgerProduct, { description: 'The product at the time of that write.' })
  product!: LedgerProduct;

  @Field(() => ContractAnswer, { description: 'The response body as returned over REST.' })
  answer!: ContractAnswer;

  @Field(() => Boolean, { description: 'Whether this is the response to an earlier request with the same key.' })
  replayed!: boolean;
}

@InputType({
  description:
    'Terms. An omitted field keeps the value of the current version; for a new product, the built-in default.',
})
export class ReviseLedgerProductInput {
  @Field(() => DayCountEnum, { nullable: true, description: 'Day-count convention for interest.' })
  dayCount?: DayCount;

  @Field(() => ApplicationOrderEnum, { nullable: true, description: 'Order in which a payment is allocated.' })
  applicationOrder?: ApplicationOrder;

  @Field(() => SafeInt, { nullable: true, description: 'Fee for a returned payment, cents.' })
  nsfFeeCents?: number;

  @Field(() => SafeInt, { nullable: true, description: 'Late fee per installment, cents; 0: none.' })
  lateFeeCents?: number;

  @Field(() => Int, { nullable: true, description: 'Calendar days after the due date.' })
  lateFeeGraceDays?: number;

  @Field(() => Int, { nullable: true, description: 'Days past due; null: never automatically.' })
  chargeOffAtDays?: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Shortfall in cents that does not count as late.' })
  toleranceCents?: number;

  @Field(() => PayoffRuleEnum, {
    nullable: true,
    description: 'Whether a payoff includes the interest of its own day.',
  })
  payoffRule?: PayoffRule;

  @Field(() => AccrueToEnum, { nullable: true, description: 'The day up to which a payment accrues interest.' })
  accrueTo?: AccrueTo;
}

@InputType({ description: 'A new product.' })
export class CreateLedgerProductInput extends ReviseLedgerProductInput {
  @Field(() => ID, { nullable: true, description: 'The organization; required for a caller with several.' })
  organizationId?: string | null;

  @Field(() => String, { description: 'Code used by loans and files; unique in the organization and never reused.' })
  code!: string;

  @Field(() => String, { description: 'Display name.' })
  name!: string;
}

@InputType({ description: 'An omitted field keeps its value.' })
export class UpdateLedgerProductInput {
  @Field(() => String, { nullable: true, description: 'Display name.' })
  name?: string;

  @Field(() => Boolean, { nullable: true, description: 'Whether loans may be booked under it.' })
  isActive?: boolean;
}
