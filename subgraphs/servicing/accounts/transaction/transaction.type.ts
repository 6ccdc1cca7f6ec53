import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import {
  ABOUT_TRANSACTION_AMOUNT,
  ABOUT_TRANSACTION_STATUS,
  ABOUT_TRANSACTION_TYPE,
} from '../../../../core/contract/transaction-types-and-statuses.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { listArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';

@ObjectType({ description: 'Money by component.' })
export class Split {
  @Field(() => SafeInt, { description: 'Principal, cents.' })
  principalCents!: number;

  @Field(() => SafeInt, { description: 'Interest, cents.' })
  interestCents!: number;

  @Field(() => SafeInt, { description: 'Fees, cents.' })
  feesCents!: number;
}

@ObjectType({ description: 'A money transaction on an account.' })
export class Transaction {
  @Field(() => ID, { description: 'Unique identifier, used throughout this API.' })
  id!: string;

  @Field(() => ID, { description: 'The organization that owns the account.' })
  organizationId!: string;

  @Field(() => ID, { description: 'The account of the transaction.' })
  accountId!: string;

  @Field(() => String, { description: ABOUT_TRANSACTION_TYPE })
  type!: string;

  @Field(() => SafeInt, { nullable: true, description: ABOUT_TRANSACTION_AMOUNT })
  amountCents!: number | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'Some legacy transactions have no date.' })
  effectiveAt!: string | null;

  @Field(() => IsoDateScalar, {
    nullable: true,
    description: 'The day in New York on which a payment was recorded; null when its loan system does not report it.',
  })
  receivedOn!: string | null;

  @Field(() => ID, { nullable: true, description: 'The transaction that this one reverses.' })
  originalTransactionId!: string | null;

  @Field(() => ID, { nullable: true, description: 'For a `reallocation`: the payment whose allocation changed.' })
  reallocatesTransactionId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'For a `reallocation` or a change of a charge-off loss: the reversal that caused it.',
  })
  becauseOfTransactionId!: string | null;

  @Field(() => String, { nullable: true, description: ABOUT_TRANSACTION_STATUS })
  status!: string | null;
}

export const TransactionPage = pageOf(Transaction, 'A page of transactions.');
export type TransactionPage = Page<Transaction>;

/** Rows without a date are excluded by either bound. */
export const DatedTransactions = listArguments('effective business day (`effectiveAt`)');

@ArgsType()
export class TransactionListArguments extends DatedTransactions {
  @Field(() => ID, { nullable: true, description: 'The transactions of this account only.' })
  accountId?: string | null;

  @Field(() => [String], { nullable: true, description: 'Only these types.' })
  types?: string[] | null;
}
