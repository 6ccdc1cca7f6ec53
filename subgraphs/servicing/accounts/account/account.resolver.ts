import type { GraphQLResolveInfo } from 'graphql';
import { Arg, Args, Ctx, FieldResolver, ID, Info, Query, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { ListTotals } from '../../../../core/graphql/list-totals.type.js';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';
import { selectsAny } from '../../../../core/graphql/selected-fields.js';
import { Organization } from '../../platform/organization/organization.type.js';
import { Person } from '../person/person.type.js';
import type { AccountService } from './account.service.js';
import { Account, AccountFilterArguments, AccountListArguments, AccountPage } from './account.type.js';

/** Related records of an account, in batches. */
export interface AccountRelations {
  readonly organization: (id: string, context: GraphContext) => Promise<Organization>;
  /** With the fields from which its detailed record is resolved. */
  readonly whole: (id: string, context: GraphContext) => Promise<Account>;
  readonly person: (id: string, context: GraphContext) => Promise<Person>;
  /** By the loan system's code. */
  readonly syncedThrough: (loanSystemCode: string, context: GraphContext) => Promise<string | null> | null;
}

/** Fields of the detailed record, which its resolver reads in a batch. */
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
  constructor(
    private readonly accountService: AccountService,
    private readonly relations: AccountRelations,
  ) {}

  @Query(() => Account, { description: 'One account of the allowlist.' })
  account(
    @Arg('id', () => ID, { description: 'Which one.' }) id: string,
    @Ctx() context: GraphContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Account> {
    // Fields of the detailed record are read with the row: one statement instead of three.
    if (selectsAny(info, DETAILED)) return this.relations.whole(id, context);
    return this.accountService.one(context.principal, id);
  }

  @Query(() => AccountPage, { description: 'The accounts in the allowlist, newest first by default.' })
  accounts(
    @Args(() => AccountListArguments) request: AccountListArguments,
    @Ctx() context: GraphContext,
  ): Promise<AccountPage> {
    return this.accountService.list(context.principal, request);
  }

  @Query(() => ListTotals, {
    description: 'Number and outstanding principal of all accounts that match; every one counts.',
  })
  accountTotals(
    @Args(() => AccountFilterArguments) request: AccountFilterArguments,
    @Ctx() context: GraphContext,
  ): Promise<ListTotals> {
    return this.accountService.totals(context.principal, request);
  }

  @FieldResolver(() => Organization, { nullable: true, description: 'The lender that owns the account.' })
  organization(@Root() account: Account, @Ctx() context: GraphContext): Promise<Organization> {
    return this.relations.organization(account.organizationId, context);
  }

  @FieldResolver(() => Person, { nullable: true, description: 'The primary borrower.' })
  primaryBorrower(@Root() account: Account, @Ctx() context: GraphContext): Promise<Person> {
    return this.relations.person(account.primaryBorrowerPartyId, context);
  }

  @FieldResolver(() => IsoInstantScalar, {
    nullable: true,
    description:
      'Changes made in the loan system before this instant are visible in Tributary. Null when Tributary’s own ledger keeps the account, which is always current, and before the first sync.',
  })
  syncedThrough(@Root() { loanSystemCode }: Account, @Ctx() context: GraphContext): Promise<string | null> | null {
    return this.relations.syncedThrough(loanSystemCode, context);
  }
}
