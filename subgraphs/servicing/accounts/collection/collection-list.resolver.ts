import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { ListTotals } from '../../../../core/graphql/list-totals.type.js';
import { AccountPage } from '../account/account.type.js';
import type { CollectionList } from './collection-list.js';
import { CollectionFilterArguments, CollectionListArguments } from './collection-list.type.js';

@Resolver()
export class CollectionListResolver {
  constructor(private readonly list: CollectionList) {}

  @Query(() => AccountPage, {
    description:
      'The loans to be collected: open, past due, and without a flag that stops collection contact. The longest past due first by default. For operators.',
  })
  collectionQueue(
    @Args(() => CollectionListArguments) request: CollectionListArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<AccountPage> {
    return this.list.list(principal, request);
  }

  @Query(() => ListTotals, {
    description: 'Number of loans in the collection queue that match, and what is past due on them. For operators.',
  })
  collectionQueueTotals(
    @Args(() => CollectionFilterArguments) request: CollectionFilterArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<ListTotals> {
    return this.list.totals(principal, request);
  }
}
