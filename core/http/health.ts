import { INTERNAL_TOKEN_HEADER, type InternalTokens } from '../auth/internal-token.js';
import { Problem } from '../errors/problem.js';
import type { HostRoute } from './front/routed.js';

/**
 * `GET /healthz`: the process runs; another part signs its question, and 401 tells it that it would not be served. `GET /readyz`:
 * what it needs is there and it is not being stopped; 503 otherwise.
 */
export function healthRoutes(isReady: () => Promise<boolean>, tokens: InternalTokens): readonly HostRoute[] {
  return [
    {
      method: 'GET',
      path: '/healthz',
      handlers: [
        async (request, response) => {
          const token = request.get(INTERNAL_TOKEN_HEADER);
          if (token !== undefined && (await tokens.verify(token)) === undefined) throw new Problem('invalid_token');
          response.json({ status: 'ok' });
        },
      ],
    },
    {
      method: 'GET',
      path: '/readyz',
      handlers: [
        async (_request, response) => {
          if (!(await isReady())) throw new Problem('service_unavailable');
          response.json({ status: 'ready' });
        },
      ],
    },
  ];
}
