import { Arg, Args, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../core/graphql/context.js';
import { ListArguments } from '../../../core/graphql/list-arguments.js';
import { Organization } from '../organization/organization.type.js';
import type { AccountService } from './account.service.js';
import { Account, AccountPage } from './account.type.js';

@Resolver(() => Account)
export class AccountResolver {
  readonly #accounts: AccountService;
  readonly #organization: (id: string, context: GraphContext) => Promise<Organization>;

  constructor(accounts: AccountService, organization: (id: string, context: GraphContext) => Promise<Organization>) {
    this.#accounts = accounts;
    this.#organization = organization;
  }

  @Query(() => Account, { description: 'One account of the allowlist.' })
  account(@Arg('id', () => ID) id: string, @Ctx() context: GraphContext): Promise<Account> {
    return this.#accounts.one(context.principal, id);
  }

  @Query(() => AccountPage, { description: 'The accounts of the allowlist, newest first.' })
  accounts(@Args(() => ListArguments) request: ListArguments, @Ctx() context: GraphContext): Promise<AccountPage> {
    return this.#accounts.list(context.principal, request);
  }

  @FieldResolver(() => Organization)
  organization(@Root() account: Account, @Ctx() context: GraphContext): Promise<Organization> {
    return this.#organization(account.organizationId, context);
  }
}
