import { z } from 'zod';
import { Problem } from '../../core/errors/problem.js';
import { local } from '../route.js';

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
  async answer({ services }) {
    if (!(await services.isReady())) throw new Problem('service_unavailable');
    return { status: 200, body: { status: 'ready' } };
  },
});
