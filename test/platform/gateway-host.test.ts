import type { AddressInfo } from 'node:net';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Authenticate } from '../../core/auth/authenticate.js';
import { Problem } from '../../core/errors/problem.js';
import type { HttpHost } from '../../core/http/front/http-host.js';
import type { RateLimits } from '../../core/rate-limits/rate-limits.js';
import { createGatewayHost } from '../../gateway/host.js';
import { gatewayBoardings, localBoardings } from '../../runtime/assembly/boarding-uploads.js';
import { gatewayExports } from '../../runtime/assembly/gateway-exports.js';
import { localListExports } from '../../runtime/assembly/list-exports.js';
import { rateLimits } from '../../runtime/assembly/rate-limits.js';
import { localExports } from '../../runtime/assembly/report-exports.js';
import { type ApiAnswer, send } from '../support/api.js';
import { operatorToken } from '../support/operators.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';

let instance: TestInstance;
let limits: RateLimits;
const hosts: HttpHost[] = [];
const lines: string[] = [];
const counted: string[] = [];

beforeAll(async () => {
  instance = await openTestInstance({ worker: false });
  limits = rateLimits(instance.resources, false);
});
afterAll(async () => {
  await Promise.all(hosts.map((host) => host.stop(0)));
  await limits.close();
  await instance.close();
});
beforeEach(() => {
  lines.length = 0;
  counted.length = 0;
});

/** The gateway's own host, with a log and metrics that the test reads. */
async function hostWith(authenticate: Authenticate): Promise<string> {
  const { resources, gateway } = instance;
  const host = createGatewayHost({
    ...{ gateway, authenticate, tarpit: resources.tarpit, isReady: async () => true },
    rateLimits: {
      denial: () => undefined,
      consume: (bucket, key) => {
        counted.push(key);
        return limits.consume(bucket, key);
      },
    },
    logger: pino({}, { write: (line: string) => lines.push(line) }),
    exports: gatewayExports(resources, gateway, localExports(resources), localListExports(resources)),
    boardings: gatewayBoardings(resources, localBoardings(resources)),
    ...{ bodyLimitBytes: 10_000, mostValues: 1_000, trustProxy: 'false', hasExplorer: false },
  });
  hosts.push(host);
  await new Promise<void>((resolve) => host.server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(host.server.address() as AddressInfo).port}/graphql`;
}

const ask = (url: string, bearer: string, query: string): Promise<ApiAnswer> =>
  send(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${bearer}`, 'x-request-id': 'mine-123' },
    body: JSON.stringify({ query }),
  });

it('a log line names the caller, the root fields, and the reason for a refusal; a caller’s request id is kept', async () => {
  const { authenticate } = instance.resources;
  const url = await hostWith(authenticate);
  const viewer = await operatorToken(instance.resources, { subject: 'vic', role: 'viewer' });
  const { prefix, plaintext } = await (await instance.lender()).key();
  const query = 'query Secret { auditLog(subject: "hush") { page { limit } } organizations { page { limit } } }';
  for (const bearer of [viewer, plaintext, 'nobody']) {
    expect((await ask(url, bearer, query)).headers.get('x-request-id')).toBe('mine-123');
  }
  await expect.poll(() => lines.length).toBe(3);
  const common = { request_id: 'mine-123', route: '/graphql' };
  const asked = { ...common, status: 200, fields: ['auditLog', 'organizations'], error_codes: ['insufficient_scope'] };
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { ...asked, key_prefix: null, operator: 'vic', role: 'viewer', organization_ids: 'all' },
    { ...asked, key_prefix: prefix },
    { ...common, status: 401, key_prefix: null },
  ]);
  for (const hidden of ['hush', 'Secret', viewer, plaintext]) expect(lines.join()).not.toContain(hidden);
});

it.each(['invalid_token', 'service_unavailable'] as const)(
  'a failure to authenticate as %s counts against the caller’s address',
  async (code) => {
    const url = await hostWith(async () => {
      throw new Problem(code);
    });
    expect((await ask(url, 'x', '{ __typename }')).json.errors[0].extensions.code).toBe(code);
    expect(counted).toEqual(['address:127.0.0.1']);
  },
);
