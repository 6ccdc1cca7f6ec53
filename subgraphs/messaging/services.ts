import type { EmailProviders } from '../../connectors/email-providers/registry.js';
import type { WebhookReceivers } from '../../connectors/webhook-receivers/deliver-message.js';
import type { ServiceParts } from '../../core/service-parts.js';
import { emailServices } from './email/services.js';
import { outgoingWebhookServices } from './outgoing-webhooks/services.js';
import { providerEventServices } from './provider-events/services.js';

export interface MessagingSource
  extends Pick<ServiceParts, 'db' | 'clock' | 'cursors' | 'clientKeys' | 'secrets' | 'contactDigests' | 'logger'> {
  readonly providers: EmailProviders;
  readonly receivers: WebhookReceivers;
  readonly endpointsPerOrganization: number;
}

/** Every service of this subgraph, for its resolvers. */
export function messagingServices(source: MessagingSource) {
  return {
    ...emailServices(source),
    ...outgoingWebhookServices(source),
    ...providerEventServices(source),
  };
}
