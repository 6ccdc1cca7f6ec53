import type { WebhookReceivers } from '../../../connectors/webhook-receivers/deliver-message.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import { DeliveryHistoryService } from './delivery-history/delivery-history.service.js';
import { WebhookEndpointService } from './endpoint/endpoint.service.js';
import { EventService } from './event/event.service.js';

interface Source extends Pick<ServiceParts, 'db' | 'clock' | 'cursors' | 'clientKeys' | 'secrets'> {
  readonly receivers: WebhookReceivers;
  readonly endpointsPerOrganization: number;
}

/** The services of events and webhook endpoints, for resolvers and commands. */
export function outgoingWebhookServices(source: Source) {
  const endpoints = new WebhookEndpointService(source);
  return {
    events: new EventService(source),
    endpoints,
    deliveries: new DeliveryHistoryService(source, endpoints),
  };
}
