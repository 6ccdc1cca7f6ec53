import { Field, ID, Int, ObjectType } from 'type-graphql';
import { NOT_PAYABLE_REASONS } from '../../../../core/contract/account-enumerations.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';

export const NotPayableReasonEnum = enumOf(NOT_PAYABLE_REASONS, {
  name: 'NotPayableReason',
  description: 'Why a loan takes no payments.',
  values: {
    not_disbursed: 'It has not been paid out yet.',
    paid_in_full: 'Nothing is owed any more.',
    closed: 'It ended.',
    no_recoveries: 'It was charged off, and its loan system takes no recoveries.',
    status_unknown: 'Its loan system reports a status that Tributary does not know.',
    organization_inactive: 'Its organization is not active and takes no new payments.',
    held_by_loan_system: 'Its loan system takes no payments now, although the status would allow them.',
  },
});

@ObjectType({ description: 'A person who owes on an account.' })
export class AccountBorrower {
  @Field(() => ID, { description: 'The person.' })
  partyId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'Display name; null without the scope `persons:read`, because it is personal data.',
  })
  displayName!: string | null;

  @Field(() => String, { description: '`primary` or `co_borrower`.' })
  role!: string;

  @Field(() => Boolean, { description: 'Whether they are still a borrower on the account.' })
  isActive!: boolean;
}

@ObjectType({ description: 'The agreed terms, as far as the loan system reports them.' })
export class AccountContract {
  @Field(() => IsoDateScalar, { nullable: true, description: 'Date on which the loan was made.' })
  originatedOn!: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'Due date of the first installment.' })
  firstDueOn!: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'Due date of the last installment.' })
  maturityOn!: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Amount lent, cents.' })
  originalPrincipalCents!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Amount of one installment, cents.' })
  scheduledPaymentCents!: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Percent per year, with four decimals, or up to six if the rate has them.',
  })
  annualRate!: string | null;

  @Field(() => Int, { nullable: true, description: 'The agreed term in months.' })
  termMonths!: number | null;
}

@ObjectType({ description: 'A live quote from the loan system.' })
export class AccountPayoff {
  @Field(() => SafeInt, { description: 'Payoff amount, cents.' })
  amountCents!: number;

  @Field(() => IsoDateScalar, { description: 'The business day for which the quote is valid.' })
  asOf!: string;
}
