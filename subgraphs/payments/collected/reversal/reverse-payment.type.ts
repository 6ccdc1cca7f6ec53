import { Field, InputType } from 'type-graphql';
import { REASON_LENGTH } from '../../../../core/contract/collected-payment.js';

@InputType({ description: 'The reversal of a payment.' })
export class ReversePaymentInput {
  @Field(() => String, { nullable: true, description: `At most ${REASON_LENGTH} characters.` })
  reason?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'True when reversing for non-sufficient funds.' })
  isNsf?: boolean | null;
}
