import { once } from 'node:events';
import { type Agent, get, type IncomingMessage, Agent as KeepAlive } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readBody } from '../../core/http/front/body.js';
import { createHttpHost } from '../../core/http/front/http-host.js';
import { sendRaw } from '../../test/support/raw-http.js';
import { refusalOf } from '../../test/support/refusal-of.js';
import { fakeServices, listen } from '../testing/fake-services.js';
import { createBaseHost } from './base-host.js';
import { createSecureHost } from './secure-host.js';

describe('stopping', () => {
  it('finishes requests in flight, closes idle connections, accepts no more', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let begun = () => {};
    const inFlight = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const graph = async () => {
      begun();
      await held;
      return { data: { payment: { status: 'posted' } } };
    };
    const host = createBaseHost(fakeServices({ graph }), 'false');
    const base = await listen(host);
    const agent = new KeepAlive({ keepAlive: true });
    expect(await status(`${base}/healthz`, agent)).toBe(200);

    const slow = status(`${base}/v1/payments/x`, agent);
    await inFlight;
    const stopped = host.stop(60_000);
    await expect(status(`${base}/healthz`, new KeepAlive())).rejects.toThrow('ECONNREFUSED');
    release();
    expect(await slow).toBe(200);
    await stopped;
    agent.destroy();
  });

  it('announced › each response ends its connection, also for requests in flight, and new connections are accepted', async () => {
    const graph = vi.fn();
    const answered = new Promise((resolve) => graph.mockImplementation(() => new Promise((give) => resolve(give))));
    const host = createBaseHost(fakeServices({ graph }), 'false');
    const base = await listen(host);
    const kept = new KeepAlive({ keepAlive: true });
    const before = await answerOf(`${base}/healthz`, kept);
    expect(before.headers.connection).toBe('keep-alive');
    const inFlight = answerOf(`${base}/v1/payments/x`, kept);
    const give = (await answered) as (result: unknown) => void;

    host.announceStop();
    give({ data: { payment: { status: 'posted' } } });
    const answers = [await inFlight, await answerOf(`${base}/healthz`, kept), await answerOf(`${base}/nowhere`, kept)];
    expect(answers.map(({ statusCode, headers }) => [statusCode, headers.connection])).toEqual([
      [200, 'close'],
      [200, 'close'],
      [404, 'close'],
    ]);
    expect(Object.keys(kept.freeSockets)).toEqual([]);
    await host.stop(1_000);
  });

  it.each([
    ['sent nothing', ''],
    ['started its first request', 'GET /healthz HTTP/1.1\r\nHost'],
  ])('does not wait for a connection that %s', async (_, bytes) => {
    const host = createBaseHost(fakeServices(), 'false');
    const { port, hostname } = new URL(await listen(host));
    const accepted = once(host.server, 'connection');
    const silent = connect(Number(port), hostname).on('error', () => {});
    silent.write(bytes);
    await accepted;
    await host.stop(600_000);
    silent.destroy();
  });

  it('does not wait longer than its grace period', async () => {
    const host = createBaseHost(fakeServices({ graph: () => new Promise(() => {}) }), 'false');
    const base = await listen(host);
    const hanging = status(`${base}/v1/payments/x`, new KeepAlive());
    const outcome = expect(hanging).rejects.toThrow();
    await pause(50);
    await host.stop(10);
    await outcome;
  });
});

describe('a slow client', () => {
  const host = createHttpHost({
    trustProxy: 'false',
    patience: { headersMs: 100, requestMs: 200, lookEveryMs: 20 },
    handler: async (request, response) => {
      await readBody(request, 100, ['application/json']).catch(() => undefined);
      response.end();
    },
  });
  let url: string;
  beforeAll(async () => {
    url = await listen(host);
  });
  afterAll(() => host.stop(1_000));

  it.each([
    ['sending its headers', 'POST / HTTP/1.1\r\nHost: a\r\n'],
    ['sending its body', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{'],
  ])('%s › 408, and the connection is closed', async (_, bytes) => {
    const [answer] = await sendRaw(url, Buffer.from(bytes));
    expect(answer?.status).toBe(408);
    expect(JSON.parse(answer?.body ?? '')).toEqual(refusalOf('request_timeout'));
  });
});

describe('secure host while secure capture is disabled', () => {
  it('answers health, and 503 to everything else, whatever the request contains', async () => {
    const host = createSecureHost(fakeServices({ isReady: async () => false }), 'false');
    const base = await listen(host);
    const answer = await fetch(`${base}/v1/payment-methods/cards`, { method: 'POST', body: '{"card":{"number":"4' });
    expect([answer.status, await answer.json()]).toEqual([503, refusalOf('secure_capture_disabled')]);
    expect(answer.headers.get('ratelimit-limit')).toBe('60000');
    expect((await fetch(`${base}/healthz`)).status).toBe(200);
    const readiness = await fetch(`${base}/readyz`);
    expect([readiness.status, await readiness.json()]).toEqual([503, refusalOf('service_unavailable')]);
    await host.stop(1000);
  });
});

async function status(url: string, agent: Agent): Promise<number | undefined> {
  return (await answerOf(url, agent)).statusCode;
}

function answerOf(url: string, agent: Agent): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: 'Bearer clerk' };
    const request = get(url, { agent, headers }, (response) => {
      response.resume().on('end', () => resolve(response));
    });
    request.on('error', reject);
  });
}
