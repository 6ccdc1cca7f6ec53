import type { WebhookReceivers } from '../../../connectors/webhook-receivers/deliver-message.js';
import type { Database } from '../../../core/db/database.js';
import type { Cursors } from '../../../core/db/list-cursors-and-limits.js';
import type { ClientKeys } from '../../../core/idempotency/client-keys.js';
import type { SecretsAtRest } from '../../../core/secrets/at-rest.js';
import type { Clock } from '../../../core/time/clock.js';
import { WebhookEndpointService } from './endpoint/endpoint.service.js';
import { EventService } from './event/event.service.js';

interface Source {
  readonly db: Database;
  readonly clock: Clock;
  readonly cursors: Cursors;
  readonly clientKeys: ClientKeys;
  readonly secrets: SecretsAtRest;
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
