import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { PoisonEventService } from './poison-event.service.js';
import { PoisonEvent, PoisonEventArguments, PoisonEventPage } from './poison-event.type.js';

@Resolver(() => PoisonEvent)
export class PoisonEventResolver {
  constructor(private readonly poison: PoisonEventService) {}

  @Query(() => PoisonEventPage, {
    description: 'Events that were set aside, newest first. For operators of all organizations.',
  })
  poisonEvents(
    @Args(() => PoisonEventArguments) request: PoisonEventArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<PoisonEventPage> {
    return this.poison.list(principal, request);
  }

  @Mutation(() => [PoisonEvent], {
    description: 'Retries up to 100 of them; `replayedAt` shows which were stored. For operators of all organizations.',
  })
  replayPoisonEvents(
    @Arg('ids', () => [ID], { description: 'Which ones; at most 100.' }) ids: readonly string[],
    @Ctx() { principal }: GraphContext,
  ): Promise<readonly PoisonEvent[]> {
    return this.poison.replay(principal, ids);
  }
}
