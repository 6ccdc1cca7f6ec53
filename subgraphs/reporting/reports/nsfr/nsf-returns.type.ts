import { Field, ID, ObjectType } from 'type-graphql';
import { ABOUT_TRANSACTION_STATUS } from '../../../../core/contract/transaction.js';
import { PageInfo } from '../../../../core/graphql/page.js';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';

@ObjectType({ description: 'A payment that a bank returned.' })
export class NsfReturn {
  @Field(() => ID, { description: 'The organization that it belongs to.' })
  organizationId!: string;

  @Field(() => ID, { description: 'The account that it is about.' })
  accountId!: string;

  @Field(() => ID, { description: 'The transaction in the account’s history.' })
  transactionId!: string;

  @Field(() => ID, { nullable: true, description: 'The transaction that it takes back.' })
  originalTransactionId!: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The business day of what was returned.' })
  originalEffectiveAt!: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'What was returned, positive. Null: unknown.' })
  amountCents!: number | null;

  @Field(() => String, { nullable: true, description: 'Why, as it was told.' })
  reason!: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The business day on which it counts.' })
  effectiveAt!: string | null;

  @Field(() => String, { nullable: true, description: ABOUT_TRANSACTION_STATUS })
  status!: string | null;
}

@ObjectType({ description: 'A page of the NSF returns report.' })
export class NsfReturnPage {
  @Field(() => [NsfReturn], { description: 'The rows of this page.' })
  items!: readonly NsfReturn[];

  @Field(() => PageInfo, { description: 'Where this page ends.' })
  page!: PageInfo;
}
