import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/* Below the ports that systems hand out by themselves: what a test opens at port 0, or connects from, never takes one of these meanwhile. */
const FIRST = 12_000;
const END = 32_000;

/** Ports of this machine that nobody listens on, all different: held together before they are let go. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const held = new Map<number, Server>();
  while (held.size < count) {
    const port = randomInt(FIRST, END);
    const server = held.has(port) ? undefined : await listening(port);
    if (server !== undefined) held.set(port, server);
  }
  await Promise.all([...held.values()].map((server) => new Promise((resolve) => server.close(resolve))));
  return [...held.keys()];
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** Undefined, where the port is taken. */
function listening(port: number): Promise<Server | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
