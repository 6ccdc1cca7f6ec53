import { Field, ID, ObjectType } from 'type-graphql';
import { ABOUT_TRANSACTION_STATUS } from '../../../../core/contract/transaction.js';
import { PageInfo } from '../../../../core/graphql/page.js';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';

@ObjectType({ description: 'A payment received.' })
export class CashReceipt {
  @Field(() => ID, { description: 'The transaction in the account’s history.' })
  transactionId!: string;

  @Field(() => ID, { description: 'The organization that it belongs to.' })
  organizationId!: string;

  @Field(() => ID, { description: 'The account that it is about.' })
  accountId!: string;

  @Field(() => String, { description: 'Always `payment`.' })
  type!: string;

  @Field(() => SafeInt, { nullable: true, description: 'Positive. Null: unknown, never zero.' })
  amountCents!: number | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The business day on which it counts.' })
  effectiveAt!: string | null;

  @Field(() => String, { nullable: true, description: ABOUT_TRANSACTION_STATUS })
  status!: string | null;
}

@ObjectType({ description: 'A page of the cash receipts report.' })
export class CashReceiptPage {
  @Field(() => [CashReceipt], { description: 'The rows of this page.' })
  items!: readonly CashReceipt[];

  @Field(() => PageInfo, { description: 'Where this page ends.' })
  page!: PageInfo;
}
