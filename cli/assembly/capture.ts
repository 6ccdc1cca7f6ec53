import { servicingDate } from '../../core/servicing-day.js';
import { type CaptureServices, captureServices } from '../../rest-facade/secure/capture-services.js';
import { captureProcessor } from './outside.js';
import type { Resources } from './resources.js';

/** How the secure host captures cards; undefined where capture is not enabled. */
export function cardCapture(resources: Resources): CaptureServices | undefined {
  const { config, clock } = resources;
  const processor = captureProcessor(resources);
  if (processor === undefined) return undefined;
  return captureServices({
    processor: processor.code,
    tokenize: (order) => processor.tokenize(order),
    fingerprintSecret: config.CARD_FINGERPRINT_SECRET,
    today: () => servicingDate(clock.now()),
  });
}
