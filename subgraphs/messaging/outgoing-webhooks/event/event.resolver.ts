import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { EventService } from './event.service.js';
import { Event, EventArguments, EventPage } from './event.type.js';

@Resolver(() => Event)
export class EventResolver {
  readonly #events: EventService;

  constructor(events: EventService) {
    this.#events = events;
  }

  @Query(() => EventPage, {
    description:
      'What changed in the last 30 days, oldest first. One that commits later never comes before one that was served.',
  })
  events(@Args(() => EventArguments) request: EventArguments, @Ctx() { principal }: GraphContext): Promise<EventPage> {
    return this.#events.list(principal, request);
  }
}
