import { Field, ID, ObjectType } from 'type-graphql';
import { ABOUT_TRANSACTION_STATUS } from '../../../../core/contract/transaction.js';
import { PageInfo } from '../../../../core/graphql/page.js';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';

@ObjectType({ description: 'A correction that moved cash.' })
export class CashAdjustment {
  @Field(() => ID, { description: 'The organization that it belongs to.' })
  organizationId!: string;

  @Field(() => ID, { description: 'The account that it is about.' })
  accountId!: string;

  @Field(() => ID, { description: 'The transaction in the account’s history.' })
  transactionId!: string;

  @Field(() => String, { description: '`reversal` or `refund`.' })
  type!: string;

  @Field(() => ID, { nullable: true, description: 'The transaction that it takes back.' })
  originalTransactionId!: string | null;

  @Field(() => SafeInt, { nullable: true, description: 'Signed: negative is cash given back. Null: unknown.' })
  amountCents!: number | null;

  @Field(() => String, { nullable: true, description: 'Why, as it was told.' })
  reason!: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The business day on which it counts.' })
  effectiveAt!: string | null;

  @Field(() => String, { nullable: true, description: ABOUT_TRANSACTION_STATUS })
  status!: string | null;
}

@ObjectType({ description: 'A page of the cash adjustments report.' })
export class CashAdjustmentPage {
  @Field(() => [CashAdjustment], { description: 'The rows of this page.' })
  items!: readonly CashAdjustment[];

  @Field(() => PageInfo, { description: 'Where this page ends.' })
  page!: PageInfo;
}
