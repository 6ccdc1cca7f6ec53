import { outgoingWebhookServices } from '../../../subgraphs/messaging/outgoing-webhooks/services.js';
import type { Session } from '../../command-session.js';
import { sessionParts } from '../command-service-dependencies.js';
import { webhookReceivers } from '../webhook-receivers.js';

/** The services of events and their endpoints, for a command. */
export function outgoingWebhooksOf(session: Session) {
  return outgoingWebhookServices({
    ...sessionParts(session),
    receivers: webhookReceivers(session),
    endpointsPerOrganization: session.config.WEBHOOK_ENDPOINTS_PER_ORGANIZATION,
  });
}
