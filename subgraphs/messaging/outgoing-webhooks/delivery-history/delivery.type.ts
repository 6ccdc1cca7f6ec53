import { ArgsType, Field, ID, Int, ObjectType } from 'type-graphql';
import { DELIVERY_STATUSES } from '../../../../core/contract/webhook-endpoint.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { PageArguments, PagedArgs } from '../../../../core/graphql/page-arguments.js';
import { IsoDateScalar, IsoInstantScalar } from '../../../../core/graphql/scalars.js';
import { MOST_COUNTED } from '../delivery/resend.store.js';

const DeliveryStatus = enumOf(DELIVERY_STATUSES, {
  name: 'WebhookDeliveryStatus',
  description: 'How far the delivery of an event to an endpoint has come.',
  values: {
    pending: 'It waits for an attempt, the first or another.',
    delivered: 'The endpoint received it.',
    failed: 'Every attempt failed; it is not sent again unless requested.',
  },
});

@ObjectType({ description: 'An event for an endpoint: what is sent, and how far the delivery has come.' })
export class WebhookDelivery {
  @Field(() => ID, { description: 'The endpoint.' })
  endpointId!: string;

  @Field(() => ID, { description: 'The organization of the event.' })
  organizationId!: string;

  @Field(() => ID, { description: 'The event; also the `webhook-id` of every attempt.' })
  eventId!: string;

  @Field(() => String, { description: 'What happened, for example payment.posted.' })
  type!: string;

  @Field(() => IsoInstantScalar, { description: 'When it happened.' })
  createdAt!: string;

  @Field(() => DeliveryStatus, { description: 'How far the delivery has come.' })
  deliveryStatus!: string;

  @Field(() => Int, { description: 'The number of attempts since it was last queued.' })
  tries!: number;

  @Field(() => IsoInstantScalar, {
    nullable: true,
    description: 'When the next attempt is due; null if there is none.',
  })
  nextAttemptAt!: string | null;

  @Field(() => IsoInstantScalar, {
    nullable: true,
    description: 'When the latest attempt ended; null before the first.',
  })
  attemptedAt!: string | null;

  @Field(() => Int, { nullable: true, description: 'The HTTP status of the latest response; null without one.' })
  httpStatus!: number | null;

  @Field(() => String, { nullable: true, description: 'Why the latest attempt had no response, as a code.' })
  error!: string | null;

  @Field(() => String, { description: 'The body that is sent, the same at every attempt.' })
  payload!: string;
}

@ObjectType({
  description: 'Events of a period that would be resent, and the period as instants for `resendWebhookEvents`.',
})
export class EventsToResend {
  @Field(() => Int, {
    description:
      'How many would be queued; at most 10,001, because one request resends 10,000. Without those that wait.',
  })
  events!: number;

  @Field(() => Boolean, {
    description: `Whether all events of the period were examined: at most ${MOST_COUNTED.toLocaleString('en')} are.`,
  })
  isExact!: boolean;

  @Field(() => IsoInstantScalar, { description: 'The beginning of the period.' })
  from!: string;

  @Field(() => IsoInstantScalar, { description: 'Its end, exclusive; at the latest now.' })
  until!: string;
}

export const WebhookDeliveryPage = pageOf(WebhookDelivery, 'A page of deliveries.');
export type WebhookDeliveryPage = Page<WebhookDelivery>;

@PagedArgs()
export class WebhookDeliveryArguments extends PageArguments {
  @Field(() => ID, { description: 'The endpoint.' })
  endpointId!: string;

  @Field(() => DeliveryStatus, { nullable: true, description: 'Only deliveries with this status.' })
  status?: string | null;
}

@ArgsType()
export class EventsToResendArguments {
  @Field(() => ID, { description: 'The endpoint.' })
  endpointId!: string;

  @Field(() => IsoDateScalar, { description: 'The first day, inclusive.' })
  from!: string;

  @Field(() => IsoDateScalar, { description: 'The last day, inclusive.' })
  to!: string;

  @Field(() => String, { description: 'The time zone of these days, an IANA name.' })
  timeZone!: string;

  @Field(() => Boolean, {
    defaultValue: false,
    description: 'Only events since the endpoint was created that were not delivered to it.',
  })
  undeliveredOnly!: boolean;
}
