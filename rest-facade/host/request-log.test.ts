import { pino } from 'pino';
import { expect, it } from 'vitest';
import { fakeServices, listen } from '../testing/fake-services.js';
import { createBaseHost } from './base-host.js';

it('one line per request: the caller and the operation, never a token, a parameter, a query or a body', async () => {
  const lines: string[] = [];
  const logger = pino({}, { write: (line: string) => lines.push(line) });
  const host = createBaseHost({ ...fakeServices(), logger }, 'false');
  const base = await listen(host);
  const headers = { 'content-type': 'application/json', 'x-request-id': 'r-1', 'idempotency-key': 'private-key' };
  await fetch(`${base}/v1/accounts/private-account/payments?private=query`, {
    method: 'POST',
    headers: { ...headers, authorization: 'Bearer clerk' },
    body: '{"memo":"private memo"}',
  });
  await fetch(`${base}/v1/oauth/token`, {
    method: 'POST',
    headers,
    body: '{"grant_type":"client_credentials","client_id":"client01","client_secret":"private-secret"}',
  });
  await fetch(`${base}/v1/oauth/token`, {
    method: 'POST',
    headers,
    body: '{"grant_type":"client_credentials","client_id":"client01","client_secret":"right"}',
  });
  await fetch(`${base}/private-path`);
  await host.stop(1000);

  const common = { level: 30, msg: 'request', ms: expect.any(Number) };
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    {
      ...common,
      request_id: 'r-1',
      method: 'POST',
      route: '/v1/accounts/{account_id}/payments',
      status: 422,
      key_prefix: 'clerk001',
      organization_ids: ['01J00000000000000000000RGA'],
    },
    {
      ...common,
      route: '/v1/oauth/token',
      status: 401,
      key_prefix: null,
      organization_ids: null,
      address: '127.0.0.1',
    },
    { ...common, route: '/v1/oauth/token', status: 200, key_prefix: 'client01', organization_ids: null },
    { ...common, route: null, status: 404 },
  ]);
  expect(lines.map((line) => JSON.parse(line).address)).toEqual([undefined, '127.0.0.1', undefined, undefined]);
  expect(lines.join('')).not.toMatch(/private|Bearer/);
});
