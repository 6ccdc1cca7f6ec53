import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { PageArguments, PagedArgs } from '../../../../core/graphql/page-arguments.js';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';

@ObjectType({ description: 'A change. It names the object; read that for the rest.' })
export class Event {
  @Field(() => ID, { description: 'Unique id; also the `webhook-id` of its deliveries.' })
  id!: string;

  @Field(() => String, { description: 'What happened, for example payment.posted.' })
  type!: string;

  @Field(() => IsoInstantScalar, { description: 'When it happened.' })
  createdAt!: string;

  @Field(() => ID, { description: 'The organization of the object.' })
  organizationId!: string;

  @Field(() => String, { description: 'The kind of object, for example payment.' })
  objectType!: string;

  @Field(() => String, { description: 'The object: its id, or a loan system’s code.' })
  objectId!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The account; null for objects without one (a payment method, a loan system).',
  })
  accountId!: string | null;

  @Field(() => Int, { description: 'The number of the event for its object, from 1, without gaps.' })
  sequence!: number;

  @Field(() => String, { nullable: true, description: 'The object’s status after the event.' })
  status!: string | null;

  @Field(() => String, { nullable: true, description: 'The object’s previous status; null for its first event.' })
  previousStatus!: string | null;

  @Field(() => String, { nullable: true, description: 'The reason as a code; null if the status says it all.' })
  code!: string | null;

  @Field(() => String, { description: 'Who requested it (a key’s prefix, an operator), or the job that did it.' })
  actor!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'For a payment that looked like a duplicate when it was recorded: the other payment.',
  })
  possibleDuplicateOf!: string | null;
}

export const EventPage = pageOf(Event, 'A page of events.');
export type EventPage = Page<Event>;

@PagedArgs()
export class EventArguments extends PageArguments {
  @Field(() => ID, { nullable: true, description: 'One organization in scope; default: all.' })
  organizationId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only events of this type, or of one kind of object (`payment.*`).',
  })
  type?: string | null;

  @Field(() => [String], { nullable: true, description: 'The same for several types, in addition to `type`.' })
  types?: string[] | null;

  @Field(() => ID, { nullable: true, description: 'Only events of this object.' })
  objectId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only events after this one: the last event you read.' })
  after?: string | null;

  @Field(() => IsoInstantScalar, {
    nullable: true,
    description: 'Only events at this instant or later: where to start without an event to continue from.',
  })
  since?: string | null;
}
