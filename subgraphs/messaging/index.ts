import type { EmailProviders } from '../../connectors/email-providers/registry.js';
import type { SecretInUse } from '../../connectors/email-providers/secrets-in-use.js';
import type { WebhookReceivers } from '../../connectors/webhook-receivers/receiver.js';
import type { Clock } from '../../core/clock.js';
import type { Database } from '../../core/db/database.js';
import type { Cursors } from '../../core/db/keyset.js';
import { batched } from '../../core/graphql/batch.js';
import { buildSubgraph, type Subgraph } from '../../core/graphql/subgraph.js';
import type { ClientKeys } from '../../core/idempotency/client-keys.js';
import type { Logger } from '../../core/logger.js';
import type { SecretsAtRest } from '../../core/secrets/at-rest.js';
import type { KeyedDigests } from '../../core/secrets/keyed-digests.js';
import { CampaignResolver } from './campaign/campaign.resolver.js';
import { CampaignService } from './campaign/campaign.service.js';
import type { CampaignRow } from './campaign/campaign.store.js';
import { CampaignEventResolver } from './campaign-event/campaign-event.resolver.js';
import { CampaignEventService } from './campaign-event/campaign-event.service.js';
import { CampaignStatsService } from './campaign-event/campaign-stats.service.js';
import { EmailTemplateResolver } from './email-template/email-template.resolver.js';
import { EmailTemplateService } from './email-template/email-template.service.js';
import { EventResolver } from './event/event.resolver.js';
import { EventService } from './event/event.service.js';
import { ASSET, MERGE_FIELD } from './placeholder/kinds.js';
import { AssetResolver, MergeFieldResolver } from './placeholder/placeholder.resolver.js';
import { PlaceholderService } from './placeholder/placeholder.service.js';
import { PoisonEventResolver } from './poison-event/poison-event.resolver.js';
import { PoisonEventService } from './poison-event/poison-event.service.js';
import { LiquidProcess } from './preview/liquid-process.js';
import { PreviewResolver } from './preview/preview.resolver.js';
import { PreviewService } from './preview/preview.service.js';
import { SuppressionResolver } from './suppression/suppression.resolver.js';
import { SuppressionService } from './suppression/suppression.service.js';
import { WebhookAcceptor } from './webhook/accept-webhook.js';
import { WebhookResolver } from './webhook/webhook.resolver.js';
import { WebhookAddressResolver } from './webhook-address/webhook-address.resolver.js';
import { WebhookAddressService } from './webhook-address/webhook-address.service.js';
import { WebhookEndpointResolver } from './webhook-endpoint/endpoint.resolver.js';
import { WebhookEndpointService } from './webhook-endpoint/endpoint.service.js';
import { sandboxesAmong } from './webhook-endpoint/endpoint-concerns.js';
import { WebhookSecretResolver } from './webhook-secret/webhook-secret.resolver.js';
import { WorkspaceResolver } from './workspace/workspace.resolver.js';
import { WorkspaceService } from './workspace/workspace.service.js';
import type { WorkspaceRow } from './workspace/workspace.store.js';

export interface MessagingSource {
  readonly db: Database;
  readonly cursors: Cursors;
  readonly clock: Clock;
  readonly providers: EmailProviders;
  readonly logger: Logger;
  readonly clientKeys: ClientKeys;
  readonly secrets: SecretsAtRest;
  readonly receivers: WebhookReceivers;
  readonly endpointsPerOrganization: number;
}

/** The messaging subgraph: workspaces, and what lives in them. */
export function buildMessaging(
  source: MessagingSource & { readonly webhookSecrets: readonly SecretInUse[]; readonly contactDigests: KeyedDigests },
): Subgraph {
  const { db, clock, cursors, clientKeys } = source;
  const workspaces = new WorkspaceService(db);
  const liquid = new LiquidProcess();
  const templates = new EmailTemplateService({ db, clock, cursors, clientKeys, liquid });
  const previews = new PreviewService({ db, templates, liquid });
  const workspace = batched<WorkspaceRow>((ids, { principal }) => workspaces.many(principal, ids));
  const addresses = new WebhookAddressService(source);
  const campaigns = new CampaignService(source);
  const campaign = batched<CampaignRow>((ids, { principal }) => campaigns.many(principal, ids));
  const isSandbox = batched<boolean>(async (ids, { principal }) => {
    const sandboxes = await sandboxesAmong(source, principal, ids);
    return ids.map((id) => sandboxes.has(id));
  });
  return buildSubgraph({
    name: 'messaging',
    contactDigests: source.contactDigests,
    resolvers: [
      new CampaignResolver(campaigns, new CampaignStatsService(db)),
      new CampaignEventResolver(new CampaignEventService(db, cursors)),
      new EmailTemplateResolver(templates, workspace),
      new EventResolver(new EventService(source)),
      new MergeFieldResolver(new PlaceholderService(MERGE_FIELD, { db, clock, cursors, clientKeys }), workspace),
      new AssetResolver(new PlaceholderService(ASSET, { db, clock, cursors, clientKeys }), workspace),
      new PoisonEventResolver(new PoisonEventService(source)),
      new PreviewResolver(previews),
      new SuppressionResolver(new SuppressionService(source)),
      new WebhookResolver(new WebhookAcceptor(source, addresses)),
      new WebhookAddressResolver(addresses),
      new WebhookEndpointResolver(new WebhookEndpointService(source), isSandbox),
      new WebhookSecretResolver(source.webhookSecrets),
      new WorkspaceResolver(workspaces, source),
    ],
    references: {
      Workspace: ({ id }, context) => workspace(id, context),
      Campaign: ({ id }, context) => campaign(id, context),
    },
  });
}
