import { z } from 'zod';
import { Problem } from '../../core/errors/problem.js';
import { type Asked, local } from '../route.js';

/** What knows whether this process can serve. */
export interface ReadinessServices {
  /** Whether what requests need behind this host is there. */
  readonly isReady: () => Promise<boolean>;
}

/** Whether this process can serve: what it needs is there, and it is not being stopped. */
export const readyz = local({
  operationId: 'readyz',
  method: 'GET',
  path: '/readyz',
  contract: {
    summary: 'Readiness',
    description: 'Whether this process can serve: what it needs is there, and it is not being stopped.',
    tag: 'Service',
    refusals: ['service_unavailable'],
    security: 'none',
    success: {
      status: 200,
      about: 'It can serve.',
      body: { name: 'Readiness', schema: z.object({ status: z.literal('ready') }), example: { status: 'ready' } },
    },
  },
  answer: async ({ services }: Asked<ReadinessServices>) => {
    if (!(await services.isReady())) throw new Problem('service_unavailable');
    return { status: 200, body: { status: 'ready' } };
  },
});
