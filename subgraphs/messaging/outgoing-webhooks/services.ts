import type { WebhookReceivers } from '../../../connectors/webhook-receivers/deliver-message.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import { WebhookEndpointService } from './endpoint/endpoint.service.js';
import { EventService } from './event/event.service.js';

interface Source extends Pick<ServiceParts, 'db' | 'clock' | 'cursors' | 'clientKeys' | 'secrets'> {
  readonly receivers: WebhookReceivers;
  readonly endpointsPerOrganization: number;
}

/** The services of events and webhook endpoints, for resolvers and commands. */
export function outgoingWebhookServices(source: Source) {
  return {
    events: new EventService(source),
    endpoints: new WebhookEndpointService(source),
  };
}
