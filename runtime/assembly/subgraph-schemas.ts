import { CardProcessors } from '../../connectors/card-processors/registry.js';
import { EmailProviders } from '../../connectors/email-providers/registry.js';
import { LoanSystems } from '../../connectors/loan-systems/registry.js';
import { createWebhookReceivers } from '../../connectors/webhook-receivers/deliver-message.js';
import { Database } from '../../core/db/database.js';
import { Cursors } from '../../core/db/list-cursors-and-limits.js';
import { createPool } from '../../core/db/pool.js';
import type { Subgraph } from '../../core/graphql/subgraph.js';
import { ClientKeys } from '../../core/idempotency/client-keys.js';
import { createLogger } from '../../core/logging/logger.js';
import { PostingReferences } from '../../core/posting-references/posting-references.js';
import { SecretsAtRest } from '../../core/secrets/at-rest.js';
import { KeyedDigests } from '../../core/secrets/keyed-digests.js';
import { systemClock } from '../../core/time/clock.js';
import { SUBGRAPHS } from '../../subgraphs/index.js';
import { ChargesInFlight } from '../../subgraphs/payments/autopay/run/charges-in-flight.js';
import { endSchedules } from '../../subgraphs/payments/autopay/schedule/end-schedules-of-paid-off-loan.js';

/** Every subgraph's schema without data sources: for composing, never for executing. No connection is opened. */
export function subgraphSchemas(): readonly Subgraph[] {
  const logger = createLogger('silent', 'compose');
  const source = {
    db: new Database(createPool('postgres://nobody@127.0.0.1/nothing', 1, logger)),
    clock: systemClock,
    cursors: new Cursors(['unused']),
    clientKeys: new ClientKeys(['unused']),
    postingReferences: new PostingReferences(['unused']),
    secrets: new SecretsAtRest([]),
    contactDigests: new KeyedDigests([], 'unused'),
    systems: new LoanSystems([]),
    remotes: {
      kinds: {},
      surroundings: { secretOf: () => undefined, timeoutMs: 1, clock: systemClock, logger },
      requiresHttps: true,
      hosts: [],
    },
    processors: new CardProcessors([]),
    providers: new EmailProviders([]),
    receivers: createWebhookReceivers({ allowedNetworks: [], requiresHttps: true, timeoutMs: 1 }),
    endpointsPerOrganization: 1,
    webhookSecrets: [],
    timing: { callTimeoutMs: 1, firstLookMs: 1, chargeTimeoutMs: 1 },
    charges: new ChargesInFlight({ inFlight: 1, perSecond: undefined }),
    batchParallel: 1,
    erasureSteps: [],
    endSchedules,
    logger,
  };
  return Object.values(SUBGRAPHS).map((build) => build(source));
}
