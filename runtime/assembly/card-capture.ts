import { SANDBOX_PROCESSOR_CODE } from '../../connectors/card-processors/sandbox/sandbox.js';
import { signedEvents } from '../../connectors/card-processors/signed-event-reader.js';
import { STRIPE_PROCESSOR_CODE } from '../../connectors/card-processors/stripe/stripe.js';
import { servicingDate } from '../../core/time/servicing-day.js';
import { type CaptureServices, captureServices } from '../../rest-facade/secure/capture-services.js';
import type { ProcessorEventIntake } from '../../rest-facade/secure/processor-events.js';
import { captureProcessor, sandboxProcessor } from './card-processors.js';
import type { Resources } from './resources.js';

/** How the secure host captures cards; undefined if capture is not enabled. */
export function cardCapture(resources: Resources): CaptureServices | undefined {
  const { config, clock } = resources;
  const processor = captureProcessor(resources);
  if (processor === undefined) return undefined;
  const sandbox = processor.code === SANDBOX_PROCESSOR_CODE ? processor : sandboxProcessor(resources);
  return captureServices({
    processor: processor.code,
    // The processor was chosen when the capture began: always the sandbox for a sandbox organization.
    tokenize: (order, code) => (code === SANDBOX_PROCESSOR_CODE ? sandbox : processor).tokenize(order),
    fingerprintSecret: config.CARD_FINGERPRINT_SECRET,
    today: () => servicingDate(clock.now()),
  });
}

/** Card processors whose events the secure host accepts: those with a configured signature secret. */
export function processorEventIntake({ config, clock }: Resources): ProcessorEventIntake {
  const { STRIPE_WEBHOOK_SECRETS: ofStripe, SANDBOX_CARD_WEBHOOK_SECRETS: ofSandbox } = config;
  const known = [
    { code: STRIPE_PROCESSOR_CODE, secrets: ofStripe },
    { code: SANDBOX_PROCESSOR_CODE, secrets: ofSandbox },
  ];
  const readers = known.flatMap(({ code, secrets }) => (secrets.length === 0 ? [] : [signedEvents(code, secrets)]));
  return { readers, now: () => clock.now() };
}
