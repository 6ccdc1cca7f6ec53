import { Field, InputType } from 'type-graphql';

@InputType({ description: 'How a payment is taken back.' })
export class ReversePaymentInput {
  @Field(() => String, { nullable: true, description: 'At most 200 characters.' })
  reason?: string | null;

  @Field(() => Boolean, { nullable: true, description: 'True when reversing for non-sufficient funds.' })
  isNsf?: boolean | null;
}
