import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../core/graphql/context.js';
import type { LifecycleEventService } from './lifecycle-event.service.js';
import { LifecycleEvent, LifecycleEventListArguments, LifecycleEventPage } from './lifecycle-event.type.js';

@Resolver(() => LifecycleEvent)
export class LifecycleEventResolver {
  readonly #events: LifecycleEventService;

  constructor(events: LifecycleEventService) {
    this.#events = events;
  }

  @Query(() => LifecycleEventPage, { description: 'How the status of an account moved, newest first.' })
  lifecycleEvents(
    @Args(() => LifecycleEventListArguments) request: LifecycleEventListArguments,
    @Ctx() context: GraphContext,
  ): Promise<LifecycleEventPage> {
    return this.#events.list(context.principal, request);
  }
}
