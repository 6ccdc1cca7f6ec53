import { lookup } from 'node:dns/promises';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { NameServer } from '../../test/support/name-server.js';
import { createWebhookReceivers } from './deliver-message.js';
import { addressesIn, addressesOf } from './host-addresses.js';

const open: { close(): void }[] = [];
afterEach(() => {
  for (const one of open.splice(0)) one.close();
});

async function nameServer(...made: ConstructorParameters<typeof NameServer>) {
  const server = new NameServer(...made);
  open.push(server);
  return { server, servers: [await server.open()] };
}

const SIX = '2606:2800:21f:cb07:6820:80da:af6b:8b2c';
const RECORDS = {
  'both.example': [
    { type: 'A', value: '93.184.216.34' },
    { type: 'A', value: '10.0.0.1' },
    { type: 'AAAA', value: SIX },
  ],
  'six.example': [{ type: 'AAAA', value: SIX }],
  'alias.example': [{ type: 'CNAME', value: 'both.example' }],
  'here.example': [{ type: 'A', value: '127.0.0.1' }],
  'nothing.example': [],
} as const;

const sending = (servers: readonly string[], url: string, allowedNetworks: readonly string[] = []) =>
  createWebhookReceivers({
    allowedNetworks,
    requiresHttps: false,
    timeoutMs: 60_000,
    resolve: (hostname) => addressesOf(hostname, { servers, timeoutMs: 60_000 }),
  }).send({ url, id: 'evt_1', body: '{}', secrets: [`whsec_${'A'.repeat(32)}`], at: new Date() });

describe('addressesOf', () => {
  it.each([
    ['both.example', ['93.184.216.34', '10.0.0.1', SIX]],
    ['six.example', [SIX]],
    ['alias.example', ['93.184.216.34', '10.0.0.1', SIX]],
    ['BOTH.example.', ['93.184.216.34', '10.0.0.1', SIX]],
    ['localhost', ['127.0.0.1', '::1']],
    ['hook.localhost', ['127.0.0.1', '::1']],
  ])('finds A and AAAA records, behind aliases too: %s', async (name, addresses) => {
    const { servers } = await nameServer(RECORDS);
    expect((await addressesOf(name, { servers, timeoutMs: 60_000 })).map(({ address }) => address)).toEqual(addresses);
  });

  it.each(['nothing.example', 'missing.example'])('finds no address for %s', async (name) => {
    const { servers } = await nameServer(RECORDS);
    await expect(addressesOf(name, { servers, timeoutMs: 60_000 })).rejects.toMatchObject({
      code: 'NAME_NOT_RESOLVED',
    });
    expect(await sending(servers, `http://${name}/`)).toMatchObject({ error: 'dns' });
  });

  it('ends at its deadline', async () => {
    const { servers } = await nameServer(RECORDS, { isHanging: true });
    await expect(addressesOf('both.example', { servers, timeoutMs: 20 })).rejects.toMatchObject({
      code: 'NAME_NOT_RESOLVED',
    });
  });

  it('reads a hosts file as the machine does', () => {
    const file =
      '# comment\n127.0.0.1\tlocalhost\n10.0.0.7  Receiver receiver.example # ours\nfe80::1%lo0 receiver\n::1 receiver\n';
    expect(addressesIn(file, 'receiver')).toEqual([
      { address: '10.0.0.7', family: 4 },
      { address: '::1', family: 6 },
    ]);
    expect(addressesIn(file, 'comment')).toEqual([]);
  });
});

describe('a webhook by name', () => {
  it('is refused if one of the addresses is not allowed, behind an alias too', async () => {
    const { servers } = await nameServer(RECORDS);
    for (const name of ['both.example', 'alias.example', 'here.example', 'localhost']) {
      expect(await sending(servers, `http://${name}/`), name).toMatchObject({ error: 'dns' });
    }
  });

  it('reaches the address in DNS, and localhost', async () => {
    const { servers } = await nameServer(RECORDS);
    const receiver = createServer((_, answer) => answer.end()).listen(0, '127.0.0.1');
    open.push(receiver);
    await once(receiver, 'listening');
    const { port } = receiver.address() as AddressInfo;
    for (const name of ['here.example', 'localhost']) {
      const answer = await sending(servers, `http://${name}:${port}/`, ['127.0.0.0/8', '::1/128']);
      expect(answer, name).toMatchObject({ succeeded: true });
    }
  });

  it('does not slow down the process while 600 lookups wait for a name server that hangs', async () => {
    const { server, servers } = await nameServer({}, { isHanging: true });
    let over = 0;
    const tries: Promise<string | null>[] = [];
    while (tries.length < 600) {
      // A few at a time: an unread socket drops packets beyond its buffer, and a name server's buffer is small.
      for (const { length } = tries; tries.length < length + 50; ) {
        tries.push(
          sending(servers, `http://hanging-${tries.length}.example/`).then(({ error }) => {
            over += 1;
            return error;
          }),
        );
      }
      await expect.poll(() => server.asked.size).toBe(tries.length);
    }
    await lookup('localhost');
    await readFile(new URL(import.meta.url));
    expect(over).toBe(0);
    server.release();
    expect(new Set(await Promise.all(tries))).toEqual(new Set(['dns']));
  });
});
