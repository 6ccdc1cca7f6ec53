import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { Page } from '../../../core/db/list-cursors-and-limits.js';
import { enumOf } from '../../../core/graphql/enum.js';
import { pageOf } from '../../../core/graphql/page.js';
import { PageArguments, PagedArgs } from '../../../core/graphql/page-arguments.js';
import { IsoInstantScalar } from '../../../core/graphql/scalars.js';

export const PROCESSOR_EVENT_STATUSES = ['received', 'done', 'ignored', 'failed'] as const;
const ProcessorEventStatus = enumOf(PROCESSOR_EVENT_STATUSES, {
  name: 'ProcessorEventStatus',
  description: 'Status of an event of a card processor.',
  values: {
    received: 'Stored; it is being processed, or tried again.',
    done: 'Processed.',
    ignored: 'Its type is ignored.',
    failed: 'Given up after many tries; it can be replayed.',
  },
});

@InputType({ description: 'A card processor’s event whose signature the secure host has verified.' })
export class ProcessorEventInput {
  @Field(() => String, { description: 'The card processor’s code.' })
  processor!: string;

  @Field(() => String, { description: 'The processor’s identifier of the event.' })
  externalId!: string;

  @Field(() => String, { description: 'Its type, in the processor’s words.' })
  type!: string;

  @Field(() => String, { nullable: true, description: '`charge` or `method`; null: its type is ignored.' })
  aboutKind?: string | null;

  @Field(() => String, { nullable: true, description: 'The processor’s identifier of the charge or stored card.' })
  aboutId?: string | null;
}

@ObjectType({ description: 'An event of a card processor: it hints that something has changed.' })
export class ProcessorEvent {
  @Field(() => ID, { description: 'Its identifier.' })
  id!: string;

  @Field(() => String, { description: 'The card processor’s code.' })
  processor!: string;

  @Field(() => String, { description: 'The processor’s identifier of the event.' })
  externalId!: string;

  @Field(() => String, { description: 'Its type, in the processor’s words.' })
  type!: string;

  @Field(() => String, { nullable: true, description: 'The processor’s identifier of the charge or stored card.' })
  aboutId!: string | null;

  @Field(() => String, { description: '`told`: reported by the processor; `pulled`: found in the daily list.' })
  source!: string;

  @Field(() => ProcessorEventStatus, { description: 'Its status.' })
  status!: string;

  @Field(() => String, { nullable: true, description: 'What was done, for example `reversed`.' })
  outcome!: string | null;

  @Field(() => Int, { description: 'How often it was processed.' })
  tries!: number;

  @Field(() => IsoInstantScalar, { description: 'When it was received.' })
  receivedAt!: string;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it was done.' })
  processedAt!: string | null;
}

export const ProcessorEventPage = pageOf(ProcessorEvent, 'A page of events of card processors.');
export type ProcessorEventPage = Page<ProcessorEvent>;

@PagedArgs()
export class ProcessorEventArguments extends PageArguments {
  @Field(() => ProcessorEventStatus, { nullable: true, description: 'Only events with this status.' })
  status?: string | null;

  @Field(() => String, { nullable: true, description: 'Only events of this card processor, by its code.' })
  processor?: string | null;
}
