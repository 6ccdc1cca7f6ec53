import { Arg, Ctx, FieldResolver, ID, Query, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../core/graphql/context.js';
import { Organization } from '../organization/organization.type.js';
import type { AccountService } from './account.service.js';
import { Account } from './account.type.js';

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

  @FieldResolver(() => Organization)
  organization(@Root() account: Account, @Ctx() context: GraphContext): Promise<Organization> {
    return this.#organization(account.organizationId, context);
  }
}
