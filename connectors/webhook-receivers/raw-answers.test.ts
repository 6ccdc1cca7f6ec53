import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { createWebhookReceivers } from './deliver-message.js';

const SECRET = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const open: { server: Server; sockets: Socket[] }[] = [];
afterEach(() => {
  for (const { server, sockets } of open.splice(0)) {
    for (const socket of sockets) socket.destroy();
    server.close();
  }
});

/**
 * Sends one webhook to a TCP server that writes these parts as separate packets once it has received the whole request.
 */
async function answeredWith(...parts: readonly string[]) {
  const requests: string[] = [];
  const sockets: Socket[] = [];
  const server = createServer({ noDelay: true }, (socket) => {
    sockets.push(socket);
    socket.on('error', () => undefined);
    let request = '';
    socket.on('data', (bytes) => {
      request += String(bytes);
      if (!request.endsWith('{"id":"evt_1"}')) return;
      requests.push(request);
      for (const part of parts) socket.write(part);
      socket.end();
    });
  });
  open.push({ server, sockets });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const receivers = createWebhookReceivers({
    allowedNetworks: ['127.0.0.0/8'],
    requiresHttps: false,
    timeoutMs: 5_000,
  });
  const delivered = await receivers.send({
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?x=1`,
    id: 'evt_1',
    body: '{"id":"evt_1"}',
    secrets: [SECRET],
    at: new Date(),
  });
  return { delivered, requests };
}

const ACCEPTED = 'HTTP/1.1 202 Accepted\r\nContent-Length: 2\r\n\r\nok';

describe('answers as a receiver writes them', () => {
  it.each([
    ['100 Continue', ['HTTP/1.1 100 Continue\r\n\r\n', ACCEPTED]],
    ['100 Continue in the packet of the answer', [`HTTP/1.1 100 Continue\r\n\r\n${ACCEPTED}`]],
    [
      'several 1xx answers',
      ['HTTP/1.1 102 Processing\r\n\r\n', 'HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n', ACCEPTED],
    ],
  ])('%s before 202: the final answer counts, and one request was sent', async (_, parts) => {
    const { delivered, requests } = await answeredWith(...parts);
    expect(delivered).toMatchObject({ succeeded: true, httpStatus: 202, error: null, answer: 'ok' });
    expect(requests).toHaveLength(1);
    expect(requests[0]).toMatch(/^POST \/hook\?x=1 HTTP\/1\.1\r\n/);
  });

  it('100 Continue before a refusal: the refusal counts', async () => {
    const { delivered } = await answeredWith(
      'HTTP/1.1 100 Continue\r\n\r\n',
      'HTTP/1.1 503 Unavailable\r\nRetry-After: 7\r\nContent-Length: 0\r\n\r\n',
    );
    expect(delivered).toMatchObject({ succeeded: false, httpStatus: 503, retryAfterMs: 7_000 });
  });

  it.each([
    ['is not HTTP', ['SSH-2.0-OpenSSH_9.6\r\n']],
    ['has a header without a name', ['HTTP/1.1 200 OK\r\n: x\r\n\r\n']],
    ['has a status that is no number', ['HTTP/1.1 abc OK\r\n\r\n']],
    ['has more headers than are read', [`HTTP/1.1 200 OK\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`]],
    [
      'switches to another protocol',
      ['HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: h2c\r\n\r\n'],
    ],
  ])('answer_not_readable: an answer that %s', async (_, parts) => {
    const { delivered } = await answeredWith(...parts);
    expect(delivered).toMatchObject({ succeeded: false, httpStatus: null, error: 'answer_not_readable' });
  });

  it.each([
    ['without an answer', []],
    ['after 100 Continue', ['HTTP/1.1 100 Continue\r\n\r\n']],
    ['within the headers', ['HTTP/1.1 200 OK\r\nContent-Le']],
  ])('connection_lost: the connection was closed %s', async (_, parts) => {
    const { delivered } = await answeredWith(...parts);
    expect(delivered).toMatchObject({ succeeded: false, httpStatus: null, error: 'connection_lost' });
  });

  it('an answer whose body breaks off counts by its status', async () => {
    const { delivered } = await answeredWith('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n', 'zz\r\nnonsense');
    expect(delivered).toMatchObject({ succeeded: true, httpStatus: 200, error: null });
  });
});
