import { Field, ID, ObjectType } from 'type-graphql';
import { ABOUT_TRANSACTION_STATUS } from '../../../../core/contract/transaction.js';
import { PageInfo } from '../../../../core/graphql/page.js';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';

@ObjectType({ description: 'What a waiver, a credit or a charge-off did to one component of what is owed.' })
export class NonCashAdjustment {
  @Field(() => ID, { description: 'The organization that it belongs to.' })
  organizationId!: string;

  @Field(() => ID, { description: 'The account that it is about.' })
  accountId!: string;

  @Field(() => ID, { description: 'The transaction in the account’s history.' })
  transactionId!: string;

  @Field(() => String, { description: '`waiver`, `adjustment` or `charge_off`; more types may be added.' })
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

  @Field(() => String, { nullable: true, description: 'Why, as it was told.' })
  reason!: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The business day on which it counts.' })
  effectiveAt!: string | null;

  @Field(() => String, { nullable: true, description: ABOUT_TRANSACTION_STATUS })
  status!: string | null;
}

@ObjectType({ description: 'A page of the non-cash adjustments report.' })
export class NonCashAdjustmentPage {
  @Field(() => [NonCashAdjustment], { description: 'The rows of this page.' })
  items!: readonly NonCashAdjustment[];

  @Field(() => PageInfo, { description: 'Where this page ends.' })
  page!: PageInfo;
}
