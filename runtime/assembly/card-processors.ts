import { guarded as guardedProcessor } from '../../connectors/card-processors/card-processor-with-circuit-breaker.js';
import type { CardProcessor } from '../../connectors/card-processors/port.js';
import { CardProcessors } from '../../connectors/card-processors/registry.js';
import { createSandboxProcessor } from '../../connectors/card-processors/sandbox/sandbox.js';
import { createStripeProcessor } from '../../connectors/card-processors/stripe/stripe.js';
import type { Resources } from './resources.js';

/** Half of the calls that a processor may get at the same time. */
const HALF_OF_CALLS = 32;

type ProcessorsSource = Pick<Resources, 'db' | 'clock' | 'config' | 'logger'>;

/**
 * The card processors of this process: the sandbox, in production only for sandbox organizations; and Stripe whenever
 * there is a key, so that its stored methods can be charged whichever processor new ones use.
 */
export function cardProcessors(resources: ProcessorsSource): CardProcessors {
  const { config, logger } = resources;
  const timeoutMs = config.CARD_PROCESSOR_TIMEOUT_MS;
  // Room for lookups and refunds beside the charges of autopay.
  const mostCalls = 2 * Math.max(HALF_OF_CALLS, config.AUTOPAY_CHARGES_IN_FLIGHT);
  const guard = { mostCalls, timeoutMs, settleAfterMs: config.CARD_PROCESSOR_SETTLE_AFTER_MS, logger };
  const sandbox = sandboxProcessor(resources);
  const { STRIPE_SECRET_KEY: secretKey, STRIPE_API_BASE: apiBase } = config;
  const stripe =
    secretKey === undefined
      ? []
      : [
          guardedProcessor(createStripeProcessor({ secretKey, apiBase, timeoutMs, logger }), {
            ...guard,
            breaks: true,
          }),
        ];
  return new CardProcessors(config.isProduction ? stripe : [sandbox, ...stripe], sandbox);
}

/** The processor of sandbox organizations. */
export function sandboxProcessor({ db, clock, config, logger }: ProcessorsSource): CardProcessor {
  const { CARD_PROCESSOR_TIMEOUT_MS: timeoutMs, CARD_PROCESSOR_SETTLE_AFTER_MS: settleAfterMs } = config;
  return guardedProcessor(createSandboxProcessor({ db, clock }), { timeoutMs, settleAfterMs, logger, breaks: false });
}

/** The processor for new cards; undefined if cards are not accepted. */
export function captureProcessor(resources: Resources): CardProcessor | undefined {
  if (!resources.config.SECURE_CAPTURE_ENABLED) return undefined;
  return cardProcessors(resources).byCode(resources.config.CARD_PROCESSOR);
}
