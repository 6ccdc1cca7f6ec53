import {
  createWebhookReceivers,
  type ReceiverOptions,
  type WebhookReceivers,
} from '../../connectors/webhook-receivers/deliver-message.js';
import type { Config } from '../../core/config/load.js';
import type { Resources } from './resources.js';

/** In development a receiver may be on this machine, and without TLS. */
const LOOPBACK = ['127.0.0.0/8', '::1/128'];

function receiverOptions(config: Config): ReceiverOptions {
  const { isProduction, WEBHOOK_ALLOWED_NETWORKS: allowed, WEBHOOK_TIMEOUT_MS: timeoutMs } = config;
  const allowedNetworks = isProduction ? allowed : [...allowed, ...LOOPBACK];
  return { allowedNetworks, requiresHttps: isProduction, timeoutMs };
}

export function webhookReceivers({ config, logger }: Pick<Resources, 'config' | 'logger'>): WebhookReceivers {
  return createWebhookReceivers({ ...receiverOptions(config), logger });
}
