import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { DISABLED_REASONS, ENDPOINT_CONCERNS, ENDPOINT_STATUSES } from '../../../../core/contract/webhook-endpoint.js';
import type { Page } from '../../../../core/db/keyset.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { REPLAYED } from '../../../../core/graphql/optional-key.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { PageArguments, PagedArgs } from '../../../../core/graphql/page-arguments.js';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';

const Status = enumOf(ENDPOINT_STATUSES, {
  name: 'WebhookEndpointStatus',
  description: 'Whether a webhook endpoint is sent to.',
  values: { enabled: 'It is sent to.', disabled: 'It is not; events go on being kept.' },
});
const Reason = enumOf(DISABLED_REASONS, {
  name: 'WebhookEndpointDisabledReason',
  description: 'Why a webhook endpoint is not sent to.',
  values: {
    request: 'Somebody asked for it.',
    gone: 'It answered 410.',
    failing: 'Nothing could be delivered for five days.',
  },
});

export const Concern = enumOf(ENDPOINT_CONCERNS, {
  name: 'WebhookEndpointConcern',
  description: 'A rule of today that a webhook endpoint breaks, because it was made before the rule.',
  values: {
    address_refused: 'Its address would be refused today, for its port for example.',
    sandbox_mixed: 'It has sandbox organizations and others.',
  },
});

@ObjectType({ description: 'Where events are sent, signed.' })
export class WebhookEndpoint {
  @Field(() => ID, { description: 'Unique id.' })
  id!: string;

  @Field(() => String, { description: 'Where events are sent.' })
  url!: string;

  @Field(() => String, { nullable: true, description: 'Purpose.' })
  description!: string | null;

  @Field(() => [String], { description: 'The event types that it takes.' })
  types!: readonly string[];

  @Field(() => [ID], { description: 'Whose events it is sent.' })
  organizationIds!: readonly string[];

  @Field(() => [String], { description: 'What its maker might do when it was made.' })
  scopes!: readonly string[];

  @Field(() => String, { description: 'Who made it: the prefix of a key, or an operator.' })
  actor!: string;

  @Field(() => Status, { description: 'Whether it is sent to.' })
  status!: string;

  @Field(() => Reason, { nullable: true, description: 'Why it is disabled; null while it is not.' })
  disabledReason!: string | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'Since when it is disabled.' })
  disabledAt!: string | null;

  @Field(() => IsoInstantScalar, {
    nullable: true,
    description: 'It was enabled again: what happened from here on was not sent, and may be asked for …',
  })
  missedFrom!: string | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: '… up to here.' })
  missedUntil!: string | null;

  @Field(() => IsoInstantScalar, {
    nullable: true,
    description: 'Since when every try has failed; null: the last one did not.',
  })
  failingSince!: string | null;

  @Field(() => String, { nullable: true, description: 'Why the last one failed, in a word.' })
  lastError!: string | null;

  @Field(() => IsoInstantScalar, { description: 'When it was created.' })
  createdAt!: string;
}

@ObjectType({ description: 'An endpoint with the secret that signs what it is sent.' })
export class WebhookEndpointWithSecret extends WebhookEndpoint {
  @Field(() => String, { description: 'Standard Webhooks’ `whsec_…`. It is shown this once.' })
  secret!: string;

  @Field(() => Boolean, REPLAYED)
  replayed!: boolean;
}

@ObjectType({ description: 'A try to deliver an event.' })
export class WebhookAttempt {
  @Field(() => ID, { description: 'Identifies it.' })
  id!: string;

  @Field(() => ID, { description: 'The endpoint.' })
  endpointId!: string;

  @Field(() => ID, { description: 'The event.' })
  eventId!: string;

  @Field(() => Int, { description: 'Which try of this sending it was, from 1.' })
  number!: number;

  @Field(() => Boolean, { description: 'Whether the answer was a 2xx.' })
  succeeded!: boolean;

  @Field(() => Int, { nullable: true, description: 'The status of the answer; null: there was none.' })
  httpStatus!: number | null;

  @Field(() => String, { nullable: true, description: 'Why there was none: timeout, dns, tls, connection_refused, …' })
  error!: string | null;

  @Field(() => Int, { description: 'How long it took, milliseconds.' })
  durationMs!: number;

  @Field(() => String, { nullable: true, description: 'The first 2 KB of the answer.' })
  answer!: string | null;

  @Field(() => IsoInstantScalar, { description: 'When it ended.' })
  createdAt!: string;
}

@ObjectType({ description: 'A test event that is being sent.' })
export class SentTestEvent {
  @Field(() => ID, { description: 'The event.' })
  eventId!: string;

  @Field(() => Boolean, REPLAYED)
  replayed!: boolean;
}

@ObjectType({ description: 'Events that are being sent again.' })
export class QueuedEvents {
  @Field(() => Int, { description: 'How many.' })
  queued!: number;

  @Field(() => ID, {
    nullable: true,
    description: 'There may be more: go on with `after`, this last event. Null: that was all.',
  })
  nextAfter!: string | null;

  @Field(() => Boolean, REPLAYED)
  replayed!: boolean;
}

@InputType({ description: 'A webhook endpoint to be made.' })
export class CreateWebhookEndpointInput {
  @Field(() => String, { description: 'Where events are sent: https, a public address.' })
  url!: string;

  @Field(() => String, { nullable: true, description: 'Purpose.' })
  description?: string | null;

  @Field(() => [String], { description: 'Event types; `payment.*` or `*` for several.' })
  types!: readonly string[];

  @Field(() => [ID], { nullable: true, description: 'Whose events; without it, of every organization within reach.' })
  organizationIds?: readonly string[] | null;
}

@InputType({ description: 'What changes of a webhook endpoint; what is left out stays.' })
export class UpdateWebhookEndpointInput {
  @Field(() => String, { nullable: true, description: 'Where events are sent.' })
  url?: string | null;

  @Field(() => String, { nullable: true, description: 'Purpose.' })
  description?: string | null;

  @Field(() => [String], { nullable: true, description: 'Event types.' })
  types?: readonly string[] | null;

  @Field(() => Status, { nullable: true, description: '`disabled` stops it.' })
  status?: string | null;
}

@InputType({ description: 'Which events are sent again: one, or those of a time.' })
export class ResendWebhookEventsInput {
  @Field(() => ID, { nullable: true, description: 'One event, whether or not it was delivered.' })
  eventId?: string | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'Or those from this instant on …' })
  from?: string | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: '… and before this one.' })
  until?: string | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Of those only what follows this event: where an earlier call ended.',
  })
  after?: string | null;
}

@PagedArgs()
export class WebhookEndpointArguments extends PageArguments {}

@PagedArgs()
export class WebhookAttemptArguments extends PageArguments {
  @Field(() => ID, { description: 'The endpoint.' })
  endpointId!: string;

  @Field(() => ID, { nullable: true, description: 'Only tries to deliver this event.' })
  eventId?: string | null;
}

export const WebhookEndpointPage = pageOf(WebhookEndpoint, 'A page of webhook endpoints.');
export type WebhookEndpointPage = Page<WebhookEndpoint>;
export const WebhookAttemptPage = pageOf(WebhookAttempt, 'A page of tries.');
export type WebhookAttemptPage = Page<WebhookAttempt>;
