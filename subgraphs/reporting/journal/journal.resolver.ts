import { Args, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import type { GraphContext } from '../../../core/graphql/context.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import { Account } from '../report/report.resolver.js';
import { journalLines } from './journal.service.js';
import { JournalLine, JournalLineArguments, JournalLinePage } from './journal-line.type.js';

@Resolver(() => JournalLine)
export class JournalResolver {
  constructor(private readonly parts: Pick<ServiceParts, 'db' | 'cursors'>) {}

  @Query(() => JournalLinePage, {
    description: 'The lines of the journal that `generalLedger` adds, the latest entry first.',
  })
  journalLines(
    @Args(() => JournalLineArguments) request: JournalLineArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<JournalLinePage> {
    return journalLines(this.parts, principal, request);
  }

  @FieldResolver(() => Account, { nullable: true, description: 'The loan.' })
  account(@Root() { accountId }: { readonly accountId: string | null }): Account | null {
    return accountId === null ? null : { id: accountId };
  }
}
