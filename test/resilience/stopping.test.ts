import { afterAll, expect, it } from 'vitest';
import { send } from '../support/api.js';
import { freePort } from '../support/free-ports.js';
import { Product } from '../support/process.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let product: Product;
afterAll(async () => {
  await product?.kill();
  await instance?.close();
});

it('SIGTERM › /readyz is 503 at once on both ports while requests are still accepted; a second signal stops it in an orderly way', async () => {
  instance = await openTestInstance({ worker: false });
  const lender = await instance.lender();
  const { token } = await lender.api();
  const [port, metricsPort] = [await freePort(), await freePort()];
  const [base, operations] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${metricsPort}`];
  product = new Product({
    command: ['serve', 'rest'],
    environment: {
      NODE_ENV: 'test',
      LOG_LEVEL: 'fatal',
      DATABASE_URL: instance.databaseUrl,
      TRIBUTARY_DATA_DIR: instance.resources.config.dataDir,
      PUBLIC_URL: instance.resources.issuer,
      PORT: String(port),
      GATEWAY_URL: instance.gatewayUrl,
      METRICS_PORT: String(metricsPort),
      SHUTDOWN_DELAY_MS: '600000',
    },
  });
  await product.startAndWaitFor(base);
  const ready = () => Promise.all([base, operations].map(async (url) => (await send(`${url}/readyz`)).status));
  expect(await ready()).toEqual([200, 200]);

  product.tell('SIGTERM');
  await expect.poll(ready).toEqual([503, 503]);
  expect((await send(`${operations}/readyz`)).json).toMatchObject({
    status: 'not_ready',
    checks: { database: 'ok', 'not being stopped': 'failed' },
  });
  const asked = await send(`${base}/v1/organizations`, { headers: { authorization: `Bearer ${token}` } });
  expect([asked.status, asked.headers.get('connection')]).toEqual([200, 'close']);

  // A signal directly after the first is ignored as a duplicate of it.
  const again = setInterval(() => product.tell('SIGTERM'), 200);
  expect(await product.kill('SIGTERM')).toBe(0);
  clearInterval(again);
}, 120_000);
