import { Field, ID, Int, ObjectType } from 'type-graphql';
import { NOT_PAYABLE_REASONS } from '../../../../core/contract/account.js';
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
    status_unknown: 'Its loan system gives it a status that is not known here.',
    organization_inactive: 'Its organization is not active: it takes no new payments.',
    held_by_loan_system: 'Its loan system takes none now, though its status would allow it.',
  },
});

@ObjectType({ description: 'A person who owes on an account.' })
export class AccountBorrower {
  @Field(() => ID, { description: 'The person.' })
  partyId!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The name to be shown; null without the scope `persons:read`: it is a person’s.',
  })
  displayName!: string | null;

  @Field(() => String, { description: '`primary` or `co_borrower`.' })
  role!: string;

  @Field(() => Boolean, { description: 'Whether they still borrow on it.' })
  isActive!: boolean;
}

@ObjectType({ description: 'What was agreed, as far as the loan system tells.' })
export class AccountContract {
  @Field(() => IsoDateScalar, { nullable: true, description: 'When the loan was made.' })
  originatedOn!: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'When the first installment was due.' })
  firstDueOn!: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'When the last installment is due.' })
  maturityOn!: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'What was lent, cents.' })
  originalPrincipalCents!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'One installment, cents.' })
  scheduledPaymentCents!: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Percent per year, with four decimals, or up to six where the rate has them.',
  })
  annualRate!: string | null;

  @Field(() => Int, { nullable: true, description: 'The agreed term in months.' })
  termMonths!: number | null;
}

@ObjectType({ description: 'A live quote of the loan system.' })
export class AccountPayoff {
  @Field(() => SafeInt, { description: 'What would pay the loan off, cents.' })
  amountCents!: number;

  @Field(() => IsoDateScalar, { description: 'The business day that the quote is good for.' })
  asOf!: string;
}
