import { partReadinessCheck } from '../../../core/http/part-readiness-check.js';
import { SUBGRAPH_NAMES } from '../../../core/principal/subgraph-names.js';
import { remoteBoardings } from '../../../gateway/remote-boarding-upload.js';
import { remoteExports, remoteListExports } from '../../../gateway/remote-exports.js';
import { remoteGateway } from '../../assembly/gateway.js';
import { rateLimits } from '../../assembly/rate-limits.js';
import { remoteParts } from '../../assembly/remote-parts.js';
import { withChecks } from '../../assembly/resources.js';
import { subgraphUrls } from '../../assembly/subgraph-urls.js';
import { gatewayPart, gatewayPartsPart } from '../../parts/gateway-host-parts.js';
import { requireFreePorts } from '../../parts/listen-and-check-ports.js';
import { ObservabilityPart } from '../../parts/observability-part.js';
import { closing } from '../../parts/part.js';
import { internalPort } from './internal-port.js';
import type { StartPart } from './start-part.js';

export const startPart: StartPart = async (begin, shared) => {
  const { config } = shared;
  const port = internalPort(config, config.GATEWAY_URL);
  await requireFreePorts([
    { host: config.HOST, port: config.GRAPHQL_PORT, variable: 'GRAPHQL_PORT' },
    { host: config.HOST, port, variable: 'INTERNAL_PORT (or that of GATEWAY_URL)' },
  ]);
  const urls = subgraphUrls(config);
  const subgraphs = SUBGRAPH_NAMES.map((name) =>
    partReadinessCheck(`subgraph ${name}`, urls[name], shared.internalTokens),
  );
  const resources = withChecks(shared, subgraphs);
  const gateway = await remoteGateway(resources);
  await begin(closing('gateway server', () => gateway.stop()));
  const limits = rateLimits(resources, true);
  await begin(closing('rate limits', () => limits.close()));
  await begin(new ObservabilityPart(resources, 'tributary-gateway', [limits.check]));
  await begin(gatewayPartsPart(resources, gateway, port));
  const parts = remoteParts(resources);
  const exports = remoteExports(config.SUBGRAPH_REPORTING_URL, parts);
  const lists = remoteListExports(urls, parts);
  const boardings = remoteBoardings(config.SUBGRAPH_SERVICING_URL, parts);
  return begin(gatewayPart(resources, gateway, limits, { exports, lists, boardings }));
};
