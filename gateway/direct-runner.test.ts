import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { InternalTokens } from '../core/auth/internal-token.js';
import type { GraphRequest, GraphResult } from '../core/graphql/executor.js';
import { createLogger } from '../core/logging/logger.js';
import { ANONYMOUS } from '../core/principal/principal.js';
import { systemClock } from '../core/time/clock.js';
import { createSubgraphHost } from '../subgraphs/subgraph-http-host.js';
import { deployedParts } from '../test/support/part-keys.js';
import { directRunner } from './direct-runner.js';
import type { OperationRunner } from './operation-runner-interface.js';
import { remoteSubgraph } from './subgraph-client.js';

/* A facade that calls the payments subgraph over HTTP, without the gateway. */

const file = (name: string) => JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'));
const documents: Readonly<Record<string, string>> = file('persisted-operations.json');
const prepared = file('prepared-operations.json');
const [house, logger] = [deployedParts(), createLogger('silent', 'test')];
const caller = { principal: ANONYMOUS, requestId: 'r-1' };
const parts = {
  tokens: new InternalTokens({ signatures: house.signer('rest'), clock: systemClock }),
  logger,
  readTimeoutMs: 1_000,
};

const asked: GraphRequest[] = [];
const byGateway: string[] = [];
const stops: (() => Promise<unknown>)[] = [];
let now = 0;
let answer: GraphResult;

beforeEach(() => {
  for (const list of [asked, byGateway]) list.length = 0;
  now = 0;
  answer = { data: { done: true } };
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
});

it('sends an operation to its subgraph only', async () => {
  const runner = runnerTo(await subgraph());
  expect(await runner.run('recordPayment', { account_id: 'a', other: 1 }, caller)).toEqual({ data: { done: true } });
  expect(asked).toEqual([{ query: expect.stringContaining('$input'), variables: { account_id: 'a' } }]);
  expect(byGateway).toEqual([]);
});

it('returns a refusal of the subgraph unchanged', async () => {
  const runner = runnerTo(await subgraph());
  answer = { data: { recordPayment: null }, errors: [{ message: 'no', extensions: { code: 'payment_not_found' } }] };
  expect(await runner.run('recordPayment', {}, caller)).toEqual(answer);
  expect(byGateway).toEqual([]);
});

it.each(['recordPayment', 'getPayment'])(
  '%s goes through the gateway when the subgraph is not reachable from here, and for 10 seconds not to the subgraph',
  async (name) => {
    const address = await subgraph();
    await stops.pop()?.();
    const runner = runnerTo(address);
    expect(await runner.run(name, {}, caller)).toEqual({ data: { by: 'gateway' } });
    await subgraph(house, Number(new URL(address).port));
    now = 9_999;
    await runner.run(name, {}, caller);
    expect([asked.length, byGateway]).toEqual([0, [name, name]]);
    now = 10_001;
    await runner.run(name, {}, caller);
    expect([asked.length, byGateway.length]).toEqual([1, 2]);
  },
);

it('goes through the gateway when the subgraph does not accept our signature', async () => {
  const runner = runnerTo(await subgraph(deployedParts()));
  expect(await runner.run('recordPayment', {}, caller)).toEqual({ data: { by: 'gateway' } });
  expect(asked).toEqual([]);
});

it('goes through the gateway when an older subgraph does not know the document', async () => {
  const runner = runnerTo(await subgraph());
  answer = { data: null, errors: [{ message: 'no such field', extensions: { code: 'GRAPHQL_VALIDATION_FAILED' } }] };
  expect(await runner.run('recordPayment', {}, caller)).toEqual({ data: { by: 'gateway' } });
});

it.each([
  ['recordPayment', 'outcome_unknown'],
  ['getPayment', 'service_unavailable'],
])('%s, whose answer is lost, is %s, and is not run again', async (name, code) => {
  let requests = 0;
  const losing = createServer((request) => {
    requests += 1;
    request.socket.destroy();
  });
  await new Promise<void>((resolve) => losing.listen(0, '127.0.0.1', resolve));
  stops.push(() => new Promise((resolve) => losing.close(resolve)));
  const runner = runnerTo(`http://127.0.0.1:${(losing.address() as AddressInfo).port}`);
  const { errors } = await runner.run(name, {}, caller);
  expect(errors?.map(({ extensions }) => extensions?.['code'])).toEqual([code]);
  expect([requests, byGateway]).toEqual([1, []]);
});

function runnerTo(address: string): OperationRunner {
  const client = remoteSubgraph('payments', address, parts);
  const gateway: OperationRunner = {
    run: async (name) => {
      byGateway.push(name);
      return { data: { by: 'gateway' } };
    },
  };
  const none = { execute: () => Promise.reject(new Error('no operation of this test is for this subgraph')) };
  const subgraphs = { servicing: none, payments: client, reporting: none, messaging: none };
  return directRunner({ documents, prepared, subgraphs, gateway, monotonic: () => now });
}

/** Returns the address of a payments subgraph. */
async function subgraph(deployment = house, port = 0): Promise<string> {
  const tokens = new InternalTokens({ signatures: deployment.verifier(), clock: systemClock });
  const host = createSubgraphHost({
    execute: async (request) => {
      asked.push(request);
      return answer;
    },
    tokens: tokens.verifierFor('subgraph payments'),
    isReady: async () => true,
    logger,
  });
  await new Promise<void>((resolve) => host.server.listen(port, '127.0.0.1', resolve));
  stops.push(() => host.stop(1_000));
  return `http://127.0.0.1:${(host.server.address() as AddressInfo).port}`;
}
