import { withoutErrorText } from '../../core/logging/log-without-error-text.js';
import type { RateLimits } from '../../core/rate-limits/rate-limits.js';
import type { OperationRunner } from '../../gateway/operation-runner-interface.js';
import type { SecureServices } from '../../rest-facade/host/secure-host.js';
import { cardCapture, processorEventIntake } from './card-capture.js';
import { commonServices } from './common-facade-services.js';
import type { Resources } from './resources.js';

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
