import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Page } from '../../../../core/db/keyset.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { PageArguments, PagedArgs } from '../../../../core/graphql/page-arguments.js';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';

@ObjectType({ description: 'Something that changed. It names the object; who wants more reads that.' })
export class Event {
  @Field(() => ID, { description: 'Identifies it; the `webhook-id` of whatever is sent of it.' })
  id!: string;

  @Field(() => String, { description: 'What happened, for example payment.posted.' })
  type!: string;

  @Field(() => IsoInstantScalar, { description: 'When it happened.' })
  createdAt!: string;

  @Field(() => ID, { description: 'Whose object it is about.' })
  organizationId!: string;

  @Field(() => String, { description: 'What kind of object it is about, for example payment.' })
  objectType!: string;

  @Field(() => String, { description: 'The object that it is about: its id, or a loan system’s code.' })
  objectId!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'The account that it is about; null where there is none (a payment method, a loan system).',
  })
  accountId!: string | null;

  @Field(() => Int, { description: 'Which event of that object it is, from 1, without gaps.' })
  sequence!: number;

  @Field(() => String, { nullable: true, description: 'The status that the object has by it.' })
  status!: string | null;

  @Field(() => String, { nullable: true, description: 'The status that it was shown with before; null for its first.' })
  previousStatus!: string | null;

  @Field(() => String, { nullable: true, description: 'Why, in a word; null where the status says all.' })
  code!: string | null;

  @Field(() => String, { description: 'Whose request it was (a key’s prefix, an operator), or the job that did it.' })
  actor!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Of a payment that equalled another one when it was recorded: the other one.',
  })
  possibleDuplicateOf!: string | null;
}

export const EventPage = pageOf(Event, 'A page of events.');
export type EventPage = Page<Event>;

@PagedArgs()
export class EventArguments extends PageArguments {
  @Field(() => ID, { nullable: true, description: 'One organization of the allowlist; without it all of them.' })
  organizationId?: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'Only those of this type, or `payment.*`: of this kind of object.',
  })
  type?: string | null;

  @Field(() => [String], { nullable: true, description: 'The same for several of them; `type` is one more.' })
  types?: string[] | null;

  @Field(() => ID, { nullable: true, description: 'Only those of this object.' })
  objectId?: string | null;

  @Field(() => ID, { nullable: true, description: 'Only those behind this event: where the last walk ended.' })
  after?: string | null;

  @Field(() => IsoInstantScalar, {
    nullable: true,
    description: 'Only those of this instant or later: where to begin without an event to go on from.',
  })
  since?: string | null;
}
