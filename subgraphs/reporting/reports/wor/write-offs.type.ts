import { Field, ID, Int, ObjectType } from 'type-graphql';
import { PageInfo } from '../../../../core/graphql/page.js';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';

@ObjectType({ description: 'A loan that was charged off.' })
export class WriteOff {
  @Field(() => ID, { description: 'The organization that it belongs to.' })
  organizationId!: string;

  @Field(() => ID, { description: 'The account that it is about.' })
  accountId!: string;

  @Field(() => IsoDateScalar, { description: 'The business day of the charge-off.' })
  chargedOffOn!: string;

  @Field(() => SafeInt, { nullable: true, description: 'As of that day, whatever was recovered since.' })
  chargeOffAmountCents!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Of it, principal, cents.' })
  principalCents!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Of it, interest, cents.' })
  interestCents!: number | null;

  @Field(() => SafeInt, { nullable: true, description: 'Of it, fees, cents.' })
  feesCents!: number | null;

  @Field(() => Int, { nullable: true, description: 'Days since the oldest unpaid installment was due.' })
  daysPastDue!: number | null;

  @Field(() => SafeInt, { description: 'Payments since that were not taken back.' })
  recoveredCents!: number;
}

@ObjectType({ description: 'A page of the write-offs report.' })
export class WriteOffPage {
  @Field(() => [WriteOff], { description: 'The rows of this page.' })
  items!: readonly WriteOff[];

  @Field(() => PageInfo, { description: 'Where this page ends.' })
  page!: PageInfo;
}
