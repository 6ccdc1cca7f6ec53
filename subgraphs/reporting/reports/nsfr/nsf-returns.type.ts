import { Field, ID, ObjectType } from 'type-graphql';
import { PageInfo } from '../../../../core/graphql/page.js';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';

@ObjectType({ description: 'A payment that a bank returned.' })
export class NsfReturn {
  @Field(() => ID)
  organizationId!: string;

  @Field(() => ID)
  accountId!: string;

  @Field(() => ID)
  transactionId!: string;

  @Field(() => ID, { nullable: true })
  originalTransactionId!: string | null;

  @Field(() => IsoDateScalar, { nullable: true })
  originalEffectiveAt!: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'What was returned, positive. Null: unknown.' })
  amountCents!: number | null;

  @Field(() => String, { nullable: true })
  reason!: string | null;

  @Field(() => IsoDateScalar, { nullable: true })
  effectiveAt!: string | null;

  @Field(() => String, { nullable: true })
  status!: string | null;
}

@ObjectType()
export class NsfReturnPage {
  @Field(() => [NsfReturn])
  items!: readonly NsfReturn[];

  @Field(() => PageInfo)
  page!: PageInfo;
}
