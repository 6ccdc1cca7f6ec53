import { Field, InputType } from 'type-graphql';
import { EXTERNAL_REFERENCE_LENGTH, MEMO_LENGTH } from '../../../../core/contract/collected-payment.js';
import { SafeInt } from '../../../../core/graphql/scalars.js';
import { CardBrand, PaymentMethod } from '../payment/collected-payment.type.js';

@InputType({ description: 'A payment that the organization collected: how much, and how.' })
export class RecordPaymentInput {
  @Field(() => SafeInt, { description: 'Cents; greater than 0, at most the payoff amount.' })
  amountCents!: number;

  @Field(() => PaymentMethod, { description: 'How it was collected.' })
  paymentMethod!: string;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'Required for check, money_order (its serial number) and cashiers_check.',
  })
  checkNumber?: number | null;

  @Field(() => CardBrand, { nullable: true, description: 'Required for card.' })
  cardBrand?: string | null;

  @Field(() => String, { nullable: true, description: `At most ${EXTERNAL_REFERENCE_LENGTH} characters.` })
  externalReference?: string | null;

  @Field(() => String, { nullable: true, description: `At most ${MEMO_LENGTH} characters.` })
  memo?: string | null;
}
