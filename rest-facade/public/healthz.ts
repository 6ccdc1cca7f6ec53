import { local } from '../route.js';

/** Whether this process runs. */
export const healthz = local({
  operationId: 'healthz',
  method: 'GET',
  path: '/healthz',
  answer: () => ({ status: 200, body: { status: 'ok' } }),
});
