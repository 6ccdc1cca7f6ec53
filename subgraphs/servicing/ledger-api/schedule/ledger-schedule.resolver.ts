import { Arg, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { LedgerScheduleService } from './ledger-schedule.service.js';
import { LedgerSchedule } from './ledger-schedule.type.js';

@Resolver()
export class LedgerScheduleResolver {
  constructor(private readonly schedules: LedgerScheduleService) {}

  @Query(() => LedgerSchedule, {
    nullable: true,
    description: 'The schedule of a loan in the ledger; null for a loan of another loan system.',
  })
  ledgerSchedule(
    @Arg('accountId', () => ID, { description: 'Which account.' }) accountId: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<LedgerSchedule | null> {
    return this.schedules.ofAccount(principal, accountId);
  }
}
