import { once } from 'node:events';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it } from 'vitest';
import { createWebhookReceivers, type ReceiverOptions } from './deliver-message.js';
import { NameNotResolved } from './host-addresses.js';

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function receiver(listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

const sending = (url: string, options: Partial<ReceiverOptions> = {}) =>
  createWebhookReceivers({ allowedNetworks: [], requiresHttps: false, timeoutMs: 500, ...options }).send({
    url,
    id: 'evt_1',
    body: '{"id":"evt_1"}',
    secrets: [SECRET],
    at: new Date(),
  });
const LOOPBACK = { allowedNetworks: ['127.0.0.0/8'] };

describe('an address', () => {
  const { problemOf } = createWebhookReceivers({ allowedNetworks: [], requiresHttps: true, timeoutMs: 1 });
  it.each([
    ...['http://receiver.example/', 'ftp://receiver.example/', 'receiver.example', '', 'https://a:b@receiver.example/'],
    ...['https://receiver.example/#x', 'https://2130706433/', 'https://[::1]/', 'https://169.254.169.254/latest'],
    ...[
      'https://postgres/',
      'https://postgres./',
      'https://localhost/',
      'https://hook.localhost/',
      'https://PRINTER.local/',
    ],
    ...['https://vault.internal.:8200/', 'https://hook.lenders.svc/', 'https://hook.lenders.svc.cluster.local/'],
    ...['https://receiver.example:22/', 'https://receiver.example:25/', 'https://receiver.example:80/'],
    ...['https://receiver.example:1023/', 'https://receiver.example:0/'],
  ])('is refused: %s', (url) => {
    expect(problemOf(url)).toEqual(expect.any(String));
  });
  it('is accepted if it is https and public', () => {
    expect(problemOf('https://receiver.example:8443/hook?a=b')).toBeUndefined();
    expect(problemOf('https://svc.internal.example/')).toBeUndefined();
    for (const port of [443, 1_024, 65_535])
      expect([port, problemOf(`https://receiver.example:${port}/`)]).toEqual([port, undefined]);
  });
  it('may have port 80 only in development', () => {
    const { problemOf: problem } = createWebhookReceivers({ allowedNetworks: [], requiresHttps: false, timeoutMs: 1 });
    expect(problem('http://receiver.example:80/')).toBeUndefined();
    expect(problem('http://receiver.example:25/')).toEqual(expect.any(String));
  });
  it('is still sent to if its port is no longer accepted', async () => {
    const receivers = createWebhookReceivers({
      allowedNetworks: ['127.0.0.0/8'],
      requiresHttps: false,
      timeoutMs: 2_000,
    });
    const message = { url: 'http://127.0.0.1:1/', id: 'msg_1', body: '{}', secrets: [SECRET], at: new Date() };
    expect(receivers.problemOf(message.url)).toEqual(expect.any(String));
    expect((await receivers.send(message)).error).toBe('connection_refused');
  });
  it.each([
    { allowedNetworks: ['10.0.0.0/8'], requiresHttps: true },
    { allowedNetworks: [], requiresHttps: false },
  ])('may have a name of the operator’s own network if that is allowed, and in development: %j', (options) => {
    const { problemOf: problem } = createWebhookReceivers({ ...options, timeoutMs: 1 });
    expect(problem('https://hook.lenders.svc.cluster.local/')).toBeUndefined();
  });
});

describe('sending a webhook', () => {
  it.each(['2130706433', '0x7f.1', '0177.0.0.1', '127.1', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::1]', '0'])(
    'does not connect to http://%s/, whose name is not resolved',
    async (host) => {
      let calls = 0;
      const port = await receiver((_, answer) => {
        calls += 1;
        answer.end();
      });
      expect(await sending(`http://${host}:${port}/`)).toMatchObject({
        error: 'address_not_allowed',
        httpStatus: null,
      });
      expect(calls).toBe(0);
    },
  );

  it.each([['127.0.0.1'], ['93.184.216.34', '10.0.0.1'], ['::1'], ['169.254.169.254']])(
    'does not connect if one of the addresses of a name is not allowed: %s %s',
    async (...addresses) => {
      const resolve: ReceiverOptions['resolve'] = async () =>
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
      const answer = await sending('http://innocent.example/', { resolve });
      expect(answer).toMatchObject({ succeeded: false, error: 'dns' });
    },
  );

  it('reports a name that resolves to an internal address like an unknown name; only the log has the difference', async () => {
    const log: object[] = [];
    const logger = { info: (fields: object) => void log.push(fields) };
    const resolve: ReceiverOptions['resolve'] = async (name) => {
      if (name === 'inside.example') return [{ address: '10.0.0.7', family: 4 }];
      throw new NameNotResolved();
    };
    const said = async (name: string) => {
      const { durationMs: _, ...delivered } = await sending(`http://${name}/`, { resolve, logger });
      return delivered;
    };
    expect(await said('inside.example')).toEqual(await said('missing.example'));
    expect(log).toEqual([
      { host: 'inside.example', reason: 'address_not_allowed' },
      { host: 'missing.example', reason: 'dns' },
    ]);
  });

  it('resolves the name again at each try', async () => {
    const port = await receiver((_, answer) => answer.end('ok'));
    const addresses = ['127.0.0.1', '10.0.0.1'];
    const resolve: ReceiverOptions['resolve'] = async () => [{ address: addresses.shift() ?? '', family: 4 }];
    const receivers = createWebhookReceivers({ ...LOOPBACK, requiresHttps: false, timeoutMs: 500, resolve });
    const message = {
      url: `http://rebinding.example:${port}/`,
      id: 'e',
      body: '{}',
      secrets: [SECRET],
      at: new Date(),
    };
    expect(await receivers.send(message)).toMatchObject({ succeeded: true });
    expect(await receivers.send(message)).toMatchObject({ error: 'dns' });
  });

  it('signs so that the standard’s own package verifies it, with each of two secrets', async () => {
    const seen: { body: string; headers: Record<string, string> }[] = [];
    const port = await receiver((request, answer) => {
      let body = '';
      request.on('data', (part) => (body += part));
      request.on('end', () => {
        seen.push({ body, headers: request.headers as Record<string, string> });
        answer.statusCode = 204;
        answer.end();
      });
    });
    const other = `whsec_${Buffer.alloc(24, 9).toString('base64')}`;
    const receivers = createWebhookReceivers({ ...LOOPBACK, requiresHttps: false, timeoutMs: 500 });
    const url = `http://127.0.0.1:${port}/hook?x=1`;
    const answer = await receivers.send({
      url,
      id: 'evt_1',
      body: '{"a":1}',
      secrets: [SECRET, other],
      at: new Date(),
    });
    expect(answer).toMatchObject({ succeeded: true, httpStatus: 204, error: null });
    const [got] = seen;
    for (const secret of [SECRET, other]) {
      expect(new Webhook(secret).verify(got?.body ?? '', got?.headers ?? {})).toEqual({ a: 1 });
    }
    expect(got?.headers['webhook-id']).toBe('evt_1');
  });

  it.each([301, 302, 307, 400, 410, 500])('treats %i as a failure, and follows no redirect', async (status) => {
    let calls = 0;
    const port = await receiver((_, answer) => {
      calls += 1;
      answer.writeHead(status, { location: '/elsewhere', 'retry-after': '7' });
      answer.end('no');
    });
    const answer = await sending(`http://127.0.0.1:${port}/`, LOOPBACK);
    expect(answer).toMatchObject({ succeeded: false, httpStatus: status, answer: 'no', retryAfterMs: 7_000 });
    expect(calls).toBe(1);
  });

  it('reads two kilobytes of an endless answer', async () => {
    const port = await receiver((_, answer) => {
      const more = setInterval(() => answer.write('x'.repeat(1_000)), 1);
      answer.on('close', () => clearInterval(more));
    });
    const answer = await sending(`http://127.0.0.1:${port}/`, LOOPBACK);
    expect(answer.succeeded).toBe(true);
    expect(answer.answer).toHaveLength(2_048);
  });

  it('gives up a request that hangs, and reports why a receiver could not be reached', async () => {
    const port = await receiver(() => undefined);
    expect(await sending(`http://127.0.0.1:${port}/`, LOOPBACK)).toMatchObject({ error: 'timeout' });
    expect(await sending('http://127.0.0.1:1/', LOOPBACK)).toMatchObject({ error: 'connection_refused' });
    expect(await sending(`https://127.0.0.1:${port}/`, LOOPBACK)).toMatchObject({ succeeded: false });
    expect(await sending('http://nowhere.invalid/', LOOPBACK)).toMatchObject({ error: 'dns' });
  });
});
