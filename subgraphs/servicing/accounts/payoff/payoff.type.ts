import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';

@ArgsType()
export class PayoffArguments {
  @Field(() => ID, { description: 'Which account.' })
  accountId!: string;

  @Field(() => IsoDateScalar, {
    nullable: true,
    description: 'The day on which the money would arrive: today (New York) to 30 days ahead. Defaults to today.',
  })
  on?: string | null;
}

@ObjectType({
  description: 'Payoff amount for money that arrives on a given day, if nothing else happens until then.',
})
export class PayoffQuote {
  @Field(() => ID, { description: 'The account.' })
  accountId!: string;

  @Field(() => IsoDateScalar, { description: 'The day on which the money would arrive.' })
  on!: string;

  @Field(() => IsoDateScalar, {
    description:
      'The business day on which the money would be applied. Money that arrives on a day off is applied on the next business day.',
  })
  appliedOn!: string;

  @Field(() => IsoDateScalar, {
    description: 'The last day on which money may arrive with the amount still valid.',
  })
  goodThrough!: string;

  @Field(() => SafeInt, { description: 'Payoff amount, cents, as quoted by the loan system.' })
  amountCents!: number;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Principal part of the amount, cents; null when the loan system does not report it.',
  })
  principalCents!: number | null;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Interest part of the amount, cents; null when the loan system does not report it.',
  })
  interestCents!: number | null;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Fee part of the amount, cents; null when the loan system does not report it.',
  })
  feesCents!: number | null;

  @Field(() => SafeInt, {
    description:
      'Increase per additional day, whole cents. It may vary by one cent from day to day because fractions are carried over.',
  })
  perDiemCents!: number;

  @Field(() => String, {
    nullable: true,
    description: 'Interest per day in cents, with four decimals; null when the loan system reports whole cents only.',
  })
  exactPerDiem!: string | null;

  @Field(() => SafeInt, {
    description:
      'Payments recorded or charged through Tributary whose outcome is still open, cents. They are not deducted from the amount, which may or may not include them.',
  })
  unsettledCents!: number;

  @Field(() => String, { description: 'Always `USD`.' })
  currency!: string;
}

@ObjectType({ description: 'The data for a payoff letter.' })
export class PayoffLetter {
  /** The organization that owns the account, for the log of address reads. */
  organizationId!: string;

  @Field(() => IsoDateScalar, { description: 'Date of the letter, in New York.' })
  writtenOn!: string;

  @Field(() => String, { description: 'The legal name of the lender.' })
  lenderName!: string;

  @Field(() => [String], { description: 'The borrowers, the primary borrower first.' })
  borrowerNames!: readonly string[];

  @Field(() => [String], { description: 'The primary borrower’s address, line by line; empty when none is known.' })
  addressLines!: readonly string[];

  @Field(() => String, {
    description: 'The loan number that lender and borrower use; the account’s id when there is none.',
  })
  loanNumber!: string;

  @Field(() => PayoffQuote, { description: 'Payoff quote.' })
  quote!: PayoffQuote;
}
