import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../core/graphql/context.js';
import { Account } from '../account/account.type.js';
import type { TransactionService } from './transaction.service.js';
import { Transaction, TransactionListArguments, TransactionPage } from './transaction.type.js';

@Resolver(() => Transaction)
export class TransactionResolver {
  readonly #transactions: TransactionService;
  readonly #account: (id: string, context: GraphContext) => Promise<Account>;

  constructor(transactions: TransactionService, account: (id: string, context: GraphContext) => Promise<Account>) {
    this.#transactions = transactions;
    this.#account = account;
  }

  @Query(() => TransactionPage, {
    description: 'The transactions of the allowlist’s accounts, latest first, those without a date last.',
  })
  transactions(
    @Args(() => TransactionListArguments) request: TransactionListArguments,
    @Ctx() context: GraphContext,
  ): Promise<TransactionPage> {
    return this.#transactions.list(context.principal, request);
  }

  @FieldResolver(() => Account, { nullable: true, description: 'The account that it is about.' })
  account(@Root() transaction: Transaction, @Ctx() context: GraphContext): Promise<Account> {
    return this.#account(transaction.accountId, context);
  }
}
