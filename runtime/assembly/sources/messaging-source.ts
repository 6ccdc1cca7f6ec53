import { secretFingerprints } from '../../../connectors/email-providers/secret-fingerprints.js';
import { emailProviders } from '../email-providers.js';
import type { Resources } from '../resources.js';
import { webhookReceivers } from '../webhook-receivers.js';
import { sharedSource } from './shared-source.js';

/** Dependencies of the messaging subgraph. */
export function messagingSource(resources: Resources) {
  const { config } = resources;
  return {
    ...sharedSource(resources),
    providers: emailProviders(config),
    receivers: webhookReceivers(resources),
    endpointsPerOrganization: config.WEBHOOK_ENDPOINTS_PER_ORGANIZATION,
    // The only secret that every part has.
    webhookSecrets: secretFingerprints(config, config.CURSOR_SIGNING_SECRET[0] ?? ''),
  };
}
