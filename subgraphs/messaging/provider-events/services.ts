import type { EmailProviders } from '../../../connectors/email-providers/registry.js';
import type { Database } from '../../../core/db/database.js';
import type { Cursors } from '../../../core/db/list-cursors-and-limits.js';
import type { ClientKeys } from '../../../core/idempotency/client-keys.js';
import type { Logger } from '../../../core/logging/logger.js';
import type { SecretsAtRest } from '../../../core/secrets/at-rest.js';
import type { Clock } from '../../../core/time/clock.js';
import { WebhookAddressService } from './address/webhook-address.service.js';
import { CampaignEventService } from './campaign-event/campaign-event.service.js';
import { CampaignStatsService } from './campaign-event/campaign-stats.service.js';
import { PoisonEventService } from './poison-event/poison-event.service.js';
import { WebhookAcceptor } from './webhook-call/accept-webhook.js';

interface Source {
  readonly db: Database;
  readonly clock: Clock;
  readonly cursors: Cursors;
  readonly clientKeys: ClientKeys;
  readonly secrets: SecretsAtRest;
  readonly providers: EmailProviders;
  readonly logger: Logger;
}

/** The services of email providers' events, for resolvers and commands. */
export function providerEventServices(source: Source) {
  const { db, cursors } = source;
  const addresses = new WebhookAddressService(source);
  return {
    campaignStats: new CampaignStatsService(db),
    campaignEvents: new CampaignEventService(db, cursors),
    addresses,
    acceptor: new WebhookAcceptor(source, addresses),
    poisonEvents: new PoisonEventService(source),
  };
}
