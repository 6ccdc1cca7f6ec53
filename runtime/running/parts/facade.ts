import { partReadinessCheck } from '../../../core/http/part-readiness-check.js';
import { remoteRunner } from '../../../gateway/remote-runner.js';
import { facadeOperations } from '../../assembly/gateway-files.js';
import { rateLimits } from '../../assembly/rate-limits.js';
import { remoteParts } from '../../assembly/remote-parts.js';
import { type Resources, withChecks } from '../../assembly/resources.js';
import type { FacadeParts } from '../../parts/facade-parts.js';
import { ObservabilityPart } from '../../parts/observability-part.js';
import { closing } from '../../parts/part.js';
import type { Begin } from './start-part.js';

/** What both hosts of the facade start before they listen. */
export async function beginFacade(name: 'rest' | 'secure', begin: Begin, shared: Resources): Promise<FacadeParts> {
  const { GATEWAY_URL: gatewayUrl } = shared.config;
  const resources = withChecks(shared, [partReadinessCheck('gateway', gatewayUrl, shared.internalTokens)]);
  const limits = rateLimits(resources, true);
  await begin(closing('rate limits', () => limits.close()));
  await begin(new ObservabilityPart(resources, `tributary-${name}`, [limits.check]));
  const operations = remoteRunner(gatewayUrl, await facadeOperations(), remoteParts(resources));
  return { resources, limits, operations };
}
