import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { silent } from '../../test/support/identity.js';
import { deployedParts } from '../../test/support/part-keys.js';
import { INTERNAL_TOKEN_HEADER, InternalTokens } from '../auth/internal-token.js';
import { ANONYMOUS } from '../principal/principal.js';
import { systemClock } from '../time/clock.js';
import { createRoutedHost } from './front/routed-host.js';
import { internalRoute } from './internal-route.js';

const tokens = new InternalTokens({
  signatures: deployedParts().signer('gateway'),
  clock: systemClock,
});
const lines: string[] = [];
const logger = pino({}, { write: (line: string) => lines.push(line) });
async function listening() {
  const handlers = internalRoute(
    { tokens: tokens.verifierFor('gateway'), logger },
    z.object({ n: z.number() }),
    async ({ body }) => body,
  );
  const routes = [{ method: 'POST', path: '/', handlers }] as const;
  const { server, stop } = createRoutedHost({ routes, logger: silent });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, stop: () => stop(1_000) };
}

let host: Awaited<ReturnType<typeof listening>>;
let token: string;
beforeAll(async () => {
  host = await listening();
  token = await tokens.sign(ANONYMOUS, 'gateway');
});
afterAll(() => host.stop());

async function send(body: string, headers: Readonly<Record<string, string>>, url = host.url): Promise<number> {
  return (await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }))
    .status;
}

it.each([
  ['a valid body', '{"n":1}', 200],
  ['another body', '{"n":"1"}', 400],
  ['no JSON', '{', 400],
  ['a body over the limit', JSON.stringify({ n: 'x'.repeat(17_000_000) }), 413],
])('%s: read only once the principal is verified, 401 before', async (_, body, status) => {
  expect(await send(body, { [INTERNAL_TOKEN_HEADER]: token })).toBe(status);
  expect(await send(body, {})).toBe(401);
  expect(await send(body, { [INTERNAL_TOKEN_HEADER]: 'forged' })).toBe(401);
});

it('a forged principal gets 401 each time, and one warning in the log', async () => {
  lines.length = 0;
  const forger = new InternalTokens({
    signatures: deployedParts().signer('gateway'),
    clock: systemClock,
  });
  const forged = await forger.sign(ANONYMOUS, 'gateway');
  const { url: another, stop } = await listening();
  for (let times = 0; times < 5; times += 1) {
    expect(await send('{"n":1}', { [INTERNAL_TOKEN_HEADER]: forged }, another)).toBe(401);
  }
  expect(await send('{"n":1}', {}, another)).toBe(401);
  expect(await send('{"n":1}', { [INTERNAL_TOKEN_HEADER]: token }, another)).toBe(200);
  await stop();
  expect(lines.map((line) => JSON.parse(line).level)).toEqual([pino.levels.values['warn']]);
});
