import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../core/graphql/context.js';
import type { GeneralLedgerService } from './general-ledger.service.js';
import { GeneralLedger, GeneralLedgerArguments } from './general-ledger.type.js';

@Resolver()
export class GeneralLedgerResolver {
  constructor(private readonly ledger: GeneralLedgerService) {}

  @Query(() => GeneralLedger, { description: 'Totals per ledger account for a range of business days.' })
  generalLedger(
    @Args(() => GeneralLedgerArguments) request: GeneralLedgerArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<GeneralLedger> {
    return this.ledger.totals(principal, request);
  }
}
