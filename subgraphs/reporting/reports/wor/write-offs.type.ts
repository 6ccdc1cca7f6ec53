import { Field, ID, Int, ObjectType } from 'type-graphql';
import { PageInfo } from '../../../../core/graphql/page.js';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';

@ObjectType({ description: 'A loan that was charged off.' })
export class WriteOff {
  @Field(() => ID)
  organizationId!: string;

  @Field(() => ID)
  accountId!: string;

  @Field(() => IsoDateScalar)
  chargedOffOn!: string;

  @Field(() => SafeInt, { nullable: true, description: 'As of that day, whatever was recovered since.' })
  chargeOffAmountCents!: number | null;

  @Field(() => SafeInt, { nullable: true })
  principalCents!: number | null;

  @Field(() => SafeInt, { nullable: true })
  interestCents!: number | null;

  @Field(() => SafeInt, { nullable: true })
  feesCents!: number | null;

  @Field(() => Int, { nullable: true })
  daysPastDue!: number | null;

  @Field(() => SafeInt, { description: 'Payments since that were not taken back.' })
  recoveredCents!: number;
}

@ObjectType()
export class WriteOffPage {
  @Field(() => [WriteOff])
  items!: readonly WriteOff[];

  @Field(() => PageInfo)
  page!: PageInfo;
}
