import type { CardProcessors } from '../connectors/card-processors/registry.js';
import type { EmailProviders } from '../connectors/email-providers/registry.js';
import type { SecretFingerprint } from '../connectors/email-providers/secret-fingerprints.js';
import type { LoanSystems } from '../connectors/loan-systems/registry.js';
import type { WebhookReceivers } from '../connectors/webhook-receivers/deliver-message.js';
import type { ErasureStep } from '../core/erasure/erasure-step.js';
import type { Subgraph } from '../core/graphql/subgraph.js';
import type { SubgraphName } from '../core/principal/subgraph-names.js';
import type { ServiceParts } from '../core/service-parts.js';
import type { ProjectionContext } from '../loan-model/projection/projection-context.js';
import { buildMessaging } from './messaging/index.js';
import type { ChargesInFlight } from './payments/autopay/run/charges-in-flight.js';
import type { PaymentsTiming } from './payments/collected/posting/lease-and-lookup-timing.js';
import { buildPayments } from './payments/index.js';
import { buildReporting } from './reporting/index.js';
import { buildServicing } from './servicing/index.js';
import type { Remotes } from './servicing/loan-systems/loan-system/shown-loan-system.js';

/** The services that subgraphs are built from; each takes those it needs. */
export interface SubgraphsSource
  extends ProjectionContext,
    Pick<
      ServiceParts,
      'db' | 'cursors' | 'clientKeys' | 'postingReferences' | 'secrets' | 'contactDigests' | 'logger'
    > {
  readonly systems: LoanSystems;
  readonly remotes: Remotes;
  readonly processors: CardProcessors;
  readonly providers: EmailProviders;
  readonly receivers: WebhookReceivers;
  readonly endpointsPerOrganization: number;
  readonly webhookSecrets: readonly SecretFingerprint[];
  readonly timing: PaymentsTiming;
  readonly charges: ChargesInFlight;
  readonly batchParallel: number;
  /** The steps of an erasure, in order, contributed by the owners of the tables. */
  readonly erasureSteps: readonly ErasureStep[];
}

/** Every subgraph, by name. */
export const SUBGRAPHS: Readonly<Record<SubgraphName, (source: SubgraphsSource) => Subgraph>> = {
  servicing: buildServicing,
  payments: buildPayments,
  reporting: buildReporting,
  messaging: buildMessaging,
};
