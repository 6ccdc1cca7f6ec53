import { once } from 'node:events';
import { get } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { afterEach, expect, it } from 'vitest';
import { silent } from '../../../test/support/identity.js';
import { createHttpHost, type HttpHost } from './http-host.js';
import { streamResponse } from './stream-response.js';

let host: HttpHost | undefined;
afterEach(() => host?.stop(0));

/** Requests this stream from a host; the outcome as the log would show it. */
async function outcomeOf(source: Readable, whileStreaming: (leave: () => void) => void): Promise<number> {
  let finished = (_: number) => {};
  const outcome = new Promise<number>((resolve) => {
    finished = resolve;
  });
  host = createHttpHost({
    handler: async (_request, response) =>
      finished(await streamResponse(source, response, { stallMs: 60_000, logger: silent, requestId: 'r' })),
  });
  await new Promise<void>((resolve) => host?.server.listen(0, '127.0.0.1', resolve));
  const asked = get({ port: (host.server.address() as AddressInfo).port, host: '127.0.0.1' });
  asked.on('error', () => {});
  const [response] = await once(asked, 'response');
  response.on('error', () => {}).resume();
  whileStreaming(() => asked.destroy());
  return outcome;
}

const begun = () => {
  const source = new Readable({ read() {} });
  source.push('a line\n');
  return source;
};

it('200 when the stream was written completely', async () => {
  const source = begun();
  expect(await outcomeOf(source, () => source.push(null))).toBe(200);
});

it('499 when the client leaves', async () => {
  expect(await outcomeOf(begun(), (leave) => leave())).toBe(499);
});

it.each([
  ['fails', (source: Readable) => source.destroy(new Error('the database went away'))],
  ['ends before its end', (source: Readable) => source.destroy()],
])('500 when the source %s', async (_, end) => {
  const source = begun();
  expect(await outcomeOf(source, () => end(source))).toBe(500);
});
