import { Problem } from '../errors/problem.js';
import type { HostRoute } from './front/routed.js';

/** `GET /healthz`: the process runs. `GET /readyz`: what it needs is there and it is not being stopped; 503 otherwise. */
export function healthRoutes(isReady: () => Promise<boolean>): readonly HostRoute[] {
  return [
    { method: 'GET', path: '/healthz', handlers: [(_request, response) => void response.json({ status: 'ok' })] },
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
