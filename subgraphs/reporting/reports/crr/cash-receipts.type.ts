import { Field, ID, ObjectType } from 'type-graphql';
import { PageInfo } from '../../../../core/graphql/page.js';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';

@ObjectType({ description: 'A payment received.' })
export class CashReceipt {
  @Field(() => ID)
  transactionId!: string;

  @Field(() => ID)
  organizationId!: string;

  @Field(() => ID)
  accountId!: string;

  @Field(() => String)
  type!: string;

  @Field(() => SafeInt, { nullable: true, description: 'Null: unknown, never zero.' })
  amountCents!: number | null;

  @Field(() => IsoDateScalar, { nullable: true })
  effectiveAt!: string | null;

  @Field(() => String, { nullable: true })
  status!: string | null;
}

@ObjectType()
export class CashReceiptPage {
  @Field(() => [CashReceipt])
  items!: readonly CashReceipt[];

  @Field(() => PageInfo)
  page!: PageInfo;
}
