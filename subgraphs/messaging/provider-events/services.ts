import type { EmailProviders } from '../../../connectors/email-providers/registry.js';
import type { ServiceParts } from '../../../core/service-parts.js';
import { WebhookAddressService } from './address/webhook-address.service.js';
import { CampaignEventService } from './campaign-event/campaign-event.service.js';
import { CampaignRecipientsService } from './campaign-event/campaign-recipients.service.js';
import { CampaignStatsService } from './campaign-event/campaign-stats.service.js';
import { PoisonEventService } from './poison-event/poison-event.service.js';
import { WebhookAcceptor } from './webhook-call/accept-webhook.js';

interface Source extends Pick<ServiceParts, 'db' | 'clock' | 'cursors' | 'clientKeys' | 'secrets' | 'logger'> {
  readonly providers: EmailProviders;
}

/** The services of email providers' events, for resolvers and commands. */
export function providerEventServices(source: Source) {
  const { db, cursors } = source;
  const campaignStats = new CampaignStatsService(db);
  const addresses = new WebhookAddressService(source);
  return {
    campaignStats,
    campaignRecipients: new CampaignRecipientsService(source, campaignStats),
    campaignEvents: new CampaignEventService(db, cursors),
    addresses,
    acceptor: new WebhookAcceptor(source, addresses),
    poisonEvents: new PoisonEventService(source),
  };
}
