import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { Page } from '../../../core/db/list-cursors-and-limits.js';
import type { GraphContext } from '../../../core/graphql/context.js';
import { Account } from '../report/report.resolver.js';
import type { RolledAccountRow } from './rolled-accounts.store.js';
import type { SeriesService } from './series.service.js';
import {
  BalanceSeries,
  BalanceSeriesArguments,
  DelinquencySeries,
  RolledAccount,
  RolledAccountPage,
  RolledAccountsArguments,
  RollRate,
  RollRateArguments,
  SeriesArguments,
} from './series.type.js';

@Resolver(() => RolledAccount)
export class SeriesResolver {
  constructor(private readonly series: SeriesService) {}

  @Query(() => BalanceSeries, {
    description:
      'Number of accounts and their balances by day, as of that evening, without entries booked for it later.',
  })
  balanceSeries(
    @Args(() => BalanceSeriesArguments) request: BalanceSeriesArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<BalanceSeries> {
    return this.series.balances(principal, request);
  }

  @Query(() => DelinquencySeries, {
    description: 'Open accounts by aging bucket and day, as of that evening.',
  })
  delinquencySeries(
    @Args(() => SeriesArguments) request: SeriesArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<DelinquencySeries> {
    return this.series.delinquency(principal, request);
  }

  @Query(() => [RollRate], {
    description: 'Transitions of accounts between buckets, from the end of one month to the end of the next.',
  })
  rollRates(
    @Args(() => RollRateArguments) request: RollRateArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<readonly RollRate[]> {
    return this.series.rollRates(principal, request);
  }

  @Query(() => RolledAccountPage, {
    description:
      'The accounts of one row of `rollRates`, sorted by account, with the balances at both month ends according to the current books.',
  })
  rolledAccounts(
    @Args(() => RolledAccountsArguments) request: RolledAccountsArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<Page<RolledAccountRow>> {
    return this.series.rolledAccounts(principal, request);
  }

  @FieldResolver(() => Account, { nullable: true, description: 'The account.' })
  account(@Root() { accountId }: { readonly accountId: string }): Account {
    return { id: accountId };
  }
}
