import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { Page } from '../../../core/db/list-cursors-and-limits.js';
import type { GraphContext } from '../../../core/graphql/context.js';
import { ListTotals } from '../../../core/graphql/list-totals.type.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import { Account } from '../report/report.resolver.js';
import type { ReceiptRow } from './receipt-rows.store.js';
import { receipts, receiptsByDay, receiptTotals } from './receipts.service.js';
import {
  Receipt,
  ReceiptFilterArguments,
  ReceiptListArguments,
  ReceiptPage,
  ReceiptsArguments,
  ReceiptsOfDay,
} from './receipts.type.js';

type ReceiptsSource = Pick<ServiceParts, 'db' | 'clock' | 'cursors'>;

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

  @Query(() => ListTotals, {
    description: 'Number and sums of all receipts that match; those reversed later do not count.',
  })
  receiptTotals(
    @Args(() => ReceiptFilterArguments) request: ReceiptFilterArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<ListTotals> {
    return receiptTotals(this.parts, principal, request);
  }

  @FieldResolver(() => Account, { nullable: true, description: 'The account.' })
  account(@Root() { accountId }: { readonly accountId: string }): Account {
    return { id: accountId };
  }
}
