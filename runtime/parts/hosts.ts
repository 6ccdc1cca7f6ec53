import type { SubgraphName } from '../../core/principal/subgraph-names.js';
import type { RateLimits } from '../../core/rate-limits/rate-limits.js';
import type { Gateway } from '../../gateway/gateway.js';
import { createGatewayHost } from '../../gateway/host.js';
import { createGatewayPartsHost } from '../../gateway/internal-operations-host.js';
import type { OperationRunner } from '../../gateway/operation-runner-interface.js';
import { createBaseHost } from '../../rest-facade/host/base-host.js';
import type { ReportExports } from '../../rest-facade/host/report-exports-interface.js';
import { createSecureHost } from '../../rest-facade/host/secure-host.js';
import type { BoardingUploads } from '../../rest-facade/v1/ledger/boarding-uploads-interface.js';
import { createSubgraphHost } from '../../subgraphs/subgraph-http-host.js';
import { receiveBoarding } from '../assembly/boarding-uploads.js';
import { dashboard } from '../assembly/dashboard-sign-in-ways.js';
import { baseServices, secureServices } from '../assembly/facade-services-and-rate-limits.js';
import { subgraphExecutor } from '../assembly/gateway-and-subgraph-executors.js';
import { exportReport, gatewayExports } from '../assembly/report-exports.js';
import type { Resources } from '../assembly/resources.js';
import { subgraphsSource } from '../assembly/subgraphs-source.js';
import { type HostPart, hostPart } from './host-part.js';
import type { Part } from './part.js';

/** Dependencies of every host of the facade. */
interface FacadeParts {
  readonly resources: Resources;
  readonly operations: OperationRunner;
  readonly limits: RateLimits;
  /** A gateway in another process; by default this one's own. */
  readonly exports?: ReportExports;
  readonly boardings?: BoardingUploads;
}

export function basePart({ resources, operations, limits, exports, boardings }: FacadeParts): HostPart {
  const { config } = resources;
  const host = createBaseHost(
    baseServices(resources, operations, limits, resources.isReady, exports, boardings),
    config.TRUST_PROXY,
  );
  return hostPart('rest', host, { host: config.HOST, port: config.PORT, variable: 'PORT' });
}

export function securePart({ resources, operations, limits }: FacadeParts): HostPart {
  const { config } = resources;
  const host = createSecureHost(secureServices(resources, operations, limits), config.TRUST_PROXY);
  return hostPart('secure', host, { host: config.HOST, port: config.SECURE_PORT, variable: 'SECURE_PORT' });
}

/** @param isDemo - whether there is only demo data: then a browser on this machine may sign in without a password */
export function gatewayPart(
  resources: Resources,
  gateway: Gateway,
  limits: RateLimits,
  { isDemo = false, exports }: { readonly isDemo?: boolean; readonly exports?: ReportExports } = {},
): HostPart {
  const { config, authenticate, tarpit, logger, isReady } = resources;
  const host = createGatewayHost({
    gateway,
    authenticate,
    rateLimits: limits,
    tarpit,
    isReady,
    logger,
    bodyLimitBytes: config.GRAPHQL_BODY_LIMIT_BYTES,
    mostValues: config.GRAPHQL_MAX_VALUES,
    trustProxy: config.TRUST_PROXY,
    hasExplorer: config.EXPLORER_ENABLED,
    exports: gatewayExports(resources, gateway, exports),
    dashboard: config.DASHBOARD_ENABLED ? dashboard(resources, isDemo) : undefined,
  });
  return hostPart('gateway', host, { host: config.HOST, port: config.GRAPHQL_PORT, variable: 'GRAPHQL_PORT' });
}

/** The gateway's API for other parts, if they run separately. */
export function gatewayPartsPart(resources: Resources, gateway: Gateway, port: number): HostPart {
  const { config, logger, isReady } = resources;
  const tokens = resources.internalTokens.verifierFor('gateway');
  const host = createGatewayPartsHost({ gateway, tokens, isReady, logger });
  return hostPart('gateway for parts', host, { host: config.HOST, port, variable: 'INTERNAL_PORT' });
}

export function subgraphPart(resources: Resources, name: SubgraphName, port: number): HostPart {
  const { config, isReady, logger } = resources;
  const tokens = resources.internalTokens.verifierFor(`subgraph ${name}`);
  const execute = subgraphExecutor(name, subgraphsSource(resources), resources.replica);
  const host = createSubgraphHost({
    execute,
    tokens,
    isReady,
    logger,
    ...(name === 'servicing' && { boardings: receiveBoarding(resources) }),
    ...(name === 'reporting' && { exports: { csv: exportReport(resources), stallMs: config.REPORT_EXPORT_STALL_MS } }),
  });
  return hostPart(`subgraph ${name}`, host, { host: config.HOST, port, variable: 'INTERNAL_PORT' });
}

/** A part that needs no start but must be closed: the gateway's server, the limits' store. */
export function closing(name: string, close: () => Promise<void>): Part {
  return { name, start: async () => {}, stop: close };
}
