import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../core/graphql/context.js';
import type { SeriesService } from './series.service.js';
import {
  BalanceSeries,
  BalanceSeriesArguments,
  DelinquencySeries,
  RollRate,
  RollRateArguments,
  SeriesArguments,
} from './series.type.js';

@Resolver()
export class SeriesResolver {
  readonly #series: SeriesService;

  constructor(series: SeriesService) {
    this.#series = series;
  }

  @Query(() => BalanceSeries, {
    description:
      'How many accounts there were, and what they owed, day by day: each day as it was told that evening, whatever was booked for it later.',
  })
  balanceSeries(
    @Args(() => BalanceSeriesArguments) request: BalanceSeriesArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<BalanceSeries> {
    return this.#series.balances(principal, request);
  }

  @Query(() => DelinquencySeries, {
    description: 'The open accounts by how old what they owe is, day by day: each day as it was told that evening.',
  })
  delinquencySeries(
    @Args(() => SeriesArguments) request: SeriesArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<DelinquencySeries> {
    return this.#series.delinquency(principal, request);
  }

  @Query(() => [RollRate], {
    description:
      'From which bucket to which accounts moved, month by month: from the end of one month to the end of the next.',
  })
  rollRates(
    @Args(() => RollRateArguments) request: RollRateArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<readonly RollRate[]> {
    return this.#series.rollRates(principal, request);
  }
}
