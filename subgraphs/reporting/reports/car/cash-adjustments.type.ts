import { Field, ID, ObjectType } from 'type-graphql';
import { PageInfo } from '../../../../core/graphql/page.js';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';

@ObjectType({ description: 'A correction that moved cash.' })
export class CashAdjustment {
  @Field(() => ID)
  organizationId!: string;

  @Field(() => ID)
  accountId!: string;

  @Field(() => ID)
  transactionId!: string;

  @Field(() => String)
  type!: string;

  @Field(() => ID, { nullable: true })
  originalTransactionId!: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Signed: negative is cash given back. Null: unknown.' })
  amountCents!: number | null;

  @Field(() => String, { nullable: true })
  reason!: string | null;

  @Field(() => IsoDateScalar, { nullable: true })
  effectiveAt!: string | null;

  @Field(() => String, { nullable: true })
  status!: string | null;
}

@ObjectType()
export class CashAdjustmentPage {
  @Field(() => [CashAdjustment])
  items!: readonly CashAdjustment[];

  @Field(() => PageInfo)
  page!: PageInfo;
}
