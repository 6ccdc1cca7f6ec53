import { Field, ID, Int, ObjectType } from 'type-graphql';
import { PageInfo } from '../../../../core/graphql/page.js';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';

@ObjectType({ description: 'An account that is past due.' })
export class Delinquency {
  @Field(() => ID, { description: 'The organization that it belongs to.' })
  organizationId!: string;

  @Field(() => ID, { description: 'The account that it is about.' })
  accountId!: string;

  @Field(() => String, { description: 'Where the loan stands, for example `delinquent`.' })
  statusCode!: string;

  @Field(() => Int, { description: 'Days since the oldest unpaid installment was due.' })
  daysPastDue!: number;

  @Field(() => String, { description: '1-29, 30-59, 60-89, 90-119 or 120+.' })
  bucket!: string;

  @Field(() => SafeInt, { description: 'What makes the loan current, unpaid fees with it, cents.' })
  pastDueCents!: number;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The first day of this spell; null: unknown.' })
  firstDelinquentOn!: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The business day of the latest payment.' })
  lastPaymentOn!: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'The latest payment, cents.' })
  lastPaymentCents!: number | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'When the next installment is due.' })
  nextDueOn!: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'What is due on that day, cents.' })
  nextDueCents!: number | null;
}

@ObjectType({ description: 'A page of the delinquency report.' })
export class DelinquencyPage {
  @Field(() => [Delinquency], { description: 'The rows of this page.' })
  items!: readonly Delinquency[];

  @Field(() => PageInfo, { description: 'Where this page ends.' })
  page!: PageInfo;
}
