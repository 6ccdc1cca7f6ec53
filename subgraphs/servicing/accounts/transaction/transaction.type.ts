import { ArgsType, Field, ID, ObjectType } from 'type-graphql';
import {
  ABOUT_TRANSACTION_AMOUNT,
  ABOUT_TRANSACTION_STATUS,
  ABOUT_TRANSACTION_TYPE,
} from '../../../../core/contract/transaction.js';
import type { Page } from '../../../../core/db/keyset.js';
import { listArguments } from '../../../../core/graphql/list-arguments.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { IsoDateScalar, SafeInt } from '../../../../core/graphql/scalars.js';

@ObjectType({ description: 'Money by what it pays, or is owed for.' })
export class Split {
  @Field(() => SafeInt, { description: 'Principal, cents.' })
  principalCents!: number;

  @Field(() => SafeInt, { description: 'Interest, cents.' })
  interestCents!: number;

  @Field(() => SafeInt, { description: 'Fees, cents.' })
  feesCents!: number;
}

@ObjectType({ description: 'What happened on an account, in money.' })
export class Transaction {
  @Field(() => ID, { description: 'Identifies it, everywhere in this API.' })
  id!: string;

  @Field(() => ID, { description: 'The organization that it belongs to.' })
  organizationId!: string;

  @Field(() => ID, { description: 'The account that it is about.' })
  accountId!: string;

  @Field(() => String, { description: ABOUT_TRANSACTION_TYPE })
  type!: string;

  @Field(() => SafeInt, { nullable: true, description: ABOUT_TRANSACTION_AMOUNT })
  amountCents!: number | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'Some legacy transactions have no date.' })
  effectiveAt!: string | null;

  @Field(() => IsoDateScalar, {
    nullable: true,
    description: 'The day in New York on which a payment was recorded; null where its loan system does not tell.',
  })
  receivedOn!: string | null;

  @Field(() => ID, { nullable: true, description: 'The transaction that it takes back.' })
  originalTransactionId!: string | null;

  @Field(() => ID, { nullable: true, description: 'Of a `reallocation`: the payment that goes elsewhere.' })
  reallocatesTransactionId!: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Of a `reallocation`, and of what a loss changed by: the reversal that it follows from.',
  })
  becauseOfTransactionId!: string | null;

  @Field(() => String, { nullable: true, description: ABOUT_TRANSACTION_STATUS })
  status!: string | null;
}

export const TransactionPage = pageOf(Transaction, 'A page of transactions.');
export type TransactionPage = Page<Transaction>;

/** Those without one are left out by either bound. */
export const DatedTransactions = listArguments('business day on which it counts (`effectiveAt`)');

@ArgsType()
export class TransactionListArguments extends DatedTransactions {
  @Field(() => ID, { nullable: true, description: 'The transactions of this account only.' })
  accountId?: string | null;

  @Field(() => [String], { nullable: true, description: 'Only those of these types.' })
  types?: string[] | null;
}
