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
import type { Page } from '../../../../core/db/keyset.js';
import { ContractAnswer } from '../../../../core/graphql/contract-answer.type.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { IsoInstantScalar, SafeInt } from '../../../../core/graphql/scalars.js';

const DayCountEnum = enumOf(DAY_COUNTS, {
  name: 'DayCount',
  description: 'How interest counts days.',
  values: {
    actual_365: 'Days of the calendar, over 365 in every year.',
    actual_360: 'Days of the calendar, over 360.',
    actual_actual: 'Days of the calendar, over 366 in leap years and 365 in others.',
    thirty_360: 'Every month has 30 days, over 360 (30E/360).',
  },
});
const ApplicationOrderEnum = enumOf(APPLICATION_ORDERS, {
  name: 'ApplicationOrder',
  description: 'What a payment goes to, one after the other.',
  values: {
    fees_interest_principal: 'Fees, interest, principal.',
    interest_fees_principal: 'Interest, fees, principal.',
    interest_principal_fees: 'Interest, principal, fees.',
  },
});
const PayoffRuleEnum = enumOf(PAYOFF_RULES, {
  name: 'PayoffRule',
  description: 'Whether a payoff owes the interest of its own day.',
  values: { to_payoff_day: 'It does not.', through_payoff_day: 'It does.' },
});
const AccrueToEnum = enumOf(ACCRUE_TO, {
  name: 'AccrueTo',
  description: 'The day to which a payment accrues interest.',
  values: {
    business_day: 'The business day on which it is applied.',
    day_of_receipt: 'The day in New York on which it was recorded.',
  },
});

@ObjectType({ description: 'Terms of a product; never changed once they are written.' })
export class LedgerProductVersion {
  @Field(() => Int, { description: 'Counted from 1.' })
  version!: number;

  @Field(() => DayCountEnum, { description: 'How interest counts days.' })
  dayCount!: DayCount;

  @Field(() => ApplicationOrderEnum, { description: 'What a payment goes to, one after the other.' })
  applicationOrder!: ApplicationOrder;

  @Field(() => SafeInt, { description: 'Cents, for a returned payment, of loans that are booked without their own.' })
  nsfFeeCents!: number;

  @Field(() => SafeInt, {
    description: 'Cents, once for each installment that is unpaid when its grace days are over; 0: none.',
  })
  lateFeeCents!: number;

  @Field(() => Int, { description: 'Calendar days after the due date.' })
  lateFeeGraceDays!: number;

  @Field(() => Int, {
    nullable: true,
    description: 'Days past due at which the close of the day charges off; null: never by itself.',
  })
  chargeOffAtDays!: number | null;

  @Field(() => SafeInt, {
    description: 'Cents; installments that are short by no more than that, together, are not late.',
  })
  toleranceCents!: number;

  @Field(() => PayoffRuleEnum, { description: 'Whether a payoff owes the interest of its own day.' })
  payoffRule!: PayoffRule;

  @Field(() => AccrueToEnum, { description: 'The day to which a payment accrues interest.' })
  accrueTo!: AccrueTo;

  @Field(() => IsoInstantScalar, { description: 'When it was written.' })
  createdAt!: string;

  @Field(() => String, { description: 'Who wrote it: the prefix of a key, or an operator.' })
  createdBy!: string;
}

@ObjectType({ description: 'A kind of loan that a lender sells; a loan keeps the version under which it was booked.' })
export class LedgerProduct {
  @Field(() => ID, { description: 'Identifies it, everywhere in this API.' })
  id!: string;

  @Field(() => ID, { description: 'The organization that it belongs to.' })
  organizationId!: string;

  @Field(() => String, { description: 'By which loans and files name it; unique in the organization.' })
  code!: string;

  @Field(() => String, { description: 'What people call it.' })
  name!: string;

  @Field(() => Boolean, { description: 'Whether loans may be booked under it.' })
  isActive!: boolean;

  @Field(() => Int, { description: 'The version under which loans are booked now.' })
  currentVersion!: number;

  @Field(() => IsoInstantScalar, { description: 'When it was made; lists are sorted by it.' })
  createdAt!: string;

  @Field(() => [LedgerProductVersion], { description: 'All of its terms, the first ones first.' })
  versions!: readonly LedgerProductVersion[];
}

export const LedgerProductPage = pageOf(LedgerProduct, 'A page of products.');
export type LedgerProductPage = Page<LedgerProduct>;

@ObjectType({ description: 'Answer of a product’s creation, and of a revision.' })
export class WrittenLedgerProduct {
  @Field(() => LedgerProduct, { description: 'The product as it was then.' })
  product!: LedgerProduct;

  @Field(() => ContractAnswer, { description: 'As REST answers it.' })
  answer!: ContractAnswer;

  @Field(() => Boolean, { description: 'Whether this answers an earlier request with the same key.' })
  replayed!: boolean;
}

@InputType({ description: 'Terms; what is left out is as in the current version, or, of a new product, as built in.' })
export class ReviseLedgerProductInput {
  @Field(() => DayCountEnum, { nullable: true, description: 'How interest counts days.' })
  dayCount?: DayCount;

  @Field(() => ApplicationOrderEnum, { nullable: true, description: 'What a payment goes to, one after the other.' })
  applicationOrder?: ApplicationOrder;

  @Field(() => SafeInt, { nullable: true, description: 'Cents, for a returned payment.' })
  nsfFeeCents?: number;

  @Field(() => SafeInt, { nullable: true, description: 'Cents, for an installment that is late; 0: none.' })
  lateFeeCents?: number;

  @Field(() => Int, { nullable: true, description: 'Calendar days after the due date.' })
  lateFeeGraceDays?: number;

  @Field(() => Int, { nullable: true, description: 'Days past due; null: never by itself.' })
  chargeOffAtDays?: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Cents that may be short and are not late.' })
  toleranceCents?: number;

  @Field(() => PayoffRuleEnum, { nullable: true, description: 'Whether a payoff owes the interest of its own day.' })
  payoffRule?: PayoffRule;

  @Field(() => AccrueToEnum, { nullable: true, description: 'The day to which a payment accrues interest.' })
  accrueTo?: AccrueTo;
}

@InputType({ description: 'A product to be made.' })
export class CreateLedgerProductInput extends ReviseLedgerProductInput {
  @Field(() => ID, { nullable: true, description: 'Whose; needed of a caller who reaches several organizations.' })
  organizationId?: string | null;

  @Field(() => String, { description: 'By which loans and files name it; unique in the organization, and for ever.' })
  code!: string;

  @Field(() => String, { description: 'What people call it.' })
  name!: string;
}

@InputType({ description: 'What is left out stays.' })
export class UpdateLedgerProductInput {
  @Field(() => String, { nullable: true, description: 'What people call it.' })
  name?: string;

  @Field(() => Boolean, { nullable: true, description: 'Whether loans may be booked under it.' })
  isActive?: boolean;
}
