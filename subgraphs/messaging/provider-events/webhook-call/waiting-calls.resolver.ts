import { Ctx, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import { requireRoleEverywhere } from '../../../../core/principal/principal.js';
import type { ServiceParts } from '../../../../core/service-parts.js';
import { MOST_CALLS, waitingCalls } from './waiting-calls.reads.store.js';
import { WaitingEmailEvents } from './waiting-calls.type.js';

@Resolver(() => WaitingEmailEvents)
export class WaitingCallsResolver {
  constructor(private readonly parts: Pick<ServiceParts, 'db'>) {}

  @Query(() => WaitingEmailEvents, {
    description: 'Calls of email providers that were accepted and not processed yet. For supervisors of all lenders.',
  })
  async waitingEmailEvents(@Ctx() { principal }: GraphContext): Promise<WaitingEmailEvents> {
    requireRoleEverywhere(principal, 'supervisor');
    const { waiting = 0, oldestAt = null } = (await this.parts.db.first(principal, waitingCalls, {})) ?? {};
    return { calls: Math.min(waiting, MOST_CALLS), oldestAt, isExact: waiting <= MOST_CALLS };
  }
}
