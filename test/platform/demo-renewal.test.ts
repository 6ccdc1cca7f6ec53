import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { SimulatedClock } from '../../core/time/clock.js';
import type { DemoCredentials } from '../../runtime/demo/credentials-file.js';
import { DemoRenewal } from '../../runtime/demo/credentials-renewal.js';
import { ensureCredentials } from '../../runtime/demo/seed-and-write-demo-credentials.js';
import { graphClient } from '../support/graph.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

const clock = new SimulatedClock('2026-01-15T12:00:00Z');
let instance: TestInstance;
beforeAll(async () => {
  instance = await openTestInstance({ worker: false, clock });
  for (const name of ['Alder Lending', 'Birch Credit', 'Cedar Finance']) await instance.lender(name);
});
afterAll(() => instance.close());

it('the demo operator’s token lasts 12 hours, and the credentials file gets a new one after six, with the same keys', async () => {
  const addresses = { base_url: instance.baseUrl, graphql_url: instance.graphqlUrl, secure_url: instance.secureUrl };
  const { credentials: first, path } = await ensureCredentials(instance.resources, addresses);
  const renewal = new DemoRenewal(instance.resources, addresses);
  const written = async (): Promise<DemoCredentials> => JSON.parse(await readFile(path, 'utf8'));
  const status = async (token: string) => (await graphClient(instance.graphqlUrl, token)('{ __typename }')).status;

  clock.moveTo('2026-01-15T17:59:00Z');
  await renewal.look();
  expect(await written()).toEqual(first);

  clock.moveTo('2026-01-15T18:00:00Z');
  await Promise.all([renewal.look(), renewal.look()]);
  const second = await written();
  expect(second).toEqual({ ...first, operator_token: expect.any(String) });
  expect(second.operator_token).not.toBe(first.operator_token);
  expect([await status(first.operator_token), await status(second.operator_token)]).toEqual([200, 200]);

  clock.moveTo('2026-01-16T00:00:00Z');
  expect([await status(first.operator_token), await status(second.operator_token)]).toEqual([401, 200]);
  const { rows } = await instance.resources.pool.query("select name from operator_token where created_by = 'demo'");
  expect(rows).toEqual([{ name: 'demo-operator' }, { name: 'demo-operator' }]);
});
