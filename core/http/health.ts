import { INTERNAL_TOKEN_HEADER, type TokenVerifier } from '../auth/internal-token.js';
import { Problem } from '../errors/problem.js';
import type { HostRoute } from './front/routed-host.js';

/**
 * `GET /healthz`: the process runs. `GET /readyz`: its dependencies are available and it is not stopping; 503
 * otherwise.
 *
 * @param tokens - for hosts that other parts call: they sign the request, and a 401 shows that this host would not
 *   serve them
 */
export function healthRoutes(isReady: () => Promise<boolean>, tokens?: TokenVerifier): readonly HostRoute[] {
  return [
    {
      method: 'GET',
      path: '/healthz',
      handlers: [
        async (request, response) => {
          const token = tokens && request.get(INTERNAL_TOKEN_HEADER);
          if (token !== undefined && (await tokens?.verify(token)) === undefined) throw new Problem('invalid_token');
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
