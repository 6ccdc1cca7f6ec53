import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { silent } from '../../test/support/identity.js';
import { INTERNAL_TOKEN_HEADER, InternalTokens } from '../auth/internal-token.js';
import { systemPrincipal } from '../auth/principal.js';
import { systemClock } from '../clock.js';
import { createHttpHost } from './front/http-host.js';
import { createRoutedHandler } from './front/routed.js';
import { internalRoute } from './internal.js';

const tokens = new InternalTokens({
  signingKey: 'a signing key of at least thirty-two characters',
  clock: systemClock,
});
const handlers = internalRoute({ tokens, logger: silent }, z.object({ n: z.number() }), async ({ body }) => body);
const routes = [{ method: 'POST', path: '/', handlers }] as const;
const host = createHttpHost({ handler: createRoutedHandler({ routes, logger: silent }) });
const server = host.server.listen(0, '127.0.0.1');
let url: string;
let token: string;
beforeAll(async () => {
  const address = server.address() as AddressInfo;
  url = `http://127.0.0.1:${address.port}/`;
  token = await tokens.sign(systemPrincipal('test'));
});
afterAll(() => host.stop(1_000));

async function send(body: string, headers: Readonly<Record<string, string>>): Promise<number> {
  return (await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json', ...headers } }))
    .status;
}

it.each([
  ['what it takes', '{"n":1}', 200],
  ['another body', '{"n":"1"}', 400],
  ['no JSON', '{', 400],
  ['more than it reads', JSON.stringify({ n: 'x'.repeat(9_000_000) }), 413],
])('%s: read only once the principal is verified, 401 before', async (_, body, status) => {
  expect(await send(body, { [INTERNAL_TOKEN_HEADER]: token })).toBe(status);
  expect(await send(body, {})).toBe(401);
  expect(await send(body, { [INTERNAL_TOKEN_HEADER]: 'forged' })).toBe(401);
});
