import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { requireFreePorts } from './listen-and-check-ports.js';

const host = '127.0.0.1';
const held: Server[] = [];
afterEach(() => Promise.all(held.splice(0).map((server) => new Promise((closed) => server.close(closed)))));

async function takenPort(): Promise<number> {
  const server = createServer();
  held.push(server);
  await new Promise<void>((listening) => server.listen(0, host, listening));
  return (server.address() as AddressInfo).port;
}

it('all ports that are taken are reported at once', async () => {
  const [one, other] = [await takenPort(), await takenPort()];
  const trying = requireFreePorts([
    { host, port: one, variable: 'PORT' },
    { host, port: 0, variable: 'GRAPHQL_PORT' },
    { host, port: other, variable: 'SECURE_PORT' },
  ]);
  await expect(trying).rejects.toThrow(
    `port ${one} (PORT) on ${host} is taken, port ${other} (SECURE_PORT) on ${host} is taken: stop what listens there`,
  );
});

it('reports that two hosts have the same port', async () => {
  const port = await takenPort();
  const trying = requireFreePorts([
    { host, port, variable: 'PORT' },
    { host, port, variable: 'METRICS_PORT' },
  ]);
  await expect(trying).rejects.toThrow(`PORT and METRICS_PORT are both ${port}: each needs its own port`);
});

it('a free port stays free', async () => {
  const port = await takenPort();
  await new Promise((closed) => held.pop()?.close(closed));
  const addresses = [{ host, port, variable: 'PORT' }];
  await requireFreePorts(addresses);
  await expect(requireFreePorts(addresses)).resolves.toBeUndefined();
});
