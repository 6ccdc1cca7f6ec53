import type { RateLimits } from '../../core/rate-limits/rate-limits.js';
import type { OperationRunner } from '../../gateway/operation-runner-interface.js';
import { WebhookIntake } from '../../rest-facade/admin/campaign-events/webhook-limits-before-authentication.js';
import { servedContract } from '../../rest-facade/openapi/served-contract.js';
import { secureAddress } from '../public-addresses.js';
import type { Resources } from './resources.js';

/** Services of both hosts of the facade. */
export function commonServices(resources: Resources, operations: OperationRunner, rateLimits: RateLimits) {
  const { authenticate, tarpit, config, issuer } = resources;
  return {
    operations,
    authenticate,
    rateLimits,
    tarpit,
    exportStallMs: config.REPORT_EXPORT_STALL_MS,
    webhooks: new WebhookIntake({
      callBytes: config.WEBHOOK_BODY_LIMIT_BYTES,
      unsignedCallBytes: config.WEBHOOK_UNSIGNED_BODY_LIMIT_BYTES,
      heldBytes: config.WEBHOOK_HELD_BYTES,
      heldBytesPerSource: config.WEBHOOK_HELD_BYTES_PER_ADDRESS,
      patienceMs: config.WEBHOOK_BODY_TIMEOUT_MS,
      unverifiedPerMinute: config.WEBHOOK_UNVERIFIED_PER_MINUTE,
    }),
    contract: servedContract({ baseUrl: issuer, secureUrl: secureAddress(config) }),
  };
}
