import { createWebhookReceivers } from '../../connectors/webhook-receivers/deliver-message.js';
import { loadConfig } from '../../core/config/load.js';
import { Database } from '../../core/db/database.js';
import { createPool } from '../../core/db/pool.js';
import { createLogger } from '../../core/logging/logger.js';
import { SecretsAtRest } from '../../core/secrets/at-rest.js';
import { systemClock } from '../../core/time/clock.js';
import { WebhookSender } from '../../subgraphs/messaging/outgoing-webhooks/sending/sender.js';

/* A process that sends webhooks until it is killed. */
const config = await loadConfig(undefined, { keepsSecrets: true });
const logger = createLogger('silent', 'test');
new WebhookSender({
  db: new Database(createPool(config.DATABASE_URL ?? '', 8, logger)),
  receivers: createWebhookReceivers({ allowedNetworks: ['127.0.0.0/8'], requiresHttps: false, timeoutMs: 1_000 }),
  secrets: new SecretsAtRest(config.DATA_ENCRYPTION_KEYS),
  logger,
  clock: systemClock,
  leaseMs: 2_000,
}).start();
process.stdout.write('sending\n');
