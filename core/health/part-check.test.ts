import { once } from 'node:events';
import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { partCheck } from './part-check.js';
import { readinessOf } from './readiness.js';

it('another part is shown as ready, as not ready, and as not there; none of it takes us out of traffic', async () => {
  let status = 200;
  const part = createServer((request, response) => {
    response.writeHead(request.url === '/readyz' ? status : 404).end('{}');
  }).listen(0, '127.0.0.1');
  await once(part, 'listening');
  const address = part.address();
  const port = address !== null && typeof address !== 'string' ? address.port : 0;
  const told = () => readinessOf([partCheck('gateway', `http://127.0.0.1:${port}`)]);

  expect(await told()).toEqual({ isReady: true, checks: { gateway: 'ok' } });
  status = 503;
  expect(await told()).toEqual({ isReady: true, checks: { gateway: 'failed' } });
  part.closeAllConnections();
  await new Promise((resolve) => part.close(resolve));
  expect(await told()).toEqual({ isReady: true, checks: { gateway: 'failed' } });
});
