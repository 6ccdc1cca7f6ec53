import { createServer as createHttpServer, type RequestListener, type Server } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { LosslessNumber } from 'lossless-json';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpClient, decimal, type HttpClient, pathOf } from './http-client.js';

const logger = pino({ level: 'silent' });
const clients: HttpClient[] = [];
let server: Server;
let baseUrl: string;
let listener: RequestListener = () => undefined;

beforeAll(async () => {
  server = createHttpServer((request, response) => listener(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  baseUrl = `http://127.0.0.1:${portOf(server)}/base/`;
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.close()));
  server.closeAllConnections();
  server.close();
});

describe('HTTP client of the loan systems', () => {
  it('sends its headers, the query and a body whose decimals are exact, and keeps the answer’s numbers as text', async () => {
    let heard: unknown;
    listener = (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        heard = [request.method, request.url, request.headers['x-tenant'], request.headers['x-one'], String(parts)];
        response.writeHead(201, { 'content-type': 'application/json', 'x-back': 'yes' });
        response.end('{"amount": 90071992547409.910000}');
      });
    };
    const answer = await client({ headers: { 'x-tenant': 't' } }).send({
      method: 'POST',
      path: pathOf('loans', 'a/b', 7),
      query: { command: 'repay ment', without: ['a', 'b'] },
      headers: { 'x-one': '1' },
      body: { amount: decimal('90071992547409.91'), note: 'n' },
    });
    expect(heard).toEqual([
      'POST',
      '/base/loans/a%2Fb/7?command=repay%20ment&without=a&without=b',
      't',
      '1',
      '{"amount":90071992547409.91,"note":"n"}',
    ]);
    expect(answer).toMatchObject({ kind: 'answered', status: 201, headers: { 'x-back': 'yes' } });
    expect(answer).toHaveProperty('body.amount', new LosslessNumber('90071992547409.910000'));
  });

  it('calls exactly its base URL when there is no path, because a slash at the end matters to some servers', async () => {
    const heard: (string | undefined)[] = [];
    listener = (request, response) => {
      heard.push(request.url);
      response.writeHead(200).end('{}');
    };
    for (const address of [baseUrl, baseUrl.replace(/\/$/, ''), new URL(baseUrl).origin])
      expect(await client({ baseUrl: address }).send({ method: 'POST', path: '' })).toMatchObject({ status: 200 });
    expect(heard).toEqual(['/base/', '/base', '/']);
  });

  it.each(['<html>Bad gateway</html>', '', '{"half":'])(
    'answers without a body when it is not JSON: %s',
    async (text) => {
      listener = (_, response) => response.writeHead(502).end(text);
      expect(await get()).toMatchObject({ kind: 'answered', status: 502, body: undefined });
    },
  );

  it('not_sent when nothing listens, the name is unknown, or TLS fails', async () => {
    const closed = await deadPort();
    expect(await get({ baseUrl: `http://127.0.0.1:${closed}` })).toEqual({ kind: 'not_sent' });
    expect(await get({ baseUrl: 'http://nowhere.invalid' })).toEqual({ kind: 'not_sent' });
    expect(await get({ baseUrl: baseUrl.replace('http:', 'https:') })).toEqual({ kind: 'not_sent' });
  });

  it('not_sent when no socket became free in time, and not sent later either', async () => {
    const heard: (string | undefined)[] = [];
    listener = (request) => void heard.push(request.url);
    const narrow = client({ connections: 1, timeoutMs: 200 });
    const both = () => {
      heard.length = 0;
      return Promise.all(['/a', '/b'].map((path) => narrow.send({ method: 'GET', path })));
    };
    // Both end at the same instant. If the first one's end is seen first, the second one has been sent and says so:
    // that is another case.
    let outcomes = await both();
    while (heard.includes('/base/b')) outcomes = await both();
    expect(outcomes.map(({ kind }) => kind)).toEqual(['no_answer', 'not_sent']);
    listener = (request, response) => {
      heard.push(request.url);
      response.end('{}');
    };
    expect(await narrow.send({ method: 'GET', path: '/c' })).toMatchObject({ kind: 'answered' });
    expect(heard).toEqual(['/base/a', '/base/c']);
  });

  it('a request given up while it waits for a socket is not sent, then or later; its sender never began', async () => {
    const heard: (string | undefined)[] = [];
    let answerHeld = () => {};
    listener = (request, response) => {
      heard.push(request.url);
      answerHeld = () => response.end('{}');
    };
    // Longer than a test may take: only giving up ends the wait.
    const narrow = client({ connections: 1, timeoutMs: 60_000 });
    const begun: string[] = [];
    const giveUp = new AbortController();
    const held = narrow.send({
      method: 'POST',
      path: '/a',
      sending: { givenUp: new AbortController().signal, begins: () => begun.push('/a') },
    });
    const waiting = narrow.send({
      method: 'POST',
      path: '/b',
      sending: { givenUp: giveUp.signal, begins: () => begun.push('/b') },
    });
    giveUp.abort();
    await expect.poll(() => heard).toEqual(['/base/a']);
    answerHeld();
    expect(await held).toMatchObject({ kind: 'answered' });
    expect(await waiting).toEqual({ kind: 'not_sent' });
    listener = (request, response) => {
      heard.push(request.url);
      response.end('{}');
    };
    expect(await narrow.send({ method: 'GET', path: '/c' })).toMatchObject({ kind: 'answered' });
    expect([heard, begun]).toEqual([['/base/a', '/base/c'], ['/a']]);
  });

  it('no_answer when it is given up after it was sent', async () => {
    const giveUp = new AbortController();
    listener = () => giveUp.abort();
    const sending = { givenUp: giveUp.signal, begins: () => undefined };
    expect(await client({ timeoutMs: 60_000 }).send({ method: 'POST', path: '/a', sending })).toEqual({
      kind: 'no_answer',
    });
  });

  it('no_answer when the connection is reset, the answer hangs, stops half-way or is 102 for ever', async () => {
    listener = (request) => request.socket.resetAndDestroy();
    expect(await get()).toEqual({ kind: 'no_answer' });
    listener = () => undefined;
    expect(await get({ timeoutMs: 100 })).toEqual({ kind: 'no_answer' });
    listener = (_, response) => void response.writeHead(200, { 'content-length': '100' }).write('{');
    expect(await get({ timeoutMs: 100 })).toEqual({ kind: 'no_answer' });
    listener = (_, response) => response.writeProcessing();
    expect(await get({ timeoutMs: 100 })).toEqual({ kind: 'no_answer' });
  });

  it('no_answer when the answer never ends', async () => {
    const chunk = Buffer.alloc(1024 * 1024, ' ');
    listener = (_, response) => {
      response.writeHead(200);
      const pour = (): void => {
        while (response.write(chunk)) if (response.destroyed) return;
      };
      response.on('drain', pour);
      pour();
    };
    // The size limit ends it, not the timeout, which is longer than a test may take.
    expect(await get({ timeoutMs: 60_000 })).toEqual({ kind: 'no_answer' });
  });
});

type Options = Partial<Parameters<typeof createHttpClient>[0]>;

function client(options: Options = {}): HttpClient {
  const made = createHttpClient({ system: 'test', baseUrl, headers: {}, timeoutMs: 5_000, logger, ...options });
  clients.push(made);
  return made;
}

function get(options: Options = {}) {
  return client(options).send({ method: 'GET', path: '/loans' });
}

async function deadPort(): Promise<number> {
  const once = createTcpServer();
  await new Promise<void>((resolve) => once.listen(0, '127.0.0.1', resolve));
  const port = portOf(once);
  await new Promise((resolve) => once.close(resolve));
  return port;
}

function portOf(listening: { address(): AddressInfo | string | null }): number {
  const address = listening.address();
  if (typeof address !== 'object' || address === null) throw new Error('not listening');
  return address.port;
}
