import { Field, ID, ObjectType } from 'type-graphql';
import { IsoInstantScalar, SafeInt } from '../../../core/graphql/scalars.js';

@ObjectType({ description: 'A loan system that takes no postings while its lender recovers.' })
export class ClosedLoanSystem {
  @Field(() => ID, { description: 'Its code.' })
  code!: string;

  @Field(() => String, { description: 'Why, as a sentence.' })
  reason!: string;

  @Field(() => Boolean, { description: 'Whether it takes postings again after `confirmPostingsRead`.' })
  waitsForRead!: boolean;
}

@ObjectType({ description: 'A loan that came to another loan system since the recovery began.' })
export class MovedLoan {
  @Field(() => ID, { description: 'The new account.' })
  accountId!: string;

  @Field(() => ID, { description: 'Its loan system.' })
  loanSystemCode!: string;

  @Field(() => ID, { description: 'The earlier account with the same contract number.' })
  earlierAccountId!: string;

  @Field(() => ID, { description: 'The loan system of the earlier account.' })
  earlierLoanSystemCode!: string;
}

@ObjectType({
  description: 'An organization that recovers from a restore of the database, and what remains to be done.',
})
export class Recovery {
  @Field(() => ID, { description: 'The organization.' })
  organizationId!: string;

  @Field(() => String, { description: 'Its display name.' })
  displayName!: string;

  @Field(() => IsoInstantScalar, { description: 'The time to which the database was restored.' })
  since!: string;

  @Field(() => [ClosedLoanSystem], { description: 'Loan systems that take no postings.' })
  closedLoanSystems!: readonly ClosedLoanSystem[];

  @Field(() => [MovedLoan], {
    description: 'Loans that came to another loan system since then; the first 1,000 of all.',
  })
  movedLoans!: readonly MovedLoan[];

  @Field(() => SafeInt, { description: 'Payments whose outcome is unknown.' })
  unknownPayments!: number;

  @Field(() => SafeInt, { description: 'Reversals whose outcome is unknown.' })
  unknownReversals!: number;
}

@ObjectType({ description: 'Result of a confirmation.' })
export class RecoveryPayload {
  @Field(() => [Recovery], { description: 'Every recovery, in its current state.' })
  recoveries!: readonly Recovery[];

  @Field(() => [String], { description: 'Why nothing was changed, one sentence per problem.' })
  problems!: readonly string[];
}
