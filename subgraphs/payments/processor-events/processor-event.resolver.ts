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
  readonly #events: ProcessorEventService;

  constructor(events: ProcessorEventService) {
    this.#events = events;
  }

  @Mutation(() => Boolean, {
    description: 'For the secure host only: keeps a card processor’s event that it has verified; whether it is news.',
  })
  takeProcessorEvent(
    @Arg('input', () => ProcessorEventInput, { description: 'What the event is about.' }) input: ProcessorEventInput,
    @Ctx() { principal }: GraphContext,
  ): Promise<boolean> {
    return this.#events.take(principal, input);
  }

  @Query(() => ProcessorEventPage, {
    description: 'What card processors have hinted at, newest first. For operators of all organizations.',
  })
  processorEvents(
    @Args(() => ProcessorEventArguments) request: ProcessorEventArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<ProcessorEventPage> {
    return this.#events.list(principal, request);
  }

  @Mutation(() => ProcessorEvent, {
    description:
      'Has a hint worked on once more, and what a loan system refused tried again; audited. For operators of all organizations, not viewers.',
  })
  replayProcessorEvent(
    @Arg('id', () => ID, { description: 'Which one.' }) id: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<ProcessorEvent> {
    return this.#events.replay(principal, id);
  }
}
