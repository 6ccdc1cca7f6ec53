import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { InternalTokens } from '../../core/auth/internal-token.js';
import { ANONYMOUS } from '../../core/principal/principal.js';
import { systemClock } from '../../core/time/clock.js';
import { remoteExports } from '../../gateway/remote-exports.js';
import { remoteSubgraph } from '../../gateway/subgraph-client.js';
import { createSubgraphHost } from '../../subgraphs/subgraph-http-host.js';
import { deployedParts } from '../support/part-keys.js';

const houses = { a: deployedParts(), b: deployedParts() };
const tokens = (instance: keyof typeof houses) =>
  new InternalTokens({ signatures: houses[instance].signer('gateway'), clock: systemClock });
const caller = { principal: ANONYMOUS, requestId: 'r-1' };

/** The log of each of the two parts. */
const here: Record<string, unknown>[] = [];
const there: Record<string, unknown>[] = [];
const logging = (lines: Record<string, unknown>[]) =>
  pino({}, { write: (line: string) => lines.push(JSON.parse(line)) });

const never = new Promise<never>(() => undefined);
const host = createSubgraphHost({
  execute: ({ query }) => (query.includes('hang') ? never : Promise.resolve({ data: { done: true } })),
  tokens: tokens('a').verifierFor('subgraph reporting'),
  isReady: async () => true,
  logger: logging(there),
  exports: { csv: () => Promise.reject(new Error('not played')), stallMs: 1_000 },
});
let url: string;
beforeAll(async () => {
  await new Promise<void>((resolve) => host.server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(host.server.address() as AddressInfo).port}`;
});
afterAll(() => host.stop(1_000));

const parts = (word: keyof typeof houses) => ({ tokens: tokens(word), logger: logging(here), readTimeoutMs: 300 });
const ask = (word: keyof typeof houses, at = url) =>
  remoteSubgraph('reporting', at, parts(word)).execute({ query: '{ done }' }, caller);

it('a part that refuses our signature has done nothing: 503, an error line in the caller’s log, a warning in the other’s', async () => {
  expect(await ask('a')).toEqual({ data: { done: true } });
  await expect(ask('b')).rejects.toMatchObject({ code: 'service_unavailable' });
  const exports = remoteExports(url, parts('b'));
  await expect(exports.csv('car', {}, caller)).rejects.toMatchObject({ code: 'service_unavailable' });
  const told = { request_id: 'r-1', msg: expect.stringContaining('INTERNAL_VERIFICATION_KEYS') };
  const errors = here.filter(({ level }) => level === 50);
  expect(errors).toHaveLength(2);
  expect(errors[0]).toMatchObject(told);
  // Any client may send such a header: one line a minute for each route, however many arrive.
  const warnings = there.filter(({ level }) => level === 40);
  expect(warnings).toHaveLength(2);
  expect(warnings[0]).toMatchObject(told);
});

it('a part that is unreachable: 503, and the cause is in the log', async () => {
  await expect(ask('a', 'http://127.0.0.1:1')).rejects.toMatchObject({ code: 'service_unavailable' });
  expect(here.at(-1)).toMatchObject({ level: 40, err: { code: 'ECONNREFUSED' }, request_id: 'r-1' });
});

it('a part that hangs: a read is 503 after its time limit, because it changes nothing; a write is still waited for', async () => {
  const part = remoteSubgraph('reporting', url, parts('a'));
  const write = part.execute({ query: 'mutation { hang }' }, caller).then(
    () => 'answered',
    () => 'given up',
  );
  for (const query of ['{ hang }', 'query Slow { hang }']) {
    await expect(part.execute({ query }, caller)).rejects.toMatchObject({ code: 'service_unavailable' });
  }
  expect(await Promise.race([write, Promise.resolve('waited for')])).toBe('waited for');
});
