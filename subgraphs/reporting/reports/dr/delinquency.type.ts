import { Field, ID, Int, ObjectType } from 'type-graphql';
import { PageInfo } from '../../../../core/graphql/page.js';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';

@ObjectType({ description: 'An account that is past due.' })
export class Delinquency {
  @Field(() => ID)
  organizationId!: string;

  @Field(() => ID)
  accountId!: string;

  @Field(() => String)
  statusCode!: string;

  @Field(() => Int)
  daysPastDue!: number;

  @Field(() => String, { description: '1-29, 30-59, 60-89, 90-119 or 120+.' })
  bucket!: string;

  @Field(() => SafeInt)
  pastDueCents!: number;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The first day of this spell; null: unknown.' })
  firstDelinquentOn!: string | null;

  @Field(() => IsoDateScalar, { nullable: true })
  lastPaymentOn!: string | null;

  @Field(() => SafeInt, { nullable: true })
  lastPaymentCents!: number | null;

  @Field(() => IsoDateScalar, { nullable: true })
  nextDueOn!: string | null;

  @Field(() => SafeInt, { nullable: true })
  nextDueCents!: number | null;
}

@ObjectType()
export class DelinquencyPage {
  @Field(() => [Delinquency])
  items!: readonly Delinquency[];

  @Field(() => PageInfo)
  page!: PageInfo;
}
