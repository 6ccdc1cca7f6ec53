import { INTERNAL_TOKEN_HEADER, type PartDoor } from '../auth/internal-token.js';
import { Problem } from '../errors/problem.js';
import type { HostRoute } from './front/routed.js';

/**
 * `GET /healthz`: the process runs. `GET /readyz`: what it needs is there and it is not being stopped; 503 otherwise.
 *
 * @param tokens - where parts ask: another one signs its question, and 401 tells it that it would not be served
 */
export function healthRoutes(isReady: () => Promise<boolean>, tokens?: PartDoor): readonly HostRoute[] {
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
