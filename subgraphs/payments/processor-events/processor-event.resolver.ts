import { Arg, Args, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../core/graphql/context.js';
import type { ProcessorEventService } from './processor-event.service.js';
import {
  ProcessorEvent,
  ProcessorEventArguments,
  ProcessorEventInput,
  ProcessorEventPage,
} from './processor-event.type.js';

@Resolver(() => ProcessorEvent)
export class ProcessorEventResolver {
  constructor(private readonly events: ProcessorEventService) {}

  @Mutation(() => Boolean, {
    description:
      'For the secure host only: stores a card processor’s event that it has verified; returns whether it is new.',
  })
  takeProcessorEvent(
    @Arg('input', () => ProcessorEventInput, { description: 'The event.' }) input: ProcessorEventInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<boolean> {
    return this.events.take(principal, input);
  }

  @Query(() => ProcessorEventPage, {
    description: 'Events of card processors, newest first. For operators of all organizations.',
  })
  processorEvents(
    @Args(() => ProcessorEventArguments) request: ProcessorEventArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<ProcessorEventPage> {
    return this.events.list(principal, request);
  }

  @Mutation(() => ProcessorEvent, {
    description:
      'Processes an event again, and retries what a loan system refused; audited. For operators of all organizations, not viewers.',
  })
  replayProcessorEvent(
    @Arg('id', () => ID, { description: 'The event’s id.' }) id: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<ProcessorEvent> {
    return this.events.replay(principal, id);
  }
}
