import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { SafeInt } from '../../../../core/graphql/scalars.js';
import { PaymentMethod } from '../payment/collected-payment.type.js';

@InputType({ description: 'A payment that is not recorded yet.' })
export class PreviewPaymentInput {
  @Field(() => SafeInt, { description: 'Cents; greater than 0.' })
  amountCents!: number;

  @Field(() => PaymentMethod, { description: 'How it was collected.' })
  paymentMethod!: string;

  @Field(() => SafeInt, { nullable: true, description: 'The number of the check, if it is known already.' })
  checkNumber?: number | null;
}

@ObjectType({ description: 'How a payment would be applied; each amount is in cents.' })
class PreviewedSplit {
  @Field(() => SafeInt, { description: 'Fees.' })
  feesCents!: number;

  @Field(() => SafeInt, { description: 'Interest.' })
  interestCents!: number;

  @Field(() => SafeInt, { description: 'Principal.' })
  principalCents!: number;
}

@ObjectType({ description: 'What would happen if a payment were recorded now. Nothing is written.' })
export class PaymentPreview {
  @Field(() => SafeInt, {
    nullable: true,
    description:
      'Cents that can be paid now: the payoff amount without payments whose outcome is not known yet. Null: the loan system cannot be reached.',
  })
  payableCents!: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why it would be refused: `account_not_payable` or `amount_exceeds_payoff`.',
  })
  refusal!: string | null;

  @Field(() => PreviewedSplit, {
    nullable: true,
    description: 'By the rules of Tributary’s own ledger; null where another loan system decides how to apply it.',
  })
  split!: PreviewedSplit | null;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'The payoff amount after it, in cents; 0 if it pays the loan off.',
  })
  remainingCents!: number | null;

  @Field(() => ID, {
    nullable: true,
    description: 'A payment with the same check number, or the one that it would be marked as a possible duplicate of.',
  })
  similarPaymentId!: string | null;

  @Field(() => Boolean, {
    description: 'Whether it would be marked as a possible duplicate of that payment.',
  })
  isPossibleDuplicate!: boolean;
}
