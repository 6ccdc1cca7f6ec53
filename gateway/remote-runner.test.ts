import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { InternalTokens } from '../core/auth/internal-token.js';
import type { GraphRequest } from '../core/graphql/executor.js';
import { createLogger } from '../core/logging/logger.js';
import { ANONYMOUS } from '../core/principal/principal.js';
import { graphOperations } from '../core/telemetry/metrics.js';
import { systemClock } from '../core/time/clock.js';
import { deployedParts } from '../test/support/part-keys.js';
import { createGateway, type Gateway } from './gateway.js';
import { createGatewayPartsHost } from './internal-operations-host.js';
import { operationIdOf } from './operation-id.js';
import { releasedOperations } from './released-operations.js';
import { remoteRunner } from './remote-runner.js';

/*
 * A gateway called by other parts over HTTP: by facades of this version, of 0.2.0 and of one that is not released yet.
 */

const file = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8');
const documents: Readonly<Record<string, string>> = JSON.parse(file('persisted-operations.json'));
const released = releasedOperations(new URL('released-operations', import.meta.url).pathname);
const [house, silent] = [deployedParts(), createLogger('silent', 'test')];
const caller = { principal: ANONYMOUS, requestId: 'r-1' };

/** The gateway's calls to the payments subgraph. */
const asked: GraphRequest[] = [];
/** The facade's log. */
const logged: Record<string, unknown>[] = [];
let gateway: Gateway;
let host: ReturnType<typeof createGatewayPartsHost>;
let url: string;

beforeAll(async () => {
  const payments = {
    execute: async (request: GraphRequest) => {
      asked.push(request);
      return { data: { done: true } };
    },
  };
  const none = { execute: () => Promise.reject(new Error('no operation of this test is for this subgraph')) };
  gateway = await createGateway({
    recordContactRead: async () => undefined,
    supergraphSdl: file('supergraph.graphql'),
    preparedOperations: JSON.parse(file('prepared-operations.json')),
    persistedOperations: documents,
    registeredDocuments: new Map(),
    subgraphs: { servicing: none, payments, reporting: none, messaging: none },
    limits: {
      ...{ depth: 14, rootFields: 20, aliases: 50, directives: 50, cost: 25_000, tokens: 2_000, values: 1_000 },
      mostCharacters: 10_000,
    },
    isProduction: true,
    logger: silent,
  });
  const tokens = new InternalTokens({ signatures: house.verifier(), clock: systemClock }).verifierFor('gateway');
  host = createGatewayPartsHost({ gateway, tokens, isReady: async () => true, logger: silent });
  await new Promise<void>((resolve) => host.server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(host.server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  asked.length = 0;
  logged.length = 0;
});
afterAll(async () => {
  await host.stop(1_000);
  await gateway.stop();
});

const parts = {
  tokens: new InternalTokens({ signatures: house.signer('rest'), clock: systemClock }),
  logger: pino({}, { write: (line: string) => logged.push(JSON.parse(line)) }),
  readTimeoutMs: 1_000,
};
const facade = (own: Readonly<Record<string, string>>) => remoteRunner(url, own, parts);
/** As 0.2.0 sends it: with the operation's name. */
const facadeOf020 = async (name: string) => {
  const answer = await fetch(`${url}/operations/${name}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-tributary-principal': await parts.tokens.sign(ANONYMOUS, 'gateway'),
    },
    body: '{"variables":{}}',
  });
  return answer.status;
};

it('a facade of this version uses the digest of its document, and metrics have the name', async () => {
  expect(await facade(documents).run('recordPayment', { account_id: 'a' }, caller)).toEqual({ data: { done: true } });
  expect(asked[0]).toMatchObject({
    query: expect.stringContaining('$input'),
    variables: { account_id: 'a' },
  });
  const { values } = await graphOperations.get();
  expect(values.map(({ labels }) => labels['operation'])).toContain('recordPayment');
  expect(values.map(({ labels }) => labels['operation'])).not.toContain(
    operationIdOf(documents['recordPayment'] ?? ''),
  );
});

it('a facade of 0.2.0 gets the fields of its own document', async () => {
  expect(documents['recordPayment']).toContain('$input');
  expect(released['recordPayment']).not.toContain('$input');
  expect(await facadeOf020('recordPayment')).toBe(200);
  expect(asked[0]?.query).not.toContain('$input');
  for (const id of Object.keys(released)) expect([id, await facadeOf020(id)]).not.toEqual([id, 404]);
});

it('an unknown operation is not executed: 503, and the facade logs why', async () => {
  const newer = { recordPayment: 'mutation recordPayment { recordPaymentBetter }', getIt: 'query getIt { it }' };
  for (const name of ['recordPayment', 'getIt']) {
    await expect(facade(newer).run(name, {}, caller)).rejects.toMatchObject({ code: 'service_unavailable' });
    const msg = expect.stringContaining(`it does not know operation ${name}`);
    expect(logged.at(-1)).toMatchObject({ level: 50, operation: name, request_id: 'r-1', status: 404, msg });
  }
  expect(asked).toEqual([]);
  expect(await facadeOf020('neverReleased')).toBe(404);
});
