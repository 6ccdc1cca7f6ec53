import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../core/graphql/context.js';
import type { ReportService } from '../report/report.service.js';
import { ReportTotals } from '../report/totals.type.js';
import { reportOf } from './reports.js';
import { ReportTotalsArguments } from './totals-arguments.type.js';

@Resolver()
export class ReportTotalsResolver {
  constructor(private readonly reports: ReportService) {}

  @Query(() => ReportTotals, { description: 'The number of rows of a report and the totals of its money columns.' })
  reportTotals(
    @Args(() => ReportTotalsArguments) request: ReportTotalsArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<ReportTotals> {
    return this.reports.totals(principal, reportOf(request.code), request);
  }
}
