import { Arg, Args, Ctx, ID, Query, Resolver } from 'type-graphql';
import type { GraphContext } from '../../../../core/graphql/context.js';
import {
  EventsToResend,
  EventsToResendArguments,
  WebhookDelivery,
  WebhookDeliveryArguments,
  WebhookDeliveryPage,
} from './delivery.type.js';
import type { DeliveryHistoryService } from './delivery-history.service.js';

@Resolver(() => WebhookDelivery)
export class WebhookDeliveryResolver {
  constructor(private readonly history: DeliveryHistoryService) {}

  @Query(() => WebhookDeliveryPage, { description: 'Deliveries to an endpoint, latest event first.' })
  webhookDeliveries(
    @Args(() => WebhookDeliveryArguments) request: WebhookDeliveryArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<WebhookDeliveryPage> {
    return this.history.list(principal, request);
  }

  @Query(() => WebhookDelivery, { description: 'The delivery of one event to an endpoint.' })
  webhookDelivery(
    @Arg('endpointId', () => ID, { description: 'The endpoint.' }) endpointId: string,
    @Arg('eventId', () => ID, { description: 'The event.' }) eventId: string,
    @Ctx() { principal }: GraphContext,
  ): Promise<WebhookDelivery> {
    return this.history.one(principal, endpointId, eventId);
  }

  @Query(() => EventsToResend, {
    description: 'How many events `resendWebhookEvents` would queue for some days, before it is called.',
  })
  webhookEventsToResend(
    @Args(() => EventsToResendArguments) request: EventsToResendArguments,
    @Ctx() { principal }: GraphContext,
  ): Promise<EventsToResend> {
    return this.history.toResend(principal, request);
  }
}
