import type { RateLimits } from '../../core/rate-limits/rate-limits.js';
import type { OperationRunner } from '../../gateway/operation-runner-interface.js';
import type { BaseServices } from '../../rest-facade/host/base-host.js';
import { auditedExports } from './audited-exports-letters-and-contact-reads.js';
import { commonServices } from './common-facade-services.js';
import type { Resources } from './resources.js';
import { sandboxScenarios } from './sandbox-scenarios.js';

/** How the base host reaches the files of subgraphs. */
export type FacadeFiles = Pick<BaseServices, 'exports' | 'boardings'>;

/** Services of the base host. */
export function baseServices(
  resources: Resources,
  operations: OperationRunner,
  limits: RateLimits,
  isReady: () => Promise<boolean>,
  { exports, boardings }: FacadeFiles,
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
