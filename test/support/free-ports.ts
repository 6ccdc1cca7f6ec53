import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/*
 * Below the range of ephemeral ports: a test that opens port 0, or connects, never gets one of these. Each test worker
 * has its own range and never returns to a port, so no two tests of a run get the same one.
 */
const FIRST = 12_000;
const END = 32_000;
const RANGES = 8;
const PER_RANGE = (END - FIRST) / RANGES;

const range = Number(process.env['VITEST_POOL_ID'] ?? randomInt(RANGES)) % RANGES;
let next = randomInt(PER_RANGE);

/** Ports of this machine that no process listens on, all different. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const ports: number[] = [];
  while (ports.length < count) {
    const port = FIRST + range * PER_RANGE + next;
    next = (next + 1) % PER_RANGE;
    const server = await listening(port);
    if (server === undefined) continue;
    await new Promise((resolve) => server.close(resolve));
    ports.push(port);
  }
  return ports;
}

export async function freePort(): Promise<number> {
  const [port = 0] = await freePorts(1);
  return port;
}

/** Undefined if the port is in use. */
function listening(port: number): Promise<Server | undefined> {
  const server = createServer();
  return new Promise((resolve) => {
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
}
