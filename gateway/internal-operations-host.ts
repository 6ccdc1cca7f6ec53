import { z } from 'zod';
import type { TokenVerifier } from '../core/auth/internal-token.js';
import type { HttpHost } from '../core/http/front/http-host.js';
import { createRoutedHost } from '../core/http/front/routed-host.js';
import { healthRoutes } from '../core/http/health.js';
import { internalRoute } from '../core/http/internal-route.js';
import type { Logger } from '../core/logging/logger.js';
import type { Gateway } from './gateway.js';

export interface GatewayPartsHostSource {
  readonly gateway: Pick<Gateway, 'runById'>;
  readonly tokens: TokenVerifier;
  readonly isReady: () => Promise<boolean>;
  readonly logger: Logger;
}

/**
 * The gateway's internal API for other parts, on a separate port that clients cannot reach: `/operations/{id}` for the
 * REST facade.
 */
export function createGatewayPartsHost({ gateway, tokens, isReady, logger }: GatewayPartsHostSource): HttpHost {
  const body = z.object({ variables: z.record(z.string(), z.unknown()) });
  const operations = {
    method: 'POST',
    path: '/operations/{operation_id}',
    handlers: internalRoute({ tokens, logger }, body, ({ principal, requestId, path, body: { variables } }) =>
      gateway.runById(String(path['operation_id']), variables, { principal, requestId }),
    ),
  } as const;
  const routes = [...healthRoutes(isReady, tokens), operations];
  return createRoutedHost({ routes, logger, parts: tokens });
}
