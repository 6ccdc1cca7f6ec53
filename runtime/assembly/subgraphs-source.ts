import { secretFingerprints } from '../../connectors/email-providers/secret-fingerprints.js';
import { contactDigestsOf } from '../../core/audit/contact-digests.js';
import type { SubgraphsSource } from '../../subgraphs/index.js';
import { emailProviders } from './email-providers.js';
import { ERASURE_STEPS } from './erasure-steps.js';
import { cardProcessors, loanSystems, remoteSystems } from './loan-systems-and-processors.js';
import type { Resources } from './resources.js';
import { webhookReceivers } from './webhook-receivers.js';

/** Dependencies of every subgraph, for resolvers and jobs alike. */
export function subgraphsSource(resources: Resources): SubgraphsSource {
  const { db, clock, endSchedules, cursors, clientKeys, secrets, config, logger } = resources;
  const timing = {
    callTimeoutMs: config.LOAN_SYSTEM_TIMEOUT_MS,
    firstLookMs: config.RECONCILE_FIRST_DELAY_MS,
    chargeTimeoutMs: config.CARD_PROCESSOR_TIMEOUT_MS,
  };
  const [systems, processors] = [loanSystems(resources), cardProcessors(resources)];
  const providers = emailProviders(resources.config);
  // The only secret that every part has.
  const webhookSecrets = secretFingerprints(config, config.CURSOR_SIGNING_SECRET[0] ?? '');
  const remotes = remoteSystems(resources);
  const receivers = webhookReceivers(resources);
  const batchParallel = config.PAYMENT_BATCH_PARALLEL;
  const { WEBHOOK_ENDPOINTS_PER_ORGANIZATION: endpointsPerOrganization } = config;
  const outside = { systems, remotes, processors, providers, webhookSecrets, receivers, endpointsPerOrganization };
  const contactDigests = contactDigestsOf(config.DATA_ENCRYPTION_KEYS);
  const erasureSteps = ERASURE_STEPS;
  return {
    db,
    clock,
    endSchedules,
    cursors,
    clientKeys,
    secrets,
    contactDigests,
    erasureSteps,
    ...outside,
    timing,
    batchParallel,
    logger,
  };
}
