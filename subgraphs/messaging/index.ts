import type { SecretFingerprint } from '../../connectors/email-providers/secret-fingerprints.js';
import { batched } from '../../core/graphql/batched-reads.js';
import { buildSubgraph, type Subgraph } from '../../core/graphql/subgraph.js';
import { CampaignResolver } from './email/campaign/campaign.resolver.js';
import type { CampaignRow } from './email/campaign/campaign.store.js';
import { AssetResolver, MergeFieldResolver } from './email/placeholder/placeholder.resolver.js';
import { PreviewResolver } from './email/preview/preview.resolver.js';
import { SuppressionResolver } from './email/suppression/suppression.resolver.js';
import { EmailTemplateResolver } from './email/template/email-template.resolver.js';
import { WorkspaceResolver } from './email/workspace/workspace.resolver.js';
import type { WorkspaceRow } from './email/workspace/workspace.store.js';
import { MUTATION_ROLES } from './mutation-roles.js';
import { DeliveryCountsResolver } from './outgoing-webhooks/delivery/delivery-counts.resolver.js';
import { WebhookDeliveryResolver } from './outgoing-webhooks/delivery-history/delivery.resolver.js';
import { WebhookEndpointResolver } from './outgoing-webhooks/endpoint/endpoint.resolver.js';
import { sandboxesAmong } from './outgoing-webhooks/endpoint/endpoint-rule-violations.js';
import { EventResolver } from './outgoing-webhooks/event/event.resolver.js';
import { WebhookSecretResolver } from './outgoing-webhooks/secret/webhook-secret.resolver.js';
import { WebhookAddressResolver } from './provider-events/address/webhook-address.resolver.js';
import { CampaignEventResolver } from './provider-events/campaign-event/campaign-event.resolver.js';
import { CampaignRecipientsResolver } from './provider-events/campaign-event/campaign-recipients.resolver.js';
import { PoisonEventResolver } from './provider-events/poison-event/poison-event.resolver.js';
import { WaitingCallsResolver } from './provider-events/webhook-call/waiting-calls.resolver.js';
import { WebhookResolver } from './provider-events/webhook-call/webhook.resolver.js';
import { type MessagingSource, messagingServices } from './services.js';

/** The messaging subgraph: workspaces with email templates, campaigns and events, and webhooks. */
export function buildMessaging(
  source: MessagingSource & { readonly webhookSecrets: readonly SecretFingerprint[] },
): Subgraph {
  const services = messagingServices(source);
  const { workspaces, templates, campaigns, addresses } = services;
  const workspace = batched<WorkspaceRow>((ids, { principal }) => workspaces.many(principal, ids));
  const campaign = batched<CampaignRow>((ids, { principal }) => campaigns.many(principal, ids));
  const isSandbox = batched<boolean>(async (ids, { principal }) => {
    const sandboxes = await sandboxesAmong(source, principal, ids);
    return ids.map((id) => sandboxes.has(id));
  });
  return buildSubgraph({
    name: 'messaging',
    contactDigests: source.contactDigests,
    mutationRoles: MUTATION_ROLES,
    resolvers: [
      new CampaignResolver(campaigns, services.campaignStats),
      new CampaignEventResolver(services.campaignEvents),
      new DeliveryCountsResolver(source),
      new CampaignRecipientsResolver(services.campaignRecipients),
      new EmailTemplateResolver(templates, workspace),
      new EventResolver(services.events),
      new MergeFieldResolver(services.mergeFields, workspace),
      new AssetResolver(services.assets, workspace),
      new PoisonEventResolver(services.poisonEvents),
      new PreviewResolver(services.previews),
      new SuppressionResolver(services.suppressions),
      new WaitingCallsResolver(source),
      new WebhookResolver(services.acceptor),
      new WebhookAddressResolver(addresses),
      new WebhookDeliveryResolver(services.deliveries),
      new WebhookEndpointResolver(services.endpoints, isSandbox),
      new WebhookSecretResolver(source.webhookSecrets),
      new WorkspaceResolver(workspaces),
    ],
    references: {
      Workspace: ({ id }, context) => workspace(id, context),
      Campaign: ({ id }, context) => campaign(id, context),
    },
  });
}
