import { Args, Ctx, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import type { EventService } from './event.service.js';
import { Event, EventArguments, EventPage } from './event.type.js';

@Resolver(() => Event)
export class EventResolver {
  constructor(private readonly service: EventService) {}

  @Query(() => EventPage, {
    description:
      'Changes of the last 30 days, oldest first. A later event never appears before one that was already served.',
  })
  events(@Args(() => EventArguments) request: EventArguments, @Ctx() { principal }: GraphContext): Promise<EventPage> {
    return this.service.list(principal, request);
  }
}
