import type { GraphQLResolveInfo } from 'graphql';
import { Args, Ctx, FieldResolver, Info, Query, Resolver, Root } from 'type-graphql';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { below, selectsOnly } from '../../../../core/graphql/selected-fields.js';
import { Account } from '../account/account.type.js';
import { componentSplit } from './component-split.js';
import type { ListedTransactionRow, TransactionRow } from './transaction.reads.store.js';
import type { TransactionService } from './transaction.service.js';
import { Split, Transaction, TransactionListArguments, TransactionPage } from './transaction.type.js';

/** Fields of a row that need only the columns of REST's lists. */
const LISTED: ReadonlySet<string> = new Set([
  '__typename',
  'id',
  'organizationId',
  'accountId',
  'account',
  'type',
  'amountCents',
  'effectiveAt',
  'status',
  'presentSplit',
]);

@Resolver(() => Transaction)
export class TransactionResolver {
  constructor(
    private readonly transactionService: TransactionService,
    private readonly accountOf: (id: string, context: GraphContext) => Promise<Account>,
    private readonly presentSplitOf: (id: string, context: GraphContext) => Promise<Split | null>,
  ) {}

  @Query(() => TransactionPage, {
    description: 'The transactions of the accounts in the allowlist, latest first; those without a date come last.',
  })
  transactions(
    @Args(() => TransactionListArguments) request: TransactionListArguments,
    @Ctx() context: GraphContext,
    @Info() info: GraphQLResolveInfo,
  ): Promise<Page<ListedTransactionRow>> {
    if (selectsOnly(below(info, 'items'), LISTED)) return this.transactionService.listed(context.principal, request);
    return this.transactionService.list(context.principal, request);
  }

  @FieldResolver(() => Split, {
    nullable: true,
    description:
      'Amounts by component as originally posted; they never change. Null when the loan system does not report them.',
  })
  split(@Root() transaction: TransactionRow): Split | null {
    return componentSplit(transaction);
  }

  @FieldResolver(() => Split, {
    nullable: true,
    description:
      'For a payment: its current allocation, including reallocations after a reversal. All zero for a reversed payment.',
  })
  presentSplit(@Root() transaction: TransactionRow, @Ctx() context: GraphContext): Promise<Split | null> | null {
    return transaction.type === 'payment' ? this.presentSplitOf(transaction.id, context) : null;
  }

  @FieldResolver(() => Account, { nullable: true, description: 'The account of the transaction.' })
  account(@Root() transaction: Transaction, @Ctx() context: GraphContext): Promise<Account> {
    return this.accountOf(transaction.accountId, context);
  }
}
