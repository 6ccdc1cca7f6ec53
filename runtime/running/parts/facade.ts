import { partReadinessCheck } from '../../../core/http/part-readiness-check.js';
import { directRunner } from '../../../gateway/direct-runner.js';
import type { OperationRunner } from '../../../gateway/operation-runner-interface.js';
import { remoteRunner } from '../../../gateway/remote-runner.js';
import { remoteSubgraph } from '../../../gateway/subgraph-client.js';
import { facadeOperations, preparedOperations } from '../../assembly/gateway-files.js';
import { rateLimits } from '../../assembly/rate-limits.js';
import { remoteParts } from '../../assembly/remote-parts.js';
import { type Resources, withChecks } from '../../assembly/resources.js';
import { subgraphUrls } from '../../assembly/subgraph-urls.js';
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
  const documents = await facadeOperations();
  const gateway = remoteRunner(gatewayUrl, documents, remoteParts(resources));
  const operations = name === 'secure' ? gateway : await directOperations(resources, documents, gateway);
  return { resources, limits, operations };
}

/** The secure host reaches no subgraph: its network allows only the gateway. */
async function directOperations(
  resources: Resources,
  documents: Readonly<Record<string, string>>,
  gateway: OperationRunner,
): Promise<OperationRunner> {
  const [urls, parts] = [subgraphUrls(resources.config), remoteParts(resources)];
  const subgraphs = {
    servicing: remoteSubgraph('servicing', urls.servicing, parts),
    payments: remoteSubgraph('payments', urls.payments, parts),
    reporting: remoteSubgraph('reporting', urls.reporting, parts),
    messaging: remoteSubgraph('messaging', urls.messaging, parts),
  };
  return directRunner({ documents, prepared: await preparedOperations(), subgraphs, gateway });
}
