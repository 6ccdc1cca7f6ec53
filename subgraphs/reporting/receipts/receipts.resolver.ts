import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { Database } from '../../../core/db/database.js';
import type { Cursors, Page } from '../../../core/db/list-cursors-and-limits.js';
import type { GraphContext } from '../../../core/graphql/context.js';
import type { Clock } from '../../../core/time/clock.js';
import { Account } from '../report/report.resolver.js';
import type { ReceiptRow } from './receipt-rows.store.js';
import { receipts, receiptsByDay } from './receipts.service.js';
import { Receipt, ReceiptListArguments, ReceiptPage, ReceiptsArguments, ReceiptsOfDay } from './receipts.type.js';

interface ReceiptsSource {
  readonly db: Database;
  readonly clock: Clock;
  readonly cursors: Cursors;
}

@Resolver(() => Receipt)
export class ReceiptsResolver {
  constructor(private readonly parts: ReceiptsSource) {}

  @Query(() => [ReceiptsOfDay], {
    description: 'Receipts by day: gross, reversed later, and net. Days without receipts are omitted.',
  })
  receiptsByDay(
    @Args(() => ReceiptsArguments) request: ReceiptsArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<readonly ReceiptsOfDay[]> {
    return receiptsByDay(this.parts, principal, request);
  }

  @Query(() => ReceiptPage, {
    description: 'The payments in the sums of `receiptsByDay`, including those reversed later; latest first.',
  })
  receipts(
    @Args(() => ReceiptListArguments) request: ReceiptListArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<Page<ReceiptRow>> {
    return receipts(this.parts, principal, request);
  }

  @FieldResolver(() => Account, { nullable: true, description: 'The account.' })
  account(@Root() { accountId }: { readonly accountId: string }): Account {
    return { id: accountId };
  }
}
