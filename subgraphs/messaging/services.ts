import type { EmailProviders } from '../../connectors/email-providers/registry.js';
import type { WebhookReceivers } from '../../connectors/webhook-receivers/deliver-message.js';
import type { Database } from '../../core/db/database.js';
import type { Cursors } from '../../core/db/list-cursors-and-limits.js';
import type { ClientKeys } from '../../core/idempotency/client-keys.js';
import type { Logger } from '../../core/logging/logger.js';
import type { SecretsAtRest } from '../../core/secrets/at-rest.js';
import type { KeyedDigests } from '../../core/secrets/keyed-digests.js';
import type { Clock } from '../../core/time/clock.js';
import { emailServices } from './email/services.js';
import { outgoingWebhookServices } from './outgoing-webhooks/services.js';
import { providerEventServices } from './provider-events/services.js';

export interface MessagingSource {
  readonly db: Database;
  readonly cursors: Cursors;
  readonly clock: Clock;
  readonly providers: EmailProviders;
  readonly logger: Logger;
  readonly clientKeys: ClientKeys;
  readonly secrets: SecretsAtRest;
  readonly contactDigests: KeyedDigests;
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
