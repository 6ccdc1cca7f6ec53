import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { Account } from '../account/account.type.js';
import { AccountCollection } from './collection.type.js';

type CollectionOf = (accountId: string, context: GraphContext) => Promise<AccountCollection | null>;

@Resolver(() => Account)
export class CollectionOfAccountResolver {
  constructor(private readonly collectionOf: CollectionOf) {}

  @FieldResolver(() => AccountCollection, {
    nullable: true,
    description: 'The loan as the collection queue shows it, and who works on it. Only for operators.',
  })
  collection(@Root() { id }: Account, @Ctx() context: GraphContext): Promise<AccountCollection | null> {
    return this.collectionOf(id, context);
  }
}
