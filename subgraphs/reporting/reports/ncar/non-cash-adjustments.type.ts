import { Field, ID, ObjectType } from 'type-graphql';
import { PageInfo } from '../../../../core/graphql/page.js';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';

@ObjectType({ description: 'What a waiver, a credit or a charge-off did to one component of what is owed.' })
export class NonCashAdjustment {
  @Field(() => ID)
  organizationId!: string;

  @Field(() => ID)
  accountId!: string;

  @Field(() => ID)
  transactionId!: string;

  @Field(() => String)
  type!: string;

  @Field(() => String, {
    nullable: true,
    description: 'principal, interest or fee; null where the loan system does not tell.',
  })
  component!: string | null;

  @Field(() => SafeInt, {
    nullable: true,
    description: 'What it did to what is owed: negative took off. Null: unknown.',
  })
  amountCents!: number | null;

  @Field(() => String, { nullable: true })
  reason!: string | null;

  @Field(() => IsoDateScalar, { nullable: true })
  effectiveAt!: string | null;

  @Field(() => String, { nullable: true })
  status!: string | null;
}

@ObjectType()
export class NonCashAdjustmentPage {
  @Field(() => [NonCashAdjustment])
  items!: readonly NonCashAdjustment[];

  @Field(() => PageInfo)
  page!: PageInfo;
}
