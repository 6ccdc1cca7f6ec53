import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { NestedList } from '../../../../core/graphql/nested-list.js';
import type { ListArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import { Account } from '../account/account.type.js';
import type { TransactionRow } from './transaction.reads.store.js';
import { DatedTransactions, TransactionPage } from './transaction.type.js';

@Resolver(() => Account)
export class TransactionsOfAccountResolver {
  constructor(private readonly transactionsOf: NestedList<ListArguments, TransactionRow>) {}

  @FieldResolver(() => TransactionPage, {
    nullable: true,
    description: 'Latest first; those without a date come last.',
  })
  transactions(
    @Root() { id }: Account,
    @Args(() => DatedTransactions) request: ListArguments,
    @Ctx() context: GraphContext,
  ): Promise<TransactionPage> {
    return this.transactionsOf(id, request, context);
  }
}
