import { Field, ID, InputType, Int, ObjectType } from 'type-graphql';
import { DISABLED_REASONS, ENDPOINT_CONCERNS, ENDPOINT_STATUSES } from '../../../../core/contract/webhook-endpoint.js';
import type { Page } from '../../../../core/db/list-cursors-and-limits.js';
import { enumOf } from '../../../../core/graphql/enum.js';
import { REPLAYED } from '../../../../core/graphql/optional-idempotency-key.js';
import { pageOf } from '../../../../core/graphql/page.js';
import { PageArguments, PagedArgs } from '../../../../core/graphql/page-arguments.js';
import { IsoInstantScalar } from '../../../../core/graphql/scalars.js';

const Status = enumOf(ENDPOINT_STATUSES, {
  name: 'WebhookEndpointStatus',
  description: 'Whether events are sent to a webhook endpoint.',
  values: { enabled: 'Events are sent to it.', disabled: 'Events are kept, but not sent to it.' },
});
const Reason = enumOf(DISABLED_REASONS, {
  name: 'WebhookEndpointDisabledReason',
  description: 'Why a webhook endpoint is disabled.',
  values: {
    request: 'On request.',
    gone: 'It returned 410.',
    failing: 'No event could be delivered for five days.',
  },
});

export const Concern = enumOf(ENDPOINT_CONCERNS, {
  name: 'WebhookEndpointConcern',
  description: 'A rule that a webhook endpoint violates because it is older than the rule.',
  values: {
    address_refused: 'Its address would be rejected today, for example because of its port.',
    sandbox_mixed: 'It mixes sandbox organizations with others.',
  },
});

@ObjectType({ description: 'An address that receives signed events.' })
export class WebhookEndpoint {
  @Field(() => ID, { description: 'Unique id.' })
  id!: string;

  @Field(() => String, { description: 'The address that receives events.' })
  url!: string;

  @Field(() => String, { nullable: true, description: 'Purpose.' })
  description!: string | null;

  @Field(() => [String], { description: 'The event types that it takes.' })
  types!: readonly string[];

  @Field(() => [ID], { description: 'The organizations whose events it receives.' })
  organizationIds!: readonly string[];

  @Field(() => [String], { description: 'The scopes of its creator when it was created.' })
  scopes!: readonly string[];

  @Field(() => String, { description: 'Who created it: the prefix of a key, or an operator.' })
  actor!: string;

  @Field(() => Status, { description: 'Whether events are sent to it.' })
  status!: string;

  @Field(() => Reason, { nullable: true, description: 'Why it is disabled; null while it is not.' })
  disabledReason!: string | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'When it was disabled.' })
  disabledAt!: string | null;

  @Field(() => IsoInstantScalar, {
    nullable: true,
    description: 'After it was enabled again: start of the period whose events were not sent and can be resent.',
  })
  missedFrom!: string | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'End of that period.' })
  missedUntil!: string | null;

  @Field(() => IsoInstantScalar, {
    nullable: true,
    description: 'Start of the current run of failed attempts; null if the last attempt succeeded.',
  })
  failingSince!: string | null;

  @Field(() => String, { nullable: true, description: 'Why the last attempt failed, as a code.' })
  lastError!: string | null;

  @Field(() => IsoInstantScalar, { description: 'When it was created.' })
  createdAt!: string;
}

@ObjectType({ description: 'An endpoint with the secret that signs its events.' })
export class WebhookEndpointWithSecret extends WebhookEndpoint {
  @Field(() => String, { description: 'Standard Webhooks’ `whsec_…`. Shown only here.' })
  secret!: string;

  @Field(() => Boolean, REPLAYED)
  replayed!: boolean;
}

@ObjectType({ description: 'An attempt to deliver an event.' })
export class WebhookAttempt {
  @Field(() => ID, { description: 'Identifies it.' })
  id!: string;

  @Field(() => ID, { description: 'The endpoint.' })
  endpointId!: string;

  @Field(() => ID, { description: 'The event.' })
  eventId!: string;

  @Field(() => Int, { description: 'The number of the attempt in this delivery, from 1.' })
  number!: number;

  @Field(() => Boolean, { description: 'Whether the response was a 2xx.' })
  succeeded!: boolean;

  @Field(() => Int, { nullable: true, description: 'The HTTP status of the response; null without a response.' })
  httpStatus!: number | null;

  @Field(() => String, {
    nullable: true,
    description: 'Why there was no response: timeout, dns, tls, connection_refused, …',
  })
  error!: string | null;

  @Field(() => Int, { description: 'Duration in milliseconds.' })
  durationMs!: number;

  @Field(() => String, { nullable: true, description: 'The first 2 KB of the response.' })
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

@ObjectType({ description: 'Events that are being resent.' })
export class QueuedEvents {
  @Field(() => Int, { description: 'How many were queued; without those that already wait.' })
  queued!: number;

  @Field(() => Int, { description: 'How many were left as they are: they wait, are under way, or were just resent.' })
  alreadyWaiting!: number;

  @Field(() => ID, {
    nullable: true,
    description: 'The last event examined, if there may be more: continue with it as `after`. Null at the end.',
  })
  nextAfter!: string | null;

  @Field(() => Boolean, REPLAYED)
  replayed!: boolean;
}

@InputType({ description: 'A new webhook endpoint.' })
export class CreateWebhookEndpointInput {
  @Field(() => String, { description: 'The address that receives events: public, https.' })
  url!: string;

  @Field(() => String, { nullable: true, description: 'Purpose.' })
  description?: string | null;

  @Field(() => [String], { description: 'Event types; `payment.*` or `*` for several.' })
  types!: readonly string[];

  @Field(() => [ID], {
    nullable: true,
    description: 'The organizations whose events it receives; default: all in scope.',
  })
  organizationIds?: readonly string[] | null;
}

@InputType({ description: 'Changes to a webhook endpoint; omitted fields keep their values.' })
export class UpdateWebhookEndpointInput {
  @Field(() => String, { nullable: true, description: 'The address that receives events.' })
  url?: string | null;

  @Field(() => String, { nullable: true, description: 'Purpose.' })
  description?: string | null;

  @Field(() => [String], { nullable: true, description: 'Event types.' })
  types?: readonly string[] | null;

  @Field(() => Status, { nullable: true, description: '`disabled` stops it.' })
  status?: string | null;
}

@InputType({ description: 'Which events to resend: one, or those of a period.' })
export class ResendWebhookEventsInput {
  @Field(() => ID, { nullable: true, description: 'One event, whether or not it was delivered.' })
  eventId?: string | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: 'Or the events from this instant on …' })
  from?: string | null;

  @Field(() => IsoInstantScalar, { nullable: true, description: '… and before this one.' })
  until?: string | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Only events since the endpoint was created that were not delivered to it.',
  })
  undeliveredOnly?: boolean | null;

  @Field(() => ID, {
    nullable: true,
    description: 'Only events of the period after this one: where an earlier call ended.',
  })
  after?: string | null;
}

@PagedArgs()
export class WebhookEndpointArguments extends PageArguments {}

@PagedArgs()
export class WebhookAttemptArguments extends PageArguments {
  @Field(() => ID, { description: 'The endpoint.' })
  endpointId!: string;

  @Field(() => ID, { nullable: true, description: 'Only attempts to deliver this event.' })
  eventId?: string | null;
}

export const WebhookEndpointPage = pageOf(WebhookEndpoint, 'A page of webhook endpoints.');
export type WebhookEndpointPage = Page<WebhookEndpoint>;
export const WebhookAttemptPage = pageOf(WebhookAttempt, 'A page of attempts.');
export type WebhookAttemptPage = Page<WebhookAttempt>;
