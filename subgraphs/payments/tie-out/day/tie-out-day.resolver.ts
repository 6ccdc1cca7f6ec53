import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { TieOutDayService } from './tie-out-day.service.js';
import { TieOutDayArguments, TieOutDayPage } from './tie-out-day.type.js';

@Resolver()
export class TieOutDayResolver {
  constructor(private readonly days: TieOutDayService) {}

  @Query(() => TieOutDayPage, {
    description:
      'Results of the tie-out by business day and side, latest day first, with only the latest result of each. For operators.',
  })
  tieOutDays(
    @Args(() => TieOutDayArguments) request: TieOutDayArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<TieOutDayPage> {
    return this.days.list(principal, request);
  }
}
