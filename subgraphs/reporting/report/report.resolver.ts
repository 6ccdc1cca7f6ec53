import { Args, Ctx, Directive, Field, FieldResolver, ID, ObjectType, Query, Resolver, Root } from 'type-graphql';
import type { Page } from '../../../core/db/list-cursors-and-limits.js';
import type { GraphContext } from '../../../core/graphql/context.js';
import type { ListArguments } from '../../../core/graphql/organization-and-date-arguments.js';
import { pageOf } from '../../../core/graphql/page.js';
import type { Report } from './derive-report-from-declaration.js';
import { rowType } from './graphql-type-of-report-row.js';
import type { ReportService } from './report.service.js';
import type { ReportRow } from './report-source.js';

@Directive('@key(fields: "id")')
@ObjectType({ description: 'The account of the servicing subgraph.' })
export class Account {
  @Field(() => ID, { description: 'Unique id.' })
  id!: string;
}

/** A report's pages, and the link from each row to its account. */
export function reportResolver(report: Report, reports: ReportService): object {
  const Row = rowType(report);
  const RowPage = pageOf(Row, `A page of the ${report.title}.`, report.row.name);

  @Resolver(() => Row)
  class ReportResolver {
    @Query(() => RowPage, { name: report.field, description: report.description })
    page(
      @Args(() => report.arguments) request: ListArguments,
      @Ctx() { principal }: GraphContext,
    ): Promise<Page<ReportRow>> {
      return reports.page(principal, report, request);
    }

    @FieldResolver(() => Account, { nullable: true, description: 'The account.' })
    account(@Root() { accountId }: { readonly accountId: string }): Account {
      return { id: accountId };
    }
  }
  return new ReportResolver();
}
