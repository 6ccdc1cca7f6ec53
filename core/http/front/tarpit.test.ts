import { IncomingMessage, ServerResponse } from 'node:http';
import { type AddressInfo, Socket } from 'node:net';
import type { RequestHandler } from 'express';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { silent } from '../../../test/support/identity.js';
import type { ErrorCode } from '../../errors/catalogue.js';
import { Problem } from '../../errors/problem.js';
import type { HttpHost } from './http-host.js';
import { createRoutedHost, type HostRoute } from './routed-host.js';
import { Tarpit } from './tarpit.js';

/** 60 a minute: one a second, ten at once. Delayed answers wait until their client leaves; no test waits for them. */
const LIMITS = { perMinute: 60, holdMs: 3_600_000, mostHeld: 3 };

let now: number;
let tarpit: Tarpit;
let host: HttpHost;
let base: string;
const clients: AbortController[] = [];

beforeEach(async () => {
  now = 0;
  tarpit = new Tarpit(LIMITS, () => now);
  const routes = [
    { method: 'GET', path: '/refused', handlers: [throwing('missing_token')] },
    { method: 'GET', path: '/missing', handlers: [throwing('account_not_found')] },
    { method: 'GET', path: '/granted', handlers: [(_, response) => void response.json({})] },
  ] as const satisfies readonly HostRoute[];
  host = createRoutedHost({ routes, logger: silent, tarpit, trustProxy: '1' });
  await new Promise<void>((resolve) => host.server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${(host.server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  for (const client of clients.splice(0)) client.abort();
  await host.stop(0);
});

async function ask(path: string, from = '192.0.2.1'): Promise<number> {
  return (await fetch(`${base}${path}`, { headers: { 'x-forwarded-for': from } })).status;
}

function throwing(code: ErrorCode): RequestHandler {
  return () => {
    throw new Problem(code);
  };
}

/** Sends a request whose answer is delayed. */
async function wait(from?: string): Promise<void> {
  const held = tarpit.held;
  const client = new AbortController();
  clients.push(client);
  const headers = { 'x-forwarded-for': from ?? '192.0.2.1' };
  fetch(`${base}/refused`, { headers, signal: client.signal }).catch(() => {});
  await expect.poll(() => tarpit.held).toBe(held + 1);
}

const asked = async (times: number, path: string, from?: string) => {
  for (let n = 0; n < times; n += 1) await ask(path, from);
};

it('answers ten seconds’ worth of refusals at once; delays the next refusal, but no granted request', async () => {
  await asked(10, '/refused');
  await wait();
  expect(await ask('/granted')).toBe(200);
  expect(await ask('/missing')).toBe(404);
  expect(tarpit.held).toBe(1);
});

it('does not count granted requests or missing objects', async () => {
  await asked(30, '/granted');
  await asked(30, '/missing');
  expect(await ask('/refused')).toBe(401);
  expect(tarpit.held).toBe(0);
});

it('counts each address separately, and lowers the count over time', async () => {
  await asked(10, '/refused');
  await wait();
  expect(await ask('/refused', '192.0.2.2')).toBe(401);
  now += 1_000;
  expect(await ask('/refused')).toBe(401);
  await wait();
});

it('releases an answer whose client has left; when too many wait, it answers at once instead of disconnecting', async () => {
  await asked(10, '/refused');
  for (let n = 0; n < LIMITS.mostHeld; n += 1) await wait();
  expect(await ask('/refused')).toBe(401);
  expect(tarpit.held).toBe(LIMITS.mostHeld);
  clients[0]?.abort();
  await expect.poll(() => tarpit.held).toBe(LIMITS.mostHeld - 1);
  await wait();
});

it('delays the 503 of an unauthenticated caller, never that of a known caller', async () => {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const seen = { status: 503, address: '192.0.2.3' };
  for (let n = 0; n < 30; n += 1) await tarpit.pass({ ...seen, isStranger: false }, response);
  for (let n = 0; n < 10; n += 1) await tarpit.pass({ ...seen, isStranger: true }, response);
  const held = tarpit.pass({ ...seen, isStranger: true }, response);
  expect(tarpit.held).toBe(1);
  response.destroy();
  response.emit('close');
  await held;
  expect(tarpit.held).toBe(0);
});
