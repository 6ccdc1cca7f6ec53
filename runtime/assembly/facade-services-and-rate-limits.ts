import { postgresRateLimitStore } from '../../core/db/rate-limit-store.js';
import { withoutErrorText } from '../../core/logging/log-without-error-text.js';
import { RateLimits } from '../../core/rate-limits/rate-limits.js';
import { memoryStore, type RateLimitStore, redisStore } from '../../core/rate-limits/stores.js';
import type { OperationRunner } from '../../gateway/operation-runner-interface.js';
import { WebhookIntake } from '../../rest-facade/admin/campaign-events/webhook-limits-before-authentication.js';
import type { BaseServices } from '../../rest-facade/host/base-host.js';
import type { ReportExports } from '../../rest-facade/host/report-exports-interface.js';
import type { SecureServices } from '../../rest-facade/host/secure-host.js';
import { servedContract } from '../../rest-facade/openapi/served-contract.js';
import type { BoardingUploads } from '../../rest-facade/v1/ledger/boarding-uploads-interface.js';
import { secureAddress } from '../public-addresses.js';
import { auditedExports } from './audited-exports-letters-and-contact-reads.js';
import { localBoardings } from './boarding-uploads.js';
import { cardCapture, processorEventIntake } from './card-capture.js';
import { localExports } from './report-exports.js';
import type { Resources } from './resources.js';
import { sandboxScenarios } from './sandbox-scenarios.js';

/** Redis if configured; memory in one process; Postgres if parts run separately without Redis. */
export function rateLimits(resources: Resources, apart: boolean): RateLimits {
  const { config, clock, logger } = resources;
  return new RateLimits({
    limits: {
      api: { perMinute: config.RATE_LIMIT_API_PER_MINUTE, burst: config.RATE_LIMIT_API_BURST },
      token: { perMinute: config.RATE_LIMIT_TOKEN_PER_MINUTE, burst: config.RATE_LIMIT_TOKEN_BURST },
      contact_reads: {
        perMinute: config.RATE_LIMIT_CONTACT_READS_PER_MINUTE,
        burst: config.RATE_LIMIT_CONTACT_READS_BURST,
      },
    },
    store: store(resources, apart),
    clock,
    logger,
  });
}

function store({ config, pool, logger }: Resources, apart: boolean): RateLimitStore {
  if (config.REDIS_URL !== undefined) return redisStore(config.REDIS_URL, logger);
  return apart ? postgresRateLimitStore(pool) : memoryStore();
}

/** Services of the base host. */
export function baseServices(
  resources: Resources,
  operations: OperationRunner,
  limits: RateLimits,
  isReady: () => Promise<boolean>,
  exports: ReportExports = localExports(resources),
  boardings: BoardingUploads = localBoardings(resources),
): BaseServices {
  const { accessTokens, logger, config, issuer } = resources;
  return {
    ...commonServices(resources, operations, limits),
    logger,
    isReady,
    exports: auditedExports(resources, exports),
    boardings,
    accessTokens,
    bodyLimitBytes: config.BODY_LIMIT_BYTES,
    issuer,
    scenarios: sandboxScenarios(),
  };
}

/** Services of the secure host, the only one that can reach the card processor. */
export function secureServices(resources: Resources, operations: OperationRunner, limits: RateLimits): SecureServices {
  return {
    ...commonServices(resources, operations, limits),
    logger: withoutErrorText(resources.logger),
    isReady: resources.isReady,
    capture: cardCapture(resources),
    processorEvents: processorEventIntake(resources),
  };
}

/** Services of both hosts. */
function commonServices(resources: Resources, operations: OperationRunner, rateLimits: RateLimits) {
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
