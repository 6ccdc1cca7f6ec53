import type { RateLimits } from '../../core/rate-limits/rate-limits.js';
import type { BoardingUploads } from '../../gateway/boarding-uploads-interface.js';
import type { Gateway } from '../../gateway/gateway.js';
import { createGatewayHost } from '../../gateway/host.js';
import { createGatewayPartsHost } from '../../gateway/internal-operations-host.js';
import type { ListExports } from '../../gateway/list-exports-interface.js';
import type { ReportExports } from '../../rest-facade/host/report-exports-interface.js';
import { gatewayBoardings } from '../assembly/boarding-uploads.js';
import { dashboard } from '../assembly/dashboard-sign-in-ways.js';
import { gatewayExports } from '../assembly/gateway-exports.js';
import type { Resources } from '../assembly/resources.js';
import { type HostPart, hostPart } from './host-part.js';

interface GatewayFiles {
  /** Whether there is only demo data: then a browser on this machine may sign in without a password. */
  readonly isDemo?: boolean;
  readonly exports: ReportExports;
  readonly lists: ListExports;
  readonly boardings: BoardingUploads;
}

export function gatewayPart(
  resources: Resources,
  gateway: Gateway,
  limits: RateLimits,
  { isDemo = false, exports, lists, boardings }: GatewayFiles,
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
    exports: gatewayExports(resources, gateway, exports, lists),
    boardings: gatewayBoardings(resources, boardings),
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
