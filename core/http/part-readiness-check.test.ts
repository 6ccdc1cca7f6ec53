import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silent } from '../../test/support/identity.js';
import { deployedParts } from '../../test/support/part-keys.js';
import { InternalTokens } from '../auth/internal-token.js';
import { readinessOf } from '../health/readiness.js';
import { SimulatedClock } from '../time/clock.js';
import type { HttpHost } from './front/http-host.js';
import { createRoutedHost } from './front/routed-host.js';
import { healthRoutes } from './health.js';
import { partReadinessCheck } from './part-readiness-check.js';

const signatures = deployedParts().signer('gateway');
const clock = new SimulatedClock('2026-01-15T12:00:00Z');
const tokens = new InternalTokens({ signatures, clock, toleranceSeconds: 60 });
let isReady: boolean;
let host: HttpHost;

beforeEach(async () => {
  isReady = true;
  const routes = healthRoutes(async () => isReady, tokens.verifierFor('gateway'));
  host = createRoutedHost({ routes, logger: silent });
  host.server.listen(0, '127.0.0.1');
  await once(host.server, 'listening');
});
afterEach(() => host.stop(1_000));

const urlOf = ({ server }: { readonly server: Pick<Server, 'address'> }) => {
  const address = server.address();
  return `http://127.0.0.1:${address !== null && typeof address !== 'string' ? address.port : 0}`;
};
const readiness = (url = urlOf(host), signer = tokens) => readinessOf([partReadinessCheck('gateway', url, signer)]);

it('another part that is ready', async () => {
  expect(await readiness()).toEqual({ isReady: true, checks: { gateway: 'ok' } });
});

it('a part that is not ready is reported, but does not make this one unready', async () => {
  isReady = false;
  expect(await readiness()).toEqual({ isReady: true, checks: { gateway: 'failed: it is not ready' } });
});

it('not ready when no instance of the other part answers', async () => {
  const url = urlOf(host);
  await host.stop(1_000);
  expect(await readiness(url)).toEqual({ isReady: false, checks: { gateway: 'failed: no instance of it answers' } });
});

it('a part that answered recently counts as slow for ten seconds', async () => {
  let now = 0;
  const url = urlOf(host);
  const check = partReadinessCheck('gateway', url, tokens, () => now);
  const asked = async () => {
    await new Promise((resolve) => setTimeout(resolve, 1_100)); // the last result is reused for a second
    return readinessOf([check]);
  };
  expect((await readinessOf([check])).isReady).toBe(true);
  await host.stop(1_000);
  now = 9_999;
  expect(await asked()).toEqual({ isReady: true, checks: { gateway: 'failed: no instance of it answers' } });
  now = 10_000;
  expect((await asked()).isReady).toBe(false);
});

it('one answering instance is enough', async () => {
  let asked = 0;
  const balancer = createServer((request, response) => {
    asked += 1;
    if (request.url === '/healthz' && asked < 3) request.socket.destroy();
    else response.end('{}');
  }).listen(0, '127.0.0.1');
  await once(balancer, 'listening');
  expect((await readiness(urlOf({ server: balancer }))).isReady).toBe(true);
  await new Promise((closed) => balancer.close(closed));
});

const otherKey = new InternalTokens({ signatures: deployedParts().signer('gateway'), clock });
const ahead = new InternalTokens({ signatures, clock: new SimulatedClock('2026-01-15T12:02:00Z') });
it.each([
  ['key', otherKey],
  ['clock', ahead],
])('not ready when the other part rejects our signature because of another %s', async (_, signer) => {
  const reason = 'it rejects our signature: its INTERNAL_VERIFICATION_KEYS lack our key, or the clocks differ';
  expect(await readiness(urlOf(host), signer)).toEqual({ isReady: false, checks: { gateway: `failed: ${reason}` } });
});
