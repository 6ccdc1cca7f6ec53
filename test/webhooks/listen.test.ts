import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import type { Api } from '../support/api.js';
import { type CommandHost, openCommandHost } from '../support/command-host.js';
import { freePort } from '../support/free-ports.js';
import type { Lender } from '../support/lender.js';
import { Listener } from '../support/listener.js';
import { selfSigned } from '../support/self-signed.js';
import { openTestInstance, type TestInstance } from '../support/test-instance.js';
import { until } from '../support/until.js';

/** Runs the command as integrators do: with an address and a key, without the product's other settings. */
let instance: TestInstance;
let host: CommandHost;
let lender: Lender;
let api: Api;
let environment: Readonly<Record<string, string>>;
const listeners: Listener[] = [];
const { webhooks } = new OpenAI({ apiKey: 'none' });

interface Call {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

/** An integrator's server, which returns these statuses in turn, and then 204. */
async function openHook(port = 0, ...statuses: number[]) {
  const calls: Call[] = [];
  const server: Server = createServer((request, response) => {
    let text = '';
    request.on('data', (part) => {
      text += part;
    });
    request.on('end', () => {
      calls.push({ headers: request.headers, text });
      response.writeHead(statuses.shift() ?? 204).end();
    });
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    calls,
    url: `http://localhost:${(server.address() as AddressInfo).port}/hook`,
    close: () => new Promise((resolve) => server.close(resolve)),
  };
}

const listening = (...words: readonly string[]): Promise<Listener> => listeningWith({}, words);

async function listeningWith(more: Readonly<Record<string, string>>, words: readonly string[]): Promise<Listener> {
  const listener = new Listener(words, { ...environment, ...more });
  listeners.push(listener);
  await listener.begun();
  return listener;
}

beforeAll(async () => {
  host = openCommandHost();
  instance = await openTestInstance();
  lender = await instance.lender();
  api = await lender.api();
  environment = { TRIBUTARY_BASE_URL: instance.baseUrl, TRIBUTARY_API_KEY: (await lender.key()).plaintext };
});
afterEach(async () => {
  await Promise.all(listeners.splice(0).map((listener) => listener.stop()));
});
afterAll(async () => {
  await host.close();
  await instance.close();
});

const pay = async (by: Api = api, of: Lender = lender): Promise<string> =>
  (await by.record(await of.ledgerAccount())).json.payment_id;

describe('tributary listen --forward-to', () => {
  it('forwards new events of its types like a real delivery: the same headers, the same bytes', async () => {
    const [real, local] = [await openHook(), await openHook()];
    await api.post('/v1/webhook-endpoints', { url: real.url, types: ['payment.*'] });
    const before = await pay();
    await expect.poll(() => real.calls.length).toBe(1);
    // It starts with the second in which it is called, by the installation's clock: wait for a later second.
    const second = Math.floor(Date.now() / 1_000);
    await until(() => Math.floor(Date.now() / 1_000) > second, 'the next second has begun');
    const listener = await listening('--forward-to', local.url, '--types', 'payment.*', '--json');
    const payment = await pay();
    await expect.poll(() => [real.calls.length, local.calls.length]).toEqual([2, 1]);
    const [sent, handed] = [real.calls[1], local.calls[0]];
    expect(handed?.text).toBe(sent?.text);
    expect(handed?.text).toContain(payment);
    expect(handed?.text).not.toContain(before);
    expect(Object.keys(handed?.headers ?? {})).toEqual(Object.keys(sent?.headers ?? {}));
    for (const name of ['webhook-id', 'content-type', 'user-agent', 'content-length'])
      expect(handed?.headers[name], name).toBe(sent?.headers[name]);
    const secret: string = listener.documents[0]?.listening.secret;
    await webhooks.verifySignature(handed?.text ?? '', handed?.headers as Record<string, string>, secret);
    expect(await listener.stop()).toBe(0);
    const [begun, forwarded, ...others] = listener.documents;
    expect(others).toEqual([]);
    expect(begun).toEqual({
      listening: { base_url: instance.baseUrl, types: ['payment.*'], forward_to: local.url, secret },
    });
    expect(forwarded).toMatchObject({
      event: { type: 'payment.posted', object_id: payment },
      forwarded: { http_status: 204, error: null, tries: 1 },
    });
    await Promise.all([real.close(), local.close()]);
  });

  it.each(['in the variable', 'as an option'])(
    'signs with the secret given %s, and does not show it',
    async (given) => {
      const secret = `whsec_${Buffer.alloc(24, 5).toString('base64')}`;
      const hook = await openHook();
      const words = ['--forward-to', hook.url, '--types', 'payment.*', '--json'];
      const inVariable = given === 'in the variable';
      const listener = await listeningWith(
        inVariable ? { TRIBUTARY_WEBHOOK_SECRET: secret } : {},
        inVariable ? words : [...words, '--secret', secret],
      );
      expect(listener.documents[0]?.listening.secret).toBeNull();
      await pay();
      await expect.poll(() => hook.calls.length).toBe(1);
      await webhooks.verifySignature(
        hook.calls[0]?.text ?? '',
        hook.calls[0]?.headers as Record<string, string>,
        secret,
      );
      await listener.stop();
      expect(listener.lines.join() + listener.stderr).not.toContain(secret);
      await hook.close();
    },
  );

  it('shows its generated secret; accepts several types; shows the server’s response', async () => {
    const hook = await openHook(0, 500);
    const words = ['--forward-to', hook.url, '--types', 'payment.posted,account.*'];
    const listener = await listeningWith({ TRIBUTARY_WEBHOOK_SECRET: '' }, words);
    const [, secret = ''] = /signed with (\S+)/.exec(listener.lines.join('\n')) ?? [];
    await api.record(await lender.ledgerAccount(50_000), { amount_cents: 50_000 });
    // An event that the server answers with 500 is sent again before the next one, so the number of calls does not
    // show the types.
    await expect
      .poll(() => new Set(hook.calls.map(({ text }) => JSON.parse(text).type)))
      .toEqual(new Set(['payment.posted', 'account.status_changed']));
    for (const { text, headers } of hook.calls)
      await webhooks.verifySignature(text, headers as Record<string, string>, secret);
    await listener.stop();
    expect(listener.lines.join('\n')).toMatch(/→ 500 in \d+ ms/);
    await hook.close();
  });

  it('takes an address without http://', async () => {
    const hook = await openHook();
    const listener = await listening('--forward-to', hook.url.replace('http://', ''), '--types', 'payment.*', '--json');
    expect(listener.documents[0]?.listening.forward_to).toBe(hook.url);
    await pay();
    await expect.poll(() => hook.calls.length).toBe(1);
    await hook.close();
  });

  it.each([
    [['--skip-verify'], { http_status: 204, error: null }],
    [[], { http_status: null, error: 'tls' }],
  ])('a receiver with a self-signed certificate, with %j', async (flags, forwarded) => {
    const secure = createSecureServer(selfSigned('localhost'), (_, response) => response.writeHead(204).end());
    secure.listen(0, '127.0.0.1');
    await once(secure, 'listening');
    const url = `https://localhost:${(secure.address() as AddressInfo).port}/hook`;
    const listener = await listening('--forward-to', url, ...flags, '--types', 'payment.*', '--json');
    await pay();
    await expect.poll(() => listener.documents[1]?.forwarded).toMatchObject(forwarded);
    await listener.stop();
    secure.closeAllConnections();
    secure.close();
  });

  it('retries a refused connection, reports it, and continues with the next event', async () => {
    const port = await freePort();
    const listener = await listening('--forward-to', `http://127.0.0.1:${port}/hook`, '--types', 'payment.*', '--json');
    await pay();
    await expect.poll(() => listener.stderr).toContain('nothing listens at');
    const hook = await openHook(port);
    await expect.poll(() => hook.calls.length).toBe(1);
    await expect.poll(() => listener.documents.length).toBe(2);
    expect(listener.documents[1]?.forwarded).toMatchObject({ http_status: 204 });
    expect(listener.documents[1]?.forwarded.tries).toBeGreaterThan(1);
    await hook.close();
    await pay();
    await expect
      .poll(() => listener.documents[2]?.forwarded)
      .toMatchObject({ http_status: null, error: 'connection_refused', tries: 4 });
  });
});

describe('tributary listen', () => {
  it('without --forward-to shows events; when stopped, prints where to continue, and continues there', async () => {
    const first = await listening('--json');
    expect(first.documents).toEqual([
      { listening: { base_url: instance.baseUrl, types: ['*'], forward_to: null, secret: null } },
    ]);
    const one = await pay();
    await expect.poll(() => JSON.stringify(first.documents)).toContain(one);
    expect(await first.stop()).toBe(0);
    const [, after = ''] = /continue with --after (\S+)/.exec(first.stderr) ?? [];
    expect(after).toBe(first.documents.at(-1)?.event.id);
    const other = await pay();
    const second = await listening('--after', after, '--types', 'payment.*');
    await expect.poll(() => second.lines.join('\n')).toContain(other);
    expect(second.lines.join('\n')).not.toContain(one);
    const third = await listening('--since', '2026-01-01T00:00:00Z', '--types', 'payment.*');
    await expect.poll(() => third.lines.join('\n')).toContain(one);
  });

  it('shows no terminal escapes, whatever the installation sends; an invalid date does not stop it', async () => {
    const port = await freePort();
    const front = new Front(instance.baseUrl, port);
    front.isMalicious = true;
    await front.open();
    const words = ['--base-url', `http://127.0.0.1:${port}`];
    const [text, json] = [await listening(...words), await listening(...words, '--json')];
    await pay();
    await expect.poll(() => text.lines.join()).toContain('payment.posted[2J1m  ');
    await expect.poll(() => json.lines.join()).toContain('posted\\u001b[2J\\u009b1m\\u202e"');
    for (const { lines } of [text, json]) expect(lines.join('')).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    await front.close();
  });

  it('survives a restart of the installation and the loss of its token without losing events', async () => {
    const port = await freePort();
    const front = new Front(instance.baseUrl, port);
    await front.open();
    const listener = new Listener(
      ['--json', '--types', 'payment.*', '--base-url', `http://127.0.0.1:${port}`],
      environment,
    );
    listeners.push(listener);
    await listener.begun();
    const one = await pay();
    await expect.poll(() => JSON.stringify(listener.documents)).toContain(one);
    await front.close();
    const [during, other] = [await pay(), await pay()];
    await expect.poll(() => listener.stderr).toContain('Trying again.');
    front.forgetsTokens = true;
    await front.open();
    await expect.poll(() => listener.stderr).toContain('answers again');
    await expect.poll(() => listener.documents.length).toBe(4);
    expect(listener.documents.slice(1).map(({ event }) => event.object_id)).toEqual([one, during, other]);
    expect(front.tokens).toBe(2);
    await listener.stop();
    await front.close();
  });

  it.each([
    ['no key', [], { TRIBUTARY_API_KEY: '' }, 2, /give the key: --api-key, or TRIBUTARY_API_KEY/],
    ['an unknown key', ['--api-key', 'nobody00_x'], {}, 1, /the key is not accepted/],
    [
      'nothing there',
      ['--base-url', 'http://127.0.0.1:2'],
      {},
      1,
      /nothing answers at http:\/\/127.0.0.1:2 \(ECONNREFUSED\)/,
    ],
    ['no address', ['--base-url', 'here'], {}, 2, /the installation’s address is not valid/],
    ['an unknown type', ['--types', 'payment'], {}, 2, /--types payment: no such event type.*payment\.\*/],
    [
      'an invalid target',
      ['--forward-to', 'ftp://localhost:3000', '--secret', 'x'],
      {},
      2,
      /--forward-to .*; --secret must be whsec_/,
    ],
    ['nothing to verify', ['--skip-verify'], {}, 2, /--skip-verify needs --forward-to/],
    ['two beginnings', ['--after', 'x', '--since', 'y'], {}, 2, /cannot be used with/],
    [
      'an event that does not exist',
      ['--after', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
      {},
      1,
      /after: .*no such event in your scope/,
    ],
  ])('%s: an error in one line', async (_, words, changed, code, says) => {
    const ended = await host.run(['listen', ...words, '--json'], { ...environment, ...changed });
    expect(ended.stderr).toMatch(says);
    expect(ended.stderr).not.toMatch(/\n {4}at /);
    expect([ended.code, JSON.parse(ended.stdout.trim().split('\n').at(-1) ?? '')]).toEqual([
      code,
      { error: expect.stringMatching(says), exit_code: code },
    ]);
  });

  it('rejects a key without events:read, and a key revoked while it runs', async () => {
    const blind = { ...environment, TRIBUTARY_API_KEY: (await lender.key(['accounts:read'])).plaintext };
    const ended = await host.run(['listen'], blind);
    expect([ended.code, ended.stdout]).toEqual([1, '']);
    expect(ended.stderr).toContain('insufficient_scope');
    const { prefix, plaintext } = await lender.key();
    const listener = new Listener(['--json'], { ...environment, TRIBUTARY_API_KEY: plaintext });
    listeners.push(listener);
    await listener.begun();
    await instance.resources.pool.query('update api_key set revoked_at = now() where prefix = $1', [prefix]);
    expect(await listener.ended()).toBe(1);
    expect(listener.documents.at(-1)).toEqual({ error: expect.stringContaining('key is not accepted'), exit_code: 1 });
  });
});

/** A proxy in front of the installation that can be taken down; after a restart it rejects earlier tokens. */
class Front {
  tokens = 0;
  forgetsTokens = false;
  /** Returns responses with terminal escapes and without a valid date. */
  isMalicious = false;
  readonly #target: string;
  readonly #port: number;
  #server: Server | undefined;

  constructor(target: string, port: number) {
    this.#target = target;
    this.#port = port;
  }

  async open(): Promise<void> {
    const server = createServer(async (request, response) => {
      let body = '';
      for await (const part of request) body += part;
      const isExchange = request.url === '/v1/oauth/token';
      if (isExchange) {
        this.tokens += 1;
        this.forgetsTokens = false;
      }
      const answer = await fetch(`${this.#target}${request.url}`, {
        method: request.method ?? 'GET',
        headers: {
          'content-type': 'application/json',
          authorization: this.forgetsTokens ? 'Bearer forgotten' : (request.headers.authorization ?? ''),
        },
        ...(body !== '' && { body }),
      });
      const headers = { 'content-type': 'application/json', ...(this.isMalicious && { date: 'yesterday' }) };
      const text = await answer.text();
      const escapes = 'payment.posted\\u001b[2J\\u009b1m\\u202e';
      response
        .writeHead(answer.status, headers)
        .end(this.isMalicious ? text.replaceAll('payment.posted', escapes) : text);
    });
    this.#server = server;
    server.listen(this.#port, '127.0.0.1');
    await once(server, 'listening');
  }

  async close(): Promise<void> {
    const server = this.#server;
    if (server === undefined) return;
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeAllConnections();
    await closed;
    this.#server = undefined;
  }
}
