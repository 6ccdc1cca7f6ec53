import { Field, ID, ObjectType } from 'type-graphql';
import { PageInfo } from '../../../../core/graphql/page.js';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';

@ObjectType({ description: 'A payment received, and what it was applied to.' })
export class RegisteredPayment {
  @Field(() => ID, { description: 'The organization that it belongs to.' })
  organizationId!: string;

  @Field(() => ID, { description: 'The account that it is about.' })
  accountId!: string;

  @Field(() => String, { nullable: true, description: 'Of the effective date, YYYY-MM.' })
  month!: string | null;

  @Field(() => ID, { description: 'The transaction in the account’s history.' })
  transactionId!: string;

  @Field(() => String, { nullable: true, description: 'How it was paid, where that is known.' })
  paymentMethod!: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Null: unknown, never zero.' })
  amountCents!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Of it, principal, cents.' })
  principalCents!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Of it, interest, cents.' })
  interestCents!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Of it, fees, cents.' })
  feesCents!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Outstanding principal after it.' })
  endingBalanceCents!: number | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The business day on which it counts.' })
  effectiveAt!: string | null;
}

@ObjectType({ description: 'A page of the monthly payment register.' })
export class RegisteredPaymentPage {
  @Field(() => [RegisteredPayment], { description: 'The rows of this page.' })
  items!: readonly RegisteredPayment[];

  @Field(() => PageInfo, { description: 'Where this page ends.' })
  page!: PageInfo;
}
