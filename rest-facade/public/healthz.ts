import { z } from 'zod';
import { local } from '../route.js';

/** Whether this process is running. */
export const healthz = local({
  operationId: 'healthz',
  method: 'GET',
  path: '/healthz',
  contract: {
    summary: 'Health',
    description: 'Whether this process is running.',
    tag: 'Service',
    security: 'none',
    success: {
      status: 200,
      about: 'It runs.',
      body: { name: 'Health', schema: z.object({ status: z.literal('ok') }), example: { status: 'ok' } },
    },
  },
  answer: () => ({ status: 200, body: { status: 'ok' } }),
});
