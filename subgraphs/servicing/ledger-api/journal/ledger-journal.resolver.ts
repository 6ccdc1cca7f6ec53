import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { LedgerEntryListArguments, LedgerEntryPage } from './ledger-entry.type.js';
import type { LedgerJournalService } from './ledger-journal.service.js';

@Resolver()
export class LedgerJournalResolver {
  constructor(private readonly journal: LedgerJournalService) {}

  @Query(() => LedgerEntryPage, { description: 'The journal of the ledger, latest business day first.' })
  ledgerEntries(
    @Args(() => LedgerEntryListArguments) request: LedgerEntryListArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<LedgerEntryPage> {
    return this.journal.list(principal, request);
  }
}
