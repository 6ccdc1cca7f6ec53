import type { RateLimits } from '../../core/rate-limits/rate-limits.js';
import type { OperationRunner } from '../../gateway/operation-runner-interface.js';
import type { Resources } from '../assembly/resources.js';

/** Dependencies of every host of the facade. */
export interface FacadeParts {
  readonly resources: Resources;
  readonly operations: OperationRunner;
  readonly limits: RateLimits;
}
