import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Query, Resolver, Root } from 'type-graphql';
import { asksForAny } from '../../../../core/graphql/asked-fields.js';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';
import { Organization } from '../../platform/organization/organization.type.js';
import { Person } from '../person/person.type.js';
import type { AccountService } from './account.service.js';
import { Account, AccountListArguments, AccountPage } from './account.type.js';

/** What an account leads to, in batches. */
export interface AccountRelations {
  readonly organization: (id: string, context: GraphContext) => Promise<Organization>;
  /** With what its detailed record is resolved from. */
  readonly whole: (id: string, context: GraphContext) => Promise<Account>;
  readonly person: (id: string, context: GraphContext) => Promise<Person>;
  /** By the loan system's code. */
  readonly syncedThrough: (loanSystemCode: string, context: GraphContext) => Promise<string | null>;
}

/** Fields of the detailed record, which its resolver takes from a batch. */
const DETAILED: ReadonlySet<string> = new Set([
  'contract',
  'nextDueOn',
  'nextDueCents',
  'pastDueCents',
  'daysPastDue',
  'chargedOffOn',
  'paidOffOn',
  'payoff',
  'acceptsPayments',
  'notPayableReason',
]);

@Resolver(() => Account)
export class AccountResolver {
  readonly #accounts: AccountService;
  readonly #relations: AccountRelations;

  constructor(accounts: AccountService, relations: AccountRelations) {
    this.#accounts = accounts;
    this.#relations = relations;
  }

  @Query(() => Account, { description: 'One account of the allowlist.' })
  account(
    @Arg('id', () => ID, { description: 'Which one.' }) id: string,
    @Ctx() context: GraphContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Account> {
    // What is asked of the detailed record comes with the row: one statement instead of three.
    if (asksForAny(info, DETAILED)) return this.#relations.whole(id, context);
    return this.#accounts.one(context.principal, id);
  }

  @Query(() => AccountPage, { description: 'The accounts of the allowlist, newest first unless sorted otherwise.' })
  accounts(
    @Args(() => AccountListArguments) request: AccountListArguments,
    @Ctx() context: GraphContext,
  ): Promise<AccountPage> {
    return this.#accounts.list(context.principal, request);
  }

  @FieldResolver(() => Organization, { nullable: true, description: 'The lender that it belongs to.' })
  organization(@Root() account: Account, @Ctx() context: GraphContext): Promise<Organization> {
    return this.#relations.organization(account.organizationId, context);
  }

  @FieldResolver(() => Person, { nullable: true, description: 'The person who borrowed first.' })
  primaryBorrower(@Root() account: Account, @Ctx() context: GraphContext): Promise<Person> {
    return this.#relations.person(account.primaryBorrowerPartyId, context);
  }

  @FieldResolver(() => IsoInstantScalar, {
    nullable: true,
    description:
      'What its loan system changed before is here; null where the loan system comes along and is never behind, or was not synced yet.',
  })
  syncedThrough(@Root() { loanSystemCode }: Account, @Ctx() context: GraphContext): Promise<string | null> {
    return this.#relations.syncedThrough(loanSystemCode, context);
  }
}
