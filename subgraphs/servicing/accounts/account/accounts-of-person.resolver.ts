import { Args, Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { NestedList } from '../../../../core/graphql/nested-list.js';
import { CreatedListArguments, type ListArguments } from '../../../../core/graphql/organization-and-date-arguments.js';
import { Person } from '../person/person.type.js';
import type { AccountRow } from './account.reads.store.js';
import { AccountPage } from './account.type.js';

@Resolver(() => Person)
export class AccountsOfPersonResolver {
  constructor(private readonly accountsOf: NestedList<ListArguments, AccountRow>) {}

  @FieldResolver(() => AccountPage, {
    nullable: true,
    description: 'Accounts on which this person is primary borrower, newest first.',
  })
  accounts(
    @Root() { id }: Person,
    @Args(() => CreatedListArguments) request: ListArguments,
    @Ctx() context: GraphContext,
  ): Promise<AccountPage> {
    return this.accountsOf(id, request, context);
  }
}
