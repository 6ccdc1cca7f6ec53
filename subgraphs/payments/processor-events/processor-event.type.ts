import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import type { Page } from '../../../core/db/keyset.js';
import { enumOf } from '../../../core/graphql/enum.js';
import { pageOf } from '../../../core/graphql/page.js';
import { PageArguments, PagedArgs } from '../../../core/graphql/page-arguments.js';
import { IsoInstantScalar } from '../../../core/graphql/scalars.js';

export const PROCESSOR_EVENT_STATUSES = ['received', 'done', 'ignored', 'failed'] as const;
const ProcessorEventStatus = enumOf(PROCESSOR_EVENT_STATUSES, {
  name: 'ProcessorEventStatus',
  description: 'What became of a hint of a card processor.',
  values: {
    received: 'Kept; it is being worked on, or tried again.',
    done: 'Worked on.',
    ignored: 'Its type says nothing to us.',
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

  @Field(() => String, { nullable: true, description: '`charge` or `method`; null: its type says nothing to us.' })
  aboutKind?: string | null;

  @Field(() => String, { nullable: true, description: 'The processor’s identifier of the charge or stored card.' })
  aboutId?: string | null;
}

@ObjectType({ description: 'A hint of a card processor that something has changed.' })
export class ProcessorEvent {
  @Field(() => ID, { description: 'Identifies it.' })
  id!: string;

  @Field(() => String, { description: 'The card processor’s code.' })
  processor!: string;

  @Field(() => String, { description: 'The processor’s identifier of it.' })
  externalId!: string;

  @Field(() => String, { description: 'Its type, in the processor’s words.' })
  type!: string;

  @Field(() => String, { nullable: true, description: 'The processor’s identifier of the charge or stored card.' })
  aboutId!: string | null;

  @Field(() => String, { description: '`told` by the processor, or found by the daily `pulled` list.' })
  source!: string;

  @Field(() => ProcessorEventStatus, { description: 'What became of it.' })
  status!: string;

  @Field(() => String, { nullable: true, description: 'What was done about it, for example `reversed`.' })
  outcome!: string | null;

  @Field(() => Int, { description: 'How often it was worked on.' })
  tries!: number;

  @Field(() => IsoInstantScalar, { description: 'When it came.' })
  receivedAt!: string;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it was done with.' })
  processedAt!: string | null;
}

export const ProcessorEventPage = pageOf(ProcessorEvent, 'A page of hints of card processors.');
export type ProcessorEventPage = Page<ProcessorEvent>;

@PagedArgs()
export class ProcessorEventArguments extends PageArguments {
  @Field(() => ProcessorEventStatus, { nullable: true, description: 'Those of which this became.' })
  status?: string | null;

  @Field(() => String, { nullable: true, description: 'Those of one card processor, by its code.' })
  processor?: string | null;
}
