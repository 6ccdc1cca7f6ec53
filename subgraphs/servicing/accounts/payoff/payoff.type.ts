import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';

@ArgsType()
export class PayoffArguments {
  @Field(() => ID, { description: 'Which account.' })
  accountId!: string;

  @Field(() => IsoDateScalar, {
    nullable: true,
    description: 'The day on which the money would come in: today (New York) to 30 days ahead; today without it.',
  })
  on?: string | null;
}

@ObjectType({
  description: 'What would pay a loan off with money that comes in on a day, if nothing else happens until then.',
})
export class PayoffQuote {
  @Field(() => ID, { description: 'The account.' })
  accountId!: string;

  @Field(() => IsoDateScalar, { description: 'The day on which the money would come in.' })
  on!: string;

  @Field(() => IsoDateScalar, {
    description: 'The business day on which it would be applied: money of a day off waits for the next one.',
  })
  appliedOn!: string;

  @Field(() => IsoDateScalar, {
    description: 'The last day on which money may come in and the amount is still right.',
  })
  goodThrough!: string;

  @Field(() => SafeInt, { description: 'What would pay the loan off, cents: what its loan system says.' })
  amountCents!: number;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Of it principal, cents; null where the loan system does not tell.',
  })
  principalCents!: number | null;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Of it interest, cents; null where the loan system does not tell.',
  })
  interestCents!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Of it fees, cents; null where the loan system does not tell.' })
  feesCents!: number | null;

  @Field(() => SafeInt, {
    description: 'What one more day adds, whole cents. It may differ by one from day to day: fractions are carried.',
  })
  perDiemCents!: number;

  @Field(() => String, {
    nullable: true,
    description:
      'The interest of one day in cents, with four decimals; null where the loan system tells whole cents only.',
  })
  exactPerDiem!: string | null;

  @Field(() => SafeInt, {
    description:
      'Payments that were recorded or charged here and have no outcome yet, cents. The amount may not know of them: they are not taken off it.',
  })
  unsettledCents!: number;

  @Field(() => String, { description: 'Always `USD`.' })
  currency!: string;
}

@ObjectType({ description: 'What a payoff letter says.' })
export class PayoffLetter {
  /** Whose account it is, for the log of who read an address. */
  organizationId!: string;

  @Field(() => IsoDateScalar, { description: 'The day in New York on which it is written.' })
  writtenOn!: string;

  @Field(() => String, { description: 'The legal name of the lender.' })
  lenderName!: string;

  @Field(() => [String], { description: 'Who borrows, the primary borrower first.' })
  borrowerNames!: readonly string[];

  @Field(() => [String], { description: 'The primary borrower’s address, line by line; empty where none is known.' })
  addressLines!: readonly string[];

  @Field(() => String, {
    description: 'The number by which lender and borrower know the loan; the account’s id where there is none.',
  })
  loanNumber!: string;

  @Field(() => PayoffQuote, { description: 'What is to be paid.' })
  quote!: PayoffQuote;
}
