import { Field, ID, ObjectType } from 'type-graphql';
import { PageInfo } from '../../../../core/graphql/page.js';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';

@ObjectType({ description: 'A payment received, and what it was applied to.' })
export class RegisteredPayment {
  @Field(() => ID)
  organizationId!: string;

  @Field(() => ID)
  accountId!: string;

  @Field(() => String, { nullable: true, description: 'Of the effective date, YYYY-MM.' })
  month!: string | null;

  @Field(() => ID)
  transactionId!: string;

  @Field(() => String, { nullable: true })
  paymentMethod!: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Null: unknown, never zero.' })
  amountCents!: number | null;

  @Field(() => SafeInt, { nullable: true })
  principalCents!: number | null;

  @Field(() => SafeInt, { nullable: true })
  interestCents!: number | null;

  @Field(() => SafeInt, { nullable: true })
  feesCents!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Outstanding principal after it.' })
  endingBalanceCents!: number | null;

  @Field(() => IsoDateScalar, { nullable: true })
  effectiveAt!: string | null;
}

@ObjectType()
export class RegisteredPaymentPage {
  @Field(() => [RegisteredPayment])
  items!: readonly RegisteredPayment[];

  @Field(() => PageInfo)
  page!: PageInfo;
}
