import { Field, ID, Int, ObjectType } from 'type-graphql';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { PageArguments, PagedArgs } from '../../../../core/graphql/page-arguments.js';
import { IsoDateScalar, IsoInstantScalar } from '../../../../core/graphql/scalars.js';
import { EmailEventTypeEnum, EmailProviderEnum } from '../campaign-event/campaign-event-enums.js';

@ObjectType({
  description: 'An event that was set aside because it could not be read, or not stored after several attempts.',
})
export class PoisonEvent {
  @Field(() => ID, { description: 'Unique id.' })
  id!: string;

  @Field(() => ID, {
    nullable: true,
    description: 'Its webhook call; null for an event that waited for its campaign.',
  })
  batchId!: string | null;

  @Field(() => Int, {
    nullable: true,
    description: 'Its position in that call, from 0; null without a call.',
  })
  position!: number | null;

  @Field(() => EmailProviderEnum, { description: 'The email provider.' })
  provider!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The provider’s id of the event; null when it could not be read.',
  })
  providerEventId!: string | null;

  @Field(() => EmailEventTypeEnum, { nullable: true, description: 'What happened; null when it could not be read.' })
  eventType!: string | null;

  @Field(() => String, { description: 'The latest error, without values.' })
  error!: string;

  @Field(() => Int, { description: 'Number of attempts.' })
  attempts!: number;

  @Field(() => IsoInstantScalar, { description: 'When it was set aside.' })
  createdAt!: string;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it was replayed successfully.' })
  replayedAt!: string | null;
}

export const PoisonEventPage = pageOf(PoisonEvent, 'A page of events that were set aside.');
export type PoisonEventPage = Page<PoisonEvent>;

@PagedArgs()
export class PoisonEventArguments extends PageArguments {
  @Field(() => Boolean, { nullable: true, description: 'Only replayed events, or only the others.' })
  isReplayed?: boolean | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The first date, inclusive.' })
  from?: string | null;

  @Field(() => IsoDateScalar, { nullable: true, description: 'The last date, inclusive.' })
  to?: string | null;
}
