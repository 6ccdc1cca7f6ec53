import { z } from 'zod';
import { Problem } from '../../core/errors/problem.js';
import { type LocalRequest, local } from '../route.js';

/** Reports whether this process can serve. */
export interface ReadinessServices {
  /** Whether the dependencies of this host's requests are available. */
  readonly isReady: () => Promise<boolean>;
}

/** Whether this process can serve: its dependencies are available, and it is not being stopped. */
export const readyz = local({
  operationId: 'readyz',
  method: 'GET',
  path: '/readyz',
  contract: {
    summary: 'Readiness',
    description: 'Whether this process can serve: its dependencies are available, and it is not being stopped.',
    tag: 'Service',
    refusals: ['service_unavailable'],
    security: 'none',
    success: {
      status: 200,
      about: 'It can serve.',
      body: { name: 'Readiness', schema: z.object({ status: z.literal('ready') }), example: { status: 'ready' } },
    },
  },
  answer: async ({ services }: LocalRequest<ReadinessServices>) => {
    if (!(await services.isReady())) throw new Problem('service_unavailable');
    return { status: 200, body: { status: 'ready' } };
  },
});
