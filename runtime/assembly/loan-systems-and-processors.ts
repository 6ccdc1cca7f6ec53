import { guarded as guardedProcessor } from '../../connectors/card-processors/card-processor-with-circuit-breaker.js';
import type { CardProcessor } from '../../connectors/card-processors/port.js';
import { CardProcessors } from '../../connectors/card-processors/registry.js';
import { createSandboxProcessor } from '../../connectors/card-processors/sandbox/sandbox.js';
import { createStripeProcessor } from '../../connectors/card-processors/stripe/stripe.js';
import { createLedger } from '../../connectors/loan-systems/embedded-ledger-as-loan-system.js';
import { guarded } from '../../connectors/loan-systems/loan-system-with-circuit-breaker.js';
import { type ChangingSystems, LoanSystems } from '../../connectors/loan-systems/registry.js';
import { onlyForSandboxes } from '../../connectors/loan-systems/sandbox/restrict-to-sandbox-organizations.js';
import { createSandbox } from '../../connectors/loan-systems/sandbox/sandbox.js';
import type { Remotes } from '../../subgraphs/servicing/loan-systems/loan-system/loan-system.service.js';
import type { Resources } from './resources.js';

/**
 * The loan systems of this process: the built-in ones and the added ones. In production only sandbox organizations use
 * the sandbox.
 */
export function loanSystems({ db, clock, endSchedules, config, logger, addedSystems }: LoanSystemsSource): LoanSystems {
  const guard = {
    timeoutMs: config.LOAN_SYSTEM_TIMEOUT_MS,
    settleAfterMs: config.LOAN_SYSTEM_SETTLE_AFTER_MS,
    breaks: false,
    logger,
  };
  const own = createSandbox({ db, clock });
  const sandbox = guarded(config.isProduction ? onlyForSandboxes(own, db) : own, guard);
  return new LoanSystems([createLedger({ db, clock, endSchedules }), sandbox], addedSystems);
}

interface LoanSystemsSource extends Pick<Resources, 'db' | 'clock' | 'endSchedules' | 'config' | 'logger'> {
  readonly addedSystems: ChangingSystems | undefined;
}

/** What is needed to add remote loan systems. */
export function remoteSystems({ config, clock, logger, loanSystemKinds: kinds }: RemotesSource): Remotes {
  const { secretOf, LOAN_SYSTEM_TIMEOUT_MS: timeoutMs, LOAN_SYSTEM_HOSTS: named, isProduction: requiresHttps } = config;
  const hosts = named.length > 0 || config.isProduction ? named : 'any';
  return { kinds, surroundings: { secretOf, timeoutMs, clock, logger }, requiresHttps, hosts };
}

type RemotesSource = Pick<Resources, 'config' | 'clock' | 'logger' | 'loanSystemKinds'>;

type ProcessorsSource = Pick<Resources, 'db' | 'clock' | 'config' | 'logger'>;

/**
 * The card processors of this process: the sandbox, in production only for sandbox organizations; and Stripe whenever
 * there is a key, so that its stored methods can be charged whichever processor new ones use.
 */
export function cardProcessors(resources: ProcessorsSource): CardProcessors {
  const { config, logger } = resources;
  const timeoutMs = config.CARD_PROCESSOR_TIMEOUT_MS;
  const guard = { timeoutMs, settleAfterMs: config.CARD_PROCESSOR_SETTLE_AFTER_MS, logger };
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
