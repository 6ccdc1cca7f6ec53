import type { EmailProviders } from '../../connectors/email-providers/registry.js';
import type { WebhookReceivers } from '../../connectors/webhook-receivers/receiver.js';
import type { Clock } from '../../core/clock.js';
import type { Database } from '../../core/db/database.js';
import type { Cursors } from '../../core/db/keyset.js';
import type { ClientKeys } from '../../core/idempotency/client-keys.js';
import type { Logger } from '../../core/logger.js';
import type { SecretsAtRest } from '../../core/secrets/at-rest.js';
import type { KeyedDigests } from '../../core/secrets/keyed-digests.js';
import { CampaignService } from './campaign/campaign.service.js';
import { CampaignEventService } from './campaign-event/campaign-event.service.js';
import { CampaignStatsService } from './campaign-event/campaign-stats.service.js';
import { EmailTemplateService } from './email-template/email-template.service.js';
import { EventService } from './event/event.service.js';
import { ASSET, MERGE_FIELD } from './placeholder/kinds.js';
import { PlaceholderService } from './placeholder/placeholder.service.js';
import { PoisonEventService } from './poison-event/poison-event.service.js';
import { LiquidProcess } from './preview/liquid-process.js';
import { PreviewService } from './preview/preview.service.js';
import { SuppressionService } from './suppression/suppression.service.js';
import { WebhookAcceptor } from './webhook/accept-webhook.js';
import { WebhookAddressService } from './webhook-address/webhook-address.service.js';
import { WebhookEndpointService } from './webhook-endpoint/endpoint.service.js';
import { WorkspaceService } from './workspace/workspace.service.js';

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

/** What is done here at somebody's request: for the resolvers of this subgraph, and for commands. */
export function messagingServices(source: MessagingSource) {
  const { db, clock, cursors, clientKeys } = source;
  const liquid = new LiquidProcess();
  const templates = new EmailTemplateService({ db, clock, cursors, clientKeys, liquid });
  const addresses = new WebhookAddressService(source);
  return {
    workspaces: new WorkspaceService(db),
    templates,
    previews: new PreviewService({ db, templates, liquid }),
    mergeFields: new PlaceholderService(MERGE_FIELD, { db, clock, cursors, clientKeys }),
    assets: new PlaceholderService(ASSET, { db, clock, cursors, clientKeys }),
    campaigns: new CampaignService(source),
    campaignStats: new CampaignStatsService(db),
    campaignEvents: new CampaignEventService(db, cursors),
    suppressions: new SuppressionService(source),
    addresses,
    acceptor: new WebhookAcceptor(source, addresses),
    poisonEvents: new PoisonEventService(source),
    events: new EventService(source),
    endpoints: new WebhookEndpointService(source),
  };
}
