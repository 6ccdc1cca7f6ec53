import type { CardProcessors } from '../connectors/card-processors/registry.js';
import type { EmailProviders } from '../connectors/email-providers/registry.js';
import type { SecretFingerprint } from '../connectors/email-providers/secret-fingerprints.js';
import type { LoanSystems } from '../connectors/loan-systems/registry.js';
import type { WebhookReceivers } from '../connectors/webhook-receivers/deliver-message.js';
import type { Database } from '../core/db/database.js';
import type { Cursors } from '../core/db/list-cursors-and-limits.js';
import type { ErasureStep } from '../core/erasure/erasure-step.js';
import type { Subgraph } from '../core/graphql/subgraph.js';
import type { ClientKeys } from '../core/idempotency/client-keys.js';
import type { Logger } from '../core/logging/logger.js';
import type { SubgraphName } from '../core/principal/subgraph-names.js';
import type { SecretsAtRest } from '../core/secrets/at-rest.js';
import type { KeyedDigests } from '../core/secrets/keyed-digests.js';
import type { ProjectionContext } from '../loan-model/projection/projection-context.js';
import { buildMessaging } from './messaging/index.js';
import type { PaymentsTiming } from './payments/collected/posting/lease-and-lookup-timing.js';
import { buildPayments } from './payments/index.js';
import { buildReporting } from './reporting/index.js';
import { buildServicing } from './servicing/index.js';
import type { Remotes } from './servicing/loan-systems/loan-system/loan-system.service.js';

/** The services that subgraphs are built from; each takes those it needs. */
export interface SubgraphsSource extends ProjectionContext {
  readonly db: Database;
  readonly cursors: Cursors;
  readonly clientKeys: ClientKeys;
  readonly secrets: SecretsAtRest;
  readonly contactDigests: KeyedDigests;
  readonly systems: LoanSystems;
  readonly remotes: Remotes;
  readonly processors: CardProcessors;
  readonly providers: EmailProviders;
  readonly receivers: WebhookReceivers;
  readonly endpointsPerOrganization: number;
  readonly webhookSecrets: readonly SecretFingerprint[];
  readonly timing: PaymentsTiming;
  readonly batchParallel: number;
  /** The steps of an erasure, in order, contributed by the owners of the tables. */
  readonly erasureSteps: readonly ErasureStep[];
  readonly logger: Logger;
}

/** Every subgraph, by name. */
export const SUBGRAPHS: Readonly<Record<SubgraphName, (source: SubgraphsSource) => Subgraph>> = {
  servicing: buildServicing,
  payments: buildPayments,
  reporting: buildReporting,
  messaging: buildMessaging,
};
