import { Field, ID, InputType, ObjectType } from 'type-graphql';
import { CHARGE_AUTHORIZATION_METHODS } from '../../../../core/contract/autopay.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';

const ChargeAuthorizationMethod = enumOf(CHARGE_AUTHORIZATION_METHODS, {
  name: 'ChargeAuthorizationMethod',
  description: 'How a borrower authorized a one-time charge.',
  values: {
    phone: 'By phone.',
    writing: 'In writing.',
    in_person: 'In person.',
    portal: 'In a portal of the lender.',
  },
});

@ObjectType({ description: 'A borrower’s authorization of a one-time charge.' })
export class ChargeAuthorization {
  @Field(() => ID, { description: 'The borrower who authorized it.' })
  authorizedBy!: string;

  @Field(() => IsoDateScalar, { description: 'The day on which it was authorized.' })
  authorizedOn!: string;

  @Field(() => ChargeAuthorizationMethod, { description: 'How.' })
  method!: string;

  @Field(() => String, { description: 'The operator who made the charge and recorded the authorization.' })
  recordedBy!: string;
}

@InputType({ description: 'A charge of a stored payment method, made today with a borrower’s authorization.' })
export class OneTimeChargeInput {
  @Field(() => ID, { description: 'The payment method to charge.' })
  paymentMethodId!: string;

  @Field(() => SafeInt, { description: 'Cents; greater than 0. At most the payoff amount is charged.' })
  amountCents!: number;

  @Field(() => ID, { description: 'The borrower on the account who authorized it.' })
  authorizerId!: string;

  @Field(() => IsoDateScalar, { description: 'The day on which it was authorized: today or earlier.' })
  authorizedOn!: string;

  @Field(() => ChargeAuthorizationMethod, { description: 'How it was authorized.' })
  authorizationMethod!: string;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether it is made although the same amount was charged to the method today.',
  })
  allowsEqual?: boolean | null;
}
